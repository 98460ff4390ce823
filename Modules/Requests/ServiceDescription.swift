public import Descriptions

/// An operation or a feed without its types, for what lists operations: a client, a document, a generator of code.
///
/// ```swift
/// let forecast = ServiceDescription(.weather)
/// print(forecast.name, forecast.answer.schema)
/// ```
public struct ServiceDescription: Sendable {
  /// The name of the operation or the feed.
  public let name: String
  /// Whether it is a feed, which has elements in place of an answer.
  public let isFeed: Bool
  private let makeInput: @Sendable () -> Shape
  private let makeAnswer: @Sendable () -> Shape

  /// The description of an operation.
  public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) {
    name = operation.name
    isFeed = false
    makeInput = { operation.input.shape }
    makeAnswer = { operation.answer.shape }
  }

  /// The description of a feed.
  public init<Input, Element>(_ feed: ServiceFeed<Input, Element>) {
    name = feed.name
    isFeed = true
    makeInput = { feed.input.shape }
    makeAnswer = { feed.element.shape }
  }

  /// What an input is; nothing without one.
  public var input: Shape { makeInput() }

  /// What an answer or an element is; nothing for an operation that is answered by its success alone.
  public var answer: Shape { makeAnswer() }
}
