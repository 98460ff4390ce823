import JSON
import Programs
import Words

/// The options of a core as JSON: those of a command line, without their dashes.
struct CoreOptions {
  var session: SessionOptions
  /// Makes the conversation; `nil` for the protocol of `ScreenServer`.
  var makeSession: HostedSession.Maker?

  /// The name of the protocol of `ScreenServer`.
  private static let screens = "screens"

  /// The arguments for the language alone, whatever the other options are.
  static func language(_ text: some Sequence<UInt8>) -> [String] {
    (try? JSONText(scanning: Array(text)))?["language"]?.string.map { ["--language", $0] } ?? []
  }

  /// The arguments of a command line that say the same.
  static func arguments(_ text: some Sequence<UInt8>, of hosted: HostedFront) throws(OptionError) -> [String] {
    var arguments: [String] = []
    for member in try members(Array(text)) {
      let name = member.name.string ?? ""
      if hosted.isFlag("--\(name)") {
        switch member.value.bool {
        case true?: arguments.append("--\(name)")
        case false?: break
        case nil: throw OptionError(Words.text("The option \(name) takes true or false."))
        }
        continue
      }
      for value in member.value.kind == .array ? Array(member.value.elements) : [member.value] {
        switch value.kind {
        case .string: arguments.append("--\(name)=\(value.string ?? "")")
        case .number: arguments.append("--\(name)=\(String(decoding: value.bytes, as: UTF8.self))")
        default:
          let table = hosted.table(hosted.noOptions)
          guard table.options.contains(where: { $0.name == "--\(name)" }) else { throw table.unknown("--\(name)") }
          throw OptionError(Words.text("The option \(name) takes a text, a number, or an array of these."))
        }
      }
    }
    return arguments
  }

  /// The members of the options, each of which is there once.
  private static func members(_ bytes: [UInt8]) throws(OptionError) -> JSONMembers {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw OptionError(Words.text("The options are not UTF-8."))
    }
    do throws(JSONScanner.Defect) {
      let json = try JSONText(scanning: bytes)
      if json.kind == .object { return json.members }
    } catch {
      // NB: such a text is read all the same, as its grammar is right.
      if error == .duplicateKey, let name = JSONText(scanned: bytes[...]).members.firstRepeatedName {
        throw OptionError(Words.text("The option \(name) is there twice."))
      }
    }
    throw OptionError(Words.text("The options are not a JSON object."))
  }

  /// The options of these arguments.
  init(_ arguments: [String], of hosted: HostedFront) throws(OptionError) {
    session = hosted.noOptions
    var name = Self.screens
    var values: [String: String] = [:]
    _ = try hosted.table(session).read(arguments, into: &session) { option, value in
      if option == HostedFront.protocolOption { name = value } else { values[option] = value }
      return nil
    }
    if session.replay != nil { throw OptionError(Words.text("A core in C does not replay.")) }
    if name != Self.screens, session.backend.asksClient {
      throw OptionError(Words.text("--protocol \(name) goes without --backend client."))
    }
    let wireProtocol = hosted.protocols[name]
    for option in values.keys.sorted() where wireProtocol?.declares(option) != true {
      let owner = hosted.protocols.keys.sorted().first { hosted.protocols[$0]?.declares(option) == true } ?? ""
      throw OptionError(Words.text("\(option) needs \("--protocol \(owner)")."))
    }
    makeSession = try wireProtocol?.makeSession(values)
    try session.check(isAlone: true)
  }

  /// The options of a front that is attached to an app, which has the others.
  init(attaching arguments: [String], of hosted: HostedFront) throws(OptionError) {
    try self.init(arguments, of: hosted)
    guard session == session.none else {
      throw OptionError(
        Words.text("A front that is attached takes --protocol and its options alone: the app has the others."))
    }
  }
}

extension HostedFront {
  static let protocolOption = "--protocol"

  /// The options of a core that has none.
  fileprivate var noOptions: SessionOptions {
    let app = front.app
    return SessionOptions(operations: app.operations, hasClient: true)
  }

  /// Whether an option is there or not, and has no value.
  fileprivate func isFlag(_ option: String) -> Bool {
    protocols.values.contains { $0.options.contains { $0.name == option && $0.value == .none } }
  }

  fileprivate func table(_ session: SessionOptions) -> OptionTable {
    let names = protocols.keys.sorted()
    let choice = CommandOption(Self.protocolOption, .choice("NAME", ["screens"] + names), "what is spoken")
    return OptionTable(
      front.name, version: front.version, own: [choice] + names.flatMap { protocols[$0]?.options ?? [] },
      session: session, printsTexts: false)
  }
}

extension HostedProtocol {
  fileprivate func declares(_ option: String) -> Bool { options.contains { $0.name == option } }
}

extension JSONMembers {
  /// The first name that is there a second time.
  fileprivate var firstRepeatedName: String? {
    var names: Set<String> = []
    return lazy.compactMap(\.name.string).first { !names.insert($0).inserted }
  }
}

extension OptionError {
  /// The message in a language with the names of options as JSON has them, without the dashes of a command line.
  func messageInC(_ words: Words) -> String {
    words.string(text).split(separator: " ", omittingEmptySubsequences: false).map(Self.withoutDashes).joined(
      separator: " ")
  }

  /// A word without the dashes of an option, which may follow a quotation mark.
  private static func withoutDashes(_ word: Substring) -> Substring {
    guard let dashes = word.firstRange(of: "--"), word[..<dashes.lowerBound].allSatisfy({ $0 == "\"" }),
      word[dashes.upperBound...].first?.isLetter == true
    else { return word }
    return word[..<dashes.lowerBound] + word[dashes.upperBound...]
  }
}
