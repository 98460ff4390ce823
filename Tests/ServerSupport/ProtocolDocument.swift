import Foundation
import JSON

/// The reference document of the protocol and the list of nasty inputs beside it: their tables, and the notation of the frames in them.
enum ProtocolDocument {
  /// A table's row: a cell for each column.
  typealias Row = [String]

  /// The rows of the first table below a heading.
  static func rows(below heading: String) throws -> [Row] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let pages = ["Modules/ScreenServer/ScreenServer.docc/Protocol.md", "Tests/Documentation/NastyInputs.md"]
    let lines = try pages.flatMap {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8).components(separatedBy: "\n")
    }
    let section = lines.drop { $0.drop { $0 == "#" } != " " + heading }.dropFirst()
    let table = section.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The texts of a cell that are code.
  static func codes(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// What a cell says of the output: frames, or nothing.
  static func outcome(_ cell: String) -> String { codes(cell).first ?? "" }

  // MARK: - Inputs

  /// The bytes of an input in the document's notation.
  static func bytes(_ input: String) -> [UInt8] {
    let text = input.replacing(/([A-Za-z$\/_.]+)\(([^()]*)\)/) { call in
      let arguments = call.output.2.split(separator: ", ", maxSplits: 1)
      let id = arguments[0] == "_" ? "" : #""id":\#(arguments[0]),"#
      let params = arguments.count > 1 ? #","params":\#(arguments[1])"# : ""
      return #"{"jsonrpc":"2.0",\#(id)"method":"\#(call.output.1)"\#(params)}"#
    }
    var result: [UInt8] = []
    for (index, part) in text.components(separatedBy: "⟪").enumerated() {
      guard index > 0, let end = part.firstIndex(of: "⟫"), let sign = part[..<end].lastIndex(of: "×") else {
        result += plain(part)
        continue
      }
      let piece = plain(String(part[..<sign]))
      let count = Int(part[part.index(after: sign)..<end]) ?? 0
      // NB: one byte by `repeating` takes no time; some rows have 20 million.
      result +=
        piece.count == 1
        ? Array(repeating: piece[0], count: count) : (0..<count).flatMap { _ in piece }
      result += plain(String(part[part.index(after: end)...]))
    }
    return result
  }

  private static func plain(_ text: String) -> [UInt8] {
    let parts = text.replacing("↵", with: "\n").replacing("⏎", with: "\r\n").components(separatedBy: #"\x"#)
    return Array(parts[0].utf8)
      + parts.dropFirst().flatMap { [UInt8($0.prefix(2), radix: 16) ?? 0] + $0.dropFirst(2).utf8 }
  }

  // MARK: - Outputs

  /// Frames in the document's notation; a run of equal ones as one.
  static func notation(_ frames: [some StringProtocol]) throws -> String {
    var runs: [(frame: String, count: Int)] = []
    for frame in try frames.map({ try notation(JSONText(scanning: $0.utf8)) }) {
      if runs.last?.frame == frame { runs[runs.count - 1].count += 1 } else { runs.append((frame, 1)) }
    }
    return runs.map { $0.count == 1 ? $0.frame : "\($0.frame)×\($0.count)" }.joined(separator: " ")
  }

  private static func notation(_ frame: JSONText) -> String {
    if frame.kind == .array { return "[" + frame.elements.map(notation).joined(separator: ", ") + "]" }
    guard let id = frame["id"].map({ String(decoding: $0.bytes, as: UTF8.self) }) else {
      return frame["method"]?.string == "screen/update" ? "U" : frame["method"]?.string ?? "?"
    }
    guard let error = frame["error"] else { return "R(\(id))" }
    let pointer = error["data"]?["pointer"]?.string.map { $0.isEmpty ? "" : ", \($0)" } ?? ""
    return "E(\(error["code"]?.integer() ?? 0), \(id), \(error["data"]?["reason"]?.string ?? "?")\(pointer))"
  }

  /// The frames of an output in `headers`.
  static func framesWithHeaders(_ output: String) -> [String] {
    var frames: [String] = []
    var rest = Array(output.utf8)[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let count = Int(header.dropFirst("Content-Length: ".count)) ?? 0
      frames.append(String(decoding: rest[end.upperBound...].prefix(count), as: UTF8.self))
      rest = rest[end.upperBound...].dropFirst(count)
    }
    return frames
  }
}
