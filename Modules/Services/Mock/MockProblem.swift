/// Why the mock refuses a request, with the text for the user and the HTTP status.
public enum MockProblem: Error, Hashable, Sendable, CaseIterable {
  /// No product has the identifier.
  case unknownProduct
  /// The product costs more than the account holds.
  case insufficientFunds
  /// An idempotency key was used for another request before.
  case keyReused
  /// Another account has the user name.
  case usernameTaken
  /// The register holds as many names as it may.
  case registerFull
  /// A failure that was asked for, to try a front against bad days.
  case somethingWentWrong

  /// What the user reads.
  public var detail: String {
    switch self {
    case .unknownProduct: "There is no such product."
    case .insufficientFunds: "There is not enough money on the account."
    case .keyReused: "This idempotency key belongs to another request."
    case .usernameTaken: "This user name is taken."
    case .registerFull: "The school is full."
    case .somethingWentWrong: "Something went wrong!"
    }
  }

  /// The status of the HTTP answer.
  public var status: Int {
    switch self {
    case .unknownProduct: 404
    case .insufficientFunds: 402
    case .keyReused: 422
    case .usernameTaken: 409
    case .registerFull, .somethingWentWrong: 503
    }
  }
}
