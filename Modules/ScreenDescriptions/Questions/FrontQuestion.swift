public import Descriptions
public import JSON

/// A question that a front can answer, as a value: its name, what is asked with it, and what answers it.
///
/// The questions that every front may know are here, such as ``confirm`` and ``pickFile``. An app declares its own as it declares an
/// operation of a service:
///
/// ```swift
/// extension FrontQuestion<City, Weather> {
///   static var weatherOutside: Self { Self("weather-outside") }
/// }
///
/// @MainActor func ask(_ environment: AppEnvironment) -> AnyPublisher<FrontAnswer<Weather>, Never> {
///   environment.front.ask(.weatherOutside, City(name: "Oslo"))
/// }
/// ```
///
/// Input and answer are described, so that any front can read the one and write the other. They hold no secret.
public struct FrontQuestion<Input: Sendable, Answer: Sendable>: Sendable {
  /// The name, unique in the app. A front names the questions that it can answer.
  public let name: String
  /// How an input is read, written and described.
  public let input: Codec<Input>
  /// How an answer is read, written and described.
  public let answer: Codec<Answer>
  /// Whether an assistant may answer it, too. By default, only a person's front does.
  public let isForAssistants: Bool

  /// A question with the codecs of its values.
  ///
  /// - Parameters:
  ///   - name: A name that no other question of the app has.
  ///   - input: How an input is read, written and described.
  ///   - answer: How an answer is read, written and described.
  ///   - isForAssistants: Whether an assistant may answer it, too.
  public init(_ name: String, input: Codec<Input>, answer: Codec<Answer>, isForAssistants: Bool = false) {
    self.name = name
    self.input = input
    self.answer = answer
    self.isForAssistants = isForAssistants
  }
}

extension FrontQuestion where Answer: JSONReadable & JSONWritable {
  /// A question whose input and answer are described by their types.
  public init(_ name: String, isForAssistants: Bool = false) where Input: JSONReadable & JSONWritable {
    self.init(name, input: .described, answer: .described, isForAssistants: isForAssistants)
  }

  /// A question without an input.
  public init(_ name: String, isForAssistants: Bool = false) where Input == Void {
    self.init(name, input: .nothing, answer: .described, isForAssistants: isForAssistants)
  }
}

extension FrontQuestion where Input: JSONReadable & JSONWritable, Answer == Void {
  /// A question that is answered by the deed alone.
  public init(_ name: String, isForAssistants: Bool = false) {
    self.init(name, input: .described, answer: .nothing, isForAssistants: isForAssistants)
  }
}

/// A question of an app's own without its types, for what lists questions: a client, a document, the tools of an assistant.
public struct QuestionDescription: Sendable {
  /// The name of the question.
  public let name: String
  /// Whether an assistant may answer it, too.
  public let isForAssistants: Bool
  private let makeInput: @Sendable () -> Shape
  private let makeAnswer: @Sendable () -> Shape

  /// The description of a question.
  public init<Input, Answer>(_ question: FrontQuestion<Input, Answer>) {
    name = question.name
    isForAssistants = question.isForAssistants
    makeInput = { question.input.shape }
    makeAnswer = { question.answer.shape }
  }

  /// What an input is; nothing without one.
  public var input: Shape { makeInput() }

  /// What an answer is; nothing for a question that is answered by the deed alone.
  public var answer: Shape { makeAnswer() }
}

/// What came of a question to a front. A question always ends with one of these.
public enum FrontAnswer<Answer: Sendable>: Sendable {
  /// The front has answered; a *no* is an answer.
  case answered(Answer)
  /// It has ended without an answer: the person has given none, the front has left, or the screen was closed.
  case cancelled
  /// No front can answer, for this reason, which is a text for people.
  case cannot(String)

  /// The answer; `nil` without one.
  public var answer: Answer? { if case .answered(let answer) = self { answer } else { nil } }
}

extension FrontAnswer: Equatable where Answer: Equatable {}

/// What a front says to a question.
public enum FrontReply: Sendable {
  /// An answer, as JSON.
  case answer(JSONText)
  /// The person gives none.
  case cancelled
  /// The front cannot ask the person, for this reason, which is a text for people.
  case cannot(String)
}

/// A question with its input: what `FrontAsker.ask(_:)` asks.
///
/// ```swift
/// @MainActor func leave(_ environment: AppEnvironment) -> AnyPublisher<FrontAnswer<String>, Never> {
///   environment.front.ask(
///     .confirm("Leave without saving?", [.destructive("leave", "Leave"), .cancel("stay", "Stay")]))
/// }
/// ```
public struct FrontRequest<Answer: Sendable>: Sendable {
  /// The name of the question.
  public let name: String
  /// What is asked with it.
  package let content: QuestionInput
  package let inputShape: Shape
  package let answer: Codec<Answer>
  package var traits: QuestionTraits
  /// Why a value is not an answer to this request, as a text for people; `nil` if it is one.
  package var fault: @Sendable (Answer) -> LocalizedText? = { _ in nil }
  /// Why it cannot be asked, as a text for people; `nil` if it can. It gets the schemes of links that the app allows.
  package var obstacle: @Sendable (_ schemes: Set<String>) -> LocalizedText? = { _ in nil }

  /// A question with its input.
  public init<Input>(_ question: FrontQuestion<Input, Answer>, _ input: Input) {
    name = question.name
    content = QuestionInput(input, question.input)
    inputShape = question.input.shape
    answer = question.answer
    traits = QuestionTraits(isForAssistants: question.isForAssistants)
  }

  /// What is asked with it.
  package var input: any Sendable { content.whole.value }

  /// The same request, whose input is private: only the fronts that are asked see it, and none while it hides what is private.
  public func withPrivateInput() -> Self { with { $0.isPrivate = true } }

  /// The same request, which any person's front may answer, and not only the one that is asked.
  public func answeredByAnyFront() -> Self { with { $0.isForAnyFront = true } }

  /// The same request, which ends as cancelled if it has no answer after a time.
  public func waiting(atMost limit: Duration) -> Self { with { $0.limit = limit } }

  package func with(_ change: (inout QuestionTraits) -> Void) -> Self {
    var request = self
    change(&request.traits)
    return request
  }
}

/// What decides where a question goes and how long it stays open.
package struct QuestionTraits: Sendable {
  /// Whether an assistant may answer it.
  package var isForAssistants = false
  /// Whether it is of the moment: with no front to ask, it cannot be asked.
  package var isMomentary = false
  /// Whether it belongs to the app and outlives its screen.
  package var isNotice = false
  /// Whether only a person answers it, even where an assistant could.
  package var isPersonal = false
  /// Whether the input is private.
  package var isPrivate = false
  /// Whether a recording has the input, unless it is private.
  package var isRecorded = true
  /// Whether fronts that are not asked may answer it.
  package var isForAnyFront = false
  /// How long it stays open; `nil` as long as it takes.
  package var limit: Duration?

  package init(isForAssistants: Bool = false, isPersonal: Bool = false) {
    self.isForAssistants = isForAssistants
    self.isPersonal = isPersonal
  }
}
