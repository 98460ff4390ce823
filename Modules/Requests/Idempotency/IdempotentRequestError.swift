/// Why a request of ``IdempotencyKeys`` has no answer.
public enum IdempotentRequestError: Error, Hashable, Sendable {
  /// The service has failed, or its answer was lost.
  case service(ServiceError)
  /// An earlier request may have been carried out, and its key is lost or too old. Nothing was sent. Ask the user, and
  /// repeat the request with `isConfirmed`.
  case confirmationNeeded
  /// The key cannot be stored, for a reason in words for the user. Nothing was sent.
  case notStored(reason: String)

  /// The text for the user.
  public var message: String {
    switch self {
    case .service(let error): error.message
    case .confirmationNeeded: "An earlier request may have gone through. Send it again?"
    case .notStored(let reason): "Nothing was sent. \(reason)"
    }
  }
}
