import ExpectSupport
import Foundation
import Testing

/// Every public operator, publisher and subject has a specimen.
@Suite struct SpecimenCountTests {
  /// The ends of pipelines, which have their own suites.
  static let ends: Set = [
    "sink(receiveCompletion:receiveValue:)", "sink(receiveValue:)", "assign(to:on:)",
    "assign(to:onWeak:)", "assign(to:)", "subscribe(_:)", "values(buffering:)",
  ]

  private static let operators = Result { try Sources.streams.operators }

  @Test func `every public operator has a specimen`() throws {
    let operators = try Self.operators.get()
    let specimens = Set(Specimen.all.map(\.name)).union(Self.ends)
    #expect(operators.count > 90)
    // A name that begins with an underscore is a requirement of a protocol, and no operator.
    expectEqual(operators.subtracting(specimens).filter { !$0.hasPrefix("_") }.sorted(), [])
  }

  @Test func `every publisher and subject has a specimen`() throws {
    let types = try Sources.streams.types(in: ["Publishers", "Subjects"])
    // "Publisher" is the publisher of Optional and of Result.
    let specimens = Set(Specimen.all.map(\.name)).union(["Publisher"])
    #expect(types.count > 8)
    expectEqual(types.subtracting(specimens).sorted(), [])
  }

  @Test func `every specimen names an operator that exists`() throws {
    let operators = try Self.operators.get()
    let named = Specimen.all.map(\.name).filter { $0.contains("(") }
    expectEqual(Set(named).subtracting(operators).sorted(), [])
  }
}

/// The sources of Streams and StreamsExtras, as text.
private struct Sources {
  let folders: [URL]

  static var streams: Sources {
    // This file is three folders below the root of the package.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    return Sources(folders: ["Modules/Streams", "Modules/StreamsExtras"].map { root.appending(path: $0) })
  }

  private func texts(in folders: [String]? = nil) throws -> [String] {
    try self.folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
        name.hasSuffix(".swift") && folders.map { $0.contains { name.hasPrefix($0 + "/") } } != false
      }.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
  }

  /// The names of the public methods in extensions of publishers, with their labels.
  var operators: Set<String> {
    get throws {
      var names: Set<String> = []
      for text in try texts() {
        var isInside = false
        var pending = ""
        for line in text.split(separator: "\n") {
          if line.contains("extension "),
            line.firstMatch(of: /^ *extension ((Connectable)?Publisher( |$)|Collection where Element: Publisher)/)
              != nil
          {
            isInside = true
          }
          if line == "}" { isInside = false }
          guard isInside, !pending.isEmpty || line.contains("public func ") else { continue }
          pending += line + " "
          let opened = pending.count(where: { $0 == "(" })
          guard opened > 0, opened == pending.count(where: { $0 == ")" }) else { continue }
          if let name = Self.name(of: pending) { names.insert(name) }
          pending = ""
        }
      }
      return names
    }
  }

  /// The names of the public types in some folders.
  func types(in folders: [String]) throws -> Set<String> {
    var names: Set<String> = []
    for text in try texts(in: folders) {
      for match in text.matches(
        of: /(?m)^ *public (?:final )?(?:struct|class) (\w+)[^{]*: [^{]*(?:Publisher|Subject)\b/)
      {
        names.insert(String(match.1))
      }
    }
    return names
  }

  /// The name of a declared function, with its labels.
  private static func name(of declaration: String) -> String? {
    guard let match = declaration.firstMatch(of: /public func `?(\w+)`?/) else { return nil }
    var labels: [Substring] = []
    var depth = 0
    var label: Substring = ""
    var previous: Character = " "
    for index in declaration[match.range.upperBound...].indices {
      let character = declaration[index]
      switch character {
      case "(" where depth == 0: depth = 100
      case "<" where depth == 0: depth = -1
      case ">" where depth < 0 && previous != "-": depth += 1
      case "<" where depth < 0: depth -= 1
      case "(", "[", "<", "{": depth += 1
      case ")" where depth == 100:
        if !label.isEmpty { labels.append(label) }
        return match.1 + "(" + labels.map { $0.drop { $0 == " " }.prefix { $0 != " " && $0 != ":" } + ":" }.joined()
          + ")"
      case ")", "]", "}": depth -= 1
      case ">" where previous != "-": depth -= 1
      case "," where depth == 100:
        labels.append(label)
        label = ""
      default: if depth == 100 { label += String(character) }
      }
      previous = character
    }
    return nil
  }
}
