public import Words

/// The arguments of a command line: options as `--name value` or `--name=value`, and other words.
package struct CommandLineArguments {
  private var rest: ArraySlice<String>
  /// The option that was read last, and its value behind `=` that was not read.
  private var option = ""
  private var attachedValue: String?

  /// What Swift makes of those arguments of the process that are not UTF-8.
  private static let damaged = Set(
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { argument -> String? in
      guard let argument, String(validatingCString: argument) == nil else { return nil }
      return String(cString: argument)
    })

  /// The arguments behind the program's name.
  package init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)[...]
  }

  /// The next option or word; `nil` at the end.
  ///
  /// - Throws: an `OptionError` if the option before it has a value that was not read, or if the argument is not UTF-8.
  package mutating func next() throws(OptionError) -> String? {
    guard attachedValue == nil else { throw OptionError(Words.text("\(option) takes no value.")) }
    guard let argument = try nextArgument() else { return nil }
    let parts = argument.split(
      separator: "=", maxSplits: argument.hasPrefix("--") ? 1 : 0, omittingEmptySubsequences: false)
    option = String(parts[0])
    attachedValue = parts.count > 1 ? String(parts[1]) : nil
    return option
  }

  /// The value of the option that was read last, which must not be empty.
  ///
  /// - Parameter expected: what the option needs, for the message of the error; by default, a value.
  package mutating func value(_ expected: LocalizedText? = nil) throws(OptionError) -> String {
    defer { attachedValue = nil }
    var value = attachedValue
    if value == nil { value = try nextArgument() }
    guard let value, !value.isEmpty else {
      throw OptionError(Words.text("\(option) needs \(expected ?? Words.text("a value"))."))
    }
    return value
  }

  /// The value of the option that was read last, behind its `=`; empty without one.
  ///
  /// - Throws: an `OptionError` if nothing follows the `=`.
  package mutating func takeAttachedValue() throws(OptionError) -> String {
    guard let value = attachedValue else { return "" }
    attachedValue = nil
    guard !value.isEmpty else { throw OptionError(Words.text("\(option) needs a value behind \"=\".")) }
    return value
  }

  private mutating func nextArgument() throws(OptionError) -> String? {
    guard let argument = rest.popFirst() else { return nil }
    // NB: two such arguments would be equal, a secret for example.
    guard !Self.damaged.contains(argument) else { throw OptionError(Words.text("An argument is not UTF-8.")) }
    return argument
  }
}

/// A wrong option.
public struct OptionError: Error, Equatable {
  /// The text for the user, in one line.
  public let text: LocalizedText

  /// An error with a text of the catalogues: `OptionError(Words.text("…"))`.
  @_disfavoredOverload public init(_ text: LocalizedText) {
    self.text = text
  }

  /// An error with a message that is shown as it is.
  public init(_ message: String) {
    self.init(LocalizedText(verbatim: message))
  }

  /// The text in English.
  public var message: String { text.description }

  public static func == (first: OptionError, second: OptionError) -> Bool { first.message == second.message }
}

extension OptionError {
  /// The error for an option that does not go with `--replay`.
  public static let notReplayable = OptionError(Words.text("--replay takes all other options from the recording."))

  /// The error for an option that a program does not have.
  ///
  /// - Parameters:
  ///   - option: the option as it was written.
  ///   - known: the options that the program has, with their dashes.
  package static func unknown(_ option: String, known: [String]) -> OptionError {
    let names = known.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    let nearest = nearestName(to: String(option.drop { $0 == "-" }), among: names)
    guard let nearest else {
      return OptionError(
        known.contains("--help")
          ? Words.text("Unknown option \(option). --help lists the options.") : Words.text("Unknown option \(option)."))
    }
    return OptionError(Words.text("Unknown option \(option). Did you mean --\(nearest)?"))
  }
}
