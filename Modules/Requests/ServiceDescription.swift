public import JSON

/// An operation without its types, for what lists operations: a client, a document, a generator of code.
///
/// ```swift
/// let forecast = ServiceDescription(.weather)
/// print(forecast.name, forecast.answer)
/// ```
public struct ServiceDescription: Sendable {
  /// The name of the operation.
  public let name: String
  private let makeInput: @Sendable () -> JSON
  private let makeAnswer: @Sendable () -> JSON

  /// The description of an operation.
  public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) {
    name = operation.name
    makeInput = { operation.input.schema }
    makeAnswer = { operation.answer.schema }
  }

  /// The JSON Schema (2020-12) of an input. Secrets in it are marked `x-secret`. That of `null` for an operation without
  /// an input.
  public var input: JSON { makeInput() }

  /// The JSON Schema (2020-12) of an answer. That of `null` for an operation that is answered by its success alone.
  public var answer: JSON { makeAnswer() }
}
