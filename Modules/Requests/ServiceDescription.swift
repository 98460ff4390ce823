public import Descriptions

/// An operation without its types, for what lists operations: a client, a document, a generator of code.
///
/// ```swift
/// let forecast = ServiceDescription(.weather)
/// print(forecast.name, forecast.answer.schema)
/// ```
public struct ServiceDescription: Sendable {
  /// The name of the operation.
  public let name: String
  private let makeInput: @Sendable () -> Shape
  private let makeAnswer: @Sendable () -> Shape

  /// The description of an operation.
  public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) {
    name = operation.name
    makeInput = { operation.input.shape }
    makeAnswer = { operation.answer.shape }
  }

  /// What an input is; nothing for an operation without one.
  public var input: Shape { makeInput() }

  /// What an answer is; nothing for an operation that is answered by its success alone.
  public var answer: Shape { makeAnswer() }
}
