public import Descriptions

/// Why an event was not applied.
public struct EventError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The event cannot be read.
    public static let input = Code(rawValue: "input")
    /// The screen does not allow it in its state.
    public static let refused = Code(rawValue: "refused")
    /// A person has to be asked before the event is applied, and none can be.
    public static let confirmationNeeded = Code(rawValue: "confirmationNeeded")
  }

  /// The kind of the reason.
  public let code: Code
  /// The fault of an event that cannot be read; `nil` for another one.
  public let inputError: InputError?
  /// Why the event is not applied, a text for people in the language of the app; `nil` if it cannot be read.
  public let refusal: String?
  /// The same in a word for programs; `nil` if the event cannot be read.
  public let refusalCode: RefusalCode?
  /// The reason for a frame that is written later; ``refusal`` is what the front may read of it now.
  package let reason: Outgoing<String>?

  private init(
    code: Code, input: InputError? = nil, refusal: String? = nil, reason: Outgoing<String>? = nil,
    refusalCode: RefusalCode? = nil
  ) {
    self.code = code
    inputError = input
    self.refusal = refusal
    self.reason = reason ?? refusal.map { Outgoing($0) }
    self.refusalCode = refusalCode
  }

  // The word for programs goes with the sentence, and is not compared.
  public static func == (first: EventError, second: EventError) -> Bool {
    first.code == second.code && first.inputError == second.inputError && first.refusal == second.refusal
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(inputError)
    hasher.combine(refusal)
  }

  /// The event cannot be read.
  public static func input(_ error: InputError) -> Self { Self(code: .input, input: error) }
  /// The screen does not allow the event, for this reason, which is a text for people.
  public static func refused(reason: String, code: RefusalCode = .refused) -> Self {
    Self(code: .refused, refusal: reason, refusalCode: code)
  }
  /// The screen does not allow the event.
  ///
  /// - Parameters:
  ///   - reason: The reason.
  ///   - refusal: What the front may read of it now.
  static func refused(_ reason: Outgoing<String>, read refusal: String, code: RefusalCode) -> Self {
    Self(code: .refused, refusal: refusal, reason: reason, refusalCode: code)
  }
  /// A person has to be asked before the event is applied, and none can be, for this reason, which is a text for people.
  public static func confirmationNeeded(reason: String) -> Self {
    Self(code: .confirmationNeeded, refusal: reason)
  }
}

extension EventError: CustomStringConvertible {
  /// The reason in a word, with what belongs to it.
  public var description: String {
    let part = inputError?.description ?? refusal
    return code.rawValue + (part.map { "(\($0))" } ?? "")
  }
}
