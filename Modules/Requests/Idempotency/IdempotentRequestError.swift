public import Words

/// Why a request of ``IdempotencyKeys`` has no answer.
public struct IdempotentRequestError: Error, Hashable, Sendable {
  /// What kind of reason it is. Later versions may have more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service has failed, or its answer was lost.
    public static let service = Code(rawValue: "service")
    /// The user has to be asked first.
    public static let confirmationNeeded = Code(rawValue: "confirmationNeeded")
    /// The key cannot be stored.
    public static let notStored = Code(rawValue: "notStored")
  }

  /// The kind of the reason.
  public let code: Code
  /// The failure of the service; `nil` if nothing was sent.
  public let serviceError: ServiceError?
  /// The text for the user, in the language of an app.
  public let text: LocalizedText

  private init(code: Code, service: ServiceError? = nil, _ text: LocalizedText) {
    self.code = code
    serviceError = service
    self.text = text
  }

  /// The service has failed, or its answer was lost.
  public static func service(_ error: ServiceError) -> Self { Self(code: .service, service: error, error.text) }
  /// An earlier request may have been carried out, and its key is lost or too old. Nothing was sent. Ask the user, and
  /// repeat the request with `isConfirmed`.
  public static let confirmationNeeded = Self(
    code: .confirmationNeeded, Words.text("An earlier request may have gone through. Send it again?"))
  /// The key cannot be stored, for a reason in words for the user. Nothing was sent.
  public static func notStored(reason: String) -> Self {
    // NB: a recording has the reason in English, and its replay shows the same as the session.
    Self(code: .notStored, Words.text("Nothing was sent. \(LocalizedText(english: reason))"))
  }

  /// The text in English. A screen shows ``text`` in the language of its app.
  public var message: String { text.description }
}

extension IdempotentRequestError: CustomStringConvertible {
  /// The text in English.
  public var description: String { message }
}
