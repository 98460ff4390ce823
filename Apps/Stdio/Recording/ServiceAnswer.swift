import Foundation
import JSONRPC
import Models
import Services

/// What a server has answered, as a recording has it: one of the members is there.
///
/// A balance's amount is not among them: it may be hidden from everybody, and then the recording has it neither.
struct ServiceAnswer: Codable, Equatable {
  /// When a balance was acquired.
  var balance: Date?
  var product: Product?
  var receipt: Receipt?
  /// Whether a user name is free.
  var available: Bool?
  var account: Account?
  var failure: Failure?

  /// Why there was no answer.
  struct Failure: Codable, Equatable {
    var kind: String
    /// The HTTP status, or the code of a failed transport.
    var code: Int?
    var detail: String?
  }

  /// The answer as JSON.
  var text: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // NB: a server's date is a finite number, and all else can be written.
    return Array((try? encoder.encode(self)) ?? Data("{}".utf8))
  }

  /// Reads an answer; `nil` if it is none.
  init?(_ text: ArraySlice<UInt8>) {
    guard let answer = try? JSONDecoder().decode(Self.self, from: Data(text)) else { return nil }
    self = answer
  }

  /// An answer, or a failure.
  init<Value>(_ result: Result<Value, ServiceError>, _ member: WritableKeyPath<ServiceAnswer, Value?>) {
    switch result {
    case .success(let value): self[keyPath: member] = value
    case .failure(let error): failure = Failure(error)
    }
  }

  /// What a member says; `nil` if the answer has neither the member nor a failure.
  func result<Value>(_ member: KeyPath<ServiceAnswer, Value?>) -> Result<Value, ServiceError>? {
    self[keyPath: member].map(Result.success) ?? failure?.error.map(Result.failure)
  }
}

extension ServiceAnswer.Failure {
  fileprivate init(_ error: ServiceError) {
    switch error {
    case .unknownHost: kind = "unknownHost"
    case .connectionRefused: kind = "connectionRefused"
    case .noSecureConnection: kind = "noSecureConnection"
    case .transport(let code): (kind, self.code) = ("transport", code)
    case .timeout: kind = "timeout"
    case .status(let status): (kind, code) = ("status", status)
    case .decoding: kind = "decoding"
    case .tooLarge: kind = "tooLarge"
    case .problem(let status, let detail): (kind, code, self.detail) = ("problem", status, detail)
    case .cancelled: kind = "cancelled"
    }
  }

  fileprivate var error: ServiceError? {
    switch kind {
    case "unknownHost": .unknownHost
    case "connectionRefused": .connectionRefused
    case "noSecureConnection": .noSecureConnection
    case "transport": .transport(code: code ?? 0)
    case "timeout": .timeout
    case "status": .status(code ?? 0)
    case "decoding": .decoding
    case "tooLarge": .tooLarge
    case "problem": .problem(status: code ?? 0, detail: detail ?? "")
    case "cancelled": .cancelled
    default: nil
    }
  }
}
