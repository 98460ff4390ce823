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
  private let reads: @Sendable (ServiceReply) -> Bool

  /// The description of an operation.
  public init<Input, Answer>(_ operation: ServiceOperation<Input, Answer>) {
    name = operation.name
    isFeed = false
    makeInput = { operation.input.shape }
    makeAnswer = { operation.answer.shape }
    reads = { $0.fits(operation.erased) }
  }

  /// The description of a feed.
  public init<Input, Element>(_ feed: ServiceFeed<Input, Element>) {
    name = feed.name
    isFeed = true
    makeInput = { feed.input.shape }
    makeAnswer = { feed.element.shape }
    reads = { _ in true }
  }

  /// What an input is; nothing without one.
  public var input: Shape { makeInput() }

  /// What an answer or an element is; nothing for an operation that is answered by its success alone.
  public var answer: Shape { makeAnswer() }

  /// What is wrong with an answer to the operation; `nil` if it fits, and for a feed.
  package func fault(of reply: ServiceReply) -> AnswerFault? {
    guard !reads(reply) else { return nil }
    guard let json = reply.json else { return AnswerFault(pointer: JSONPointer()) }
    return AnswerFault(pointer: (try? JSONText(scanning: json)).flatMap { answer.firstMisfit(in: $0) })
  }
}
