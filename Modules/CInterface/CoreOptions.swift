import JSON
import Programs
import Words

/// The options of a core as JSON: those of a command line, without their dashes.
struct CoreOptions {
  var session: SessionOptions
  /// The name of the protocol; `nil` for that of `ScreenServer`.
  var wireProtocol: String?

  /// The name of the protocol of `ScreenServer`.
  private static let screens = "screens"

  /// The arguments for the language alone, whatever the other options are.
  static func language(_ text: some Sequence<UInt8>) -> [String] {
    (try? JSONText(scanning: Array(text)))?["language"]?.string.map { ["--language", $0] } ?? []
  }

  /// The arguments of a command line that say the same.
  static func arguments(_ text: some Sequence<UInt8>) throws(OptionError) -> [String] {
    let bytes = Array(text)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw OptionError(Words.text("The options are not UTF-8."))
    }
    guard let json = try? JSONText(scanning: bytes), json.kind == .object else {
      throw OptionError(Words.text("The options are not a JSON object."))
    }
    var arguments: [String] = []
    for member in json.members {
      let name = member.name.string ?? ""
      for value in member.value.kind == .array ? Array(member.value.elements) : [member.value] {
        switch value.kind {
        case .string: arguments.append("--\(name)=\(value.string ?? "")")
        case .number: arguments.append("--\(name)=\(String(decoding: value.bytes, as: UTF8.self))")
        default:
          throw OptionError(Words.text("The option \(name) takes a text, a number, or an array of these."))
        }
      }
    }
    return arguments
  }

  /// The options of these arguments.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - front: the front.
  ///   - protocols: the names of the protocols beside that of `ScreenServer`.
  init(_ arguments: [String], of front: Front, protocols: some Sequence<String> = []) throws(OptionError) {
    let app = front.app
    session = SessionOptions(operations: app.operations, hasClient: true)
    let known = [Self.screens] + protocols.sorted()
    let table = OptionTable(
      front.name, version: front.version, own: [CommandOption("--protocol", .choice("NAME", known), "what is spoken")],
      session: session, printsTexts: false)
    var name = Self.screens
    _ = try table.read(arguments, into: &session) { _, value in
      name = value
      return nil
    }
    if session.replay != nil { throw OptionError(Words.text("A core in C does not replay.")) }
    wireProtocol = name == Self.screens ? nil : name
    if let wireProtocol, session.backend.asksClient {
      throw OptionError(Words.text("--protocol \(wireProtocol) goes without --backend client."))
    }
    try session.check(isAlone: true)
  }

  /// The options of a front that is attached to an app, which has the others.
  init(attaching arguments: [String], of hosted: HostedFront) throws(OptionError) {
    try self.init(arguments, of: hosted.front, protocols: hosted.protocols.keys)
    guard session == session.none else {
      throw OptionError(Words.text("A front that is attached takes --protocol alone: the app has its options."))
    }
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
