import Locking
public import Screens
package import Streams

/// A front whose every answer comes from the test, for any question. It records the questions, in the order in which they were
/// asked.
///
///     let world = TestWorld()
///     let model = ShelfViewModel(world.environment)
///     model.eventSubject.send(.clearButtonWasTapped)
///     world.front.last(.confirm).answer("delete")
///     #expect(model.state.titles.isEmpty)
///
/// What view models ask comes here, also in an `AppCore` with the world's environment; what the core asks before a destructive
/// event goes to the fronts that are attached to it. Links and texts are passed on as they are.
///
/// A test has to answer what it asks: when the front is released, a question that is open stops the test and is named, apart from
/// notices.
public final class ScriptedFront: Sendable {
  private struct State {
    var questions: [any AnyScriptedQuestion] = []
    var onOpenAtEnd: @Sendable (String) -> Void = { preconditionFailure($0) }
  }

  private let state = LockedValue(State())

  /// Creates a front that was not asked yet.
  public init() {}

  /// Receives a sentence about the questions that are open when the front is released. By default it stops the test.
  public var onOpenAtEnd: @Sendable (String) -> Void {
    get { state.withLock { $0.onOpenAtEnd } }
    set { state.withLock { $0.onOpenAtEnd = newValue } }
  }

  /// Every question so far, oldest first.
  public var questions: [any AnyScriptedQuestion] { state.withLock { $0.questions } }

  /// The questions that are open, oldest first.
  public var openQuestions: [any AnyScriptedQuestion] { questions.filter(\.isOpen) }

  /// Every question of a kind so far, oldest first.
  public func questions<Input, Answer>(
    _ question: FrontQuestion<Input, Answer>
  ) -> [ScriptedQuestion<Input, Answer>] {
    questions.filter { $0.name == question.name }.map { asked in
      guard let call = asked as? QuestionCall<Answer>, let input = call.request.input as? Input else {
        preconditionFailure("Two questions of different types have the name \"\(question.name)\".")
      }
      return ScriptedQuestion(input: input, call: call)
    }
  }

  /// The newest question of a kind. There has to be one.
  public func last<Input, Answer>(_ question: FrontQuestion<Input, Answer>) -> ScriptedQuestion<Input, Answer> {
    guard let last = questions(question).last else {
      preconditionFailure("The front was not asked \"\(question.name)\".")
    }
    return last
  }

  deinit {
    let open = openQuestions.filter { $0.name != FrontQuestion.notify.name }
    guard !open.isEmpty else { return }
    onOpenAtEnd("The test ends with an open question: " + open.map(\.description).joined(separator: ", ") + ".")
  }
}

extension ScriptedFront: FrontChannel {
  package func ask<Answer>(
    _ request: FrontRequest<Answer>, _ receive: @escaping @MainActor (FrontAnswer<Answer>) -> Void
  ) -> AnyCancellable {
    let call = QuestionCall(request, receive)
    state.withLock { $0.questions.append(call) }
    return AnyCancellable { call.withdraw() }
  }
}

/// A question of any kind to a ``ScriptedFront``.
public protocol AnyScriptedQuestion: Sendable, CustomStringConvertible {
  /// The name of the question.
  var name: String { get }
  /// Whether the view model still waits.
  var isOpen: Bool { get }
  /// Whether the view model has withdrawn it.
  var isWithdrawn: Bool { get }
}

/// A question to a ``ScriptedFront``. The test answers it, at any time and in any order.
public struct ScriptedQuestion<Input: Sendable, Answer: Sendable>: AnyScriptedQuestion {
  /// What is asked with it.
  public let input: Input
  private let call: QuestionCall<Answer>

  fileprivate init(input: Input, call: QuestionCall<Answer>) {
    self.input = input
    self.call = call
  }

  public var name: String { call.name }
  public var isOpen: Bool { call.isOpen }
  public var isWithdrawn: Bool { call.isWithdrawn }
  public var description: String { call.description }

  /// Answers it. A value that does not fit the question, such as an unknown choice, stops the test.
  @MainActor public func answer(_ answer: Answer) {
    if let fault = call.request.fault(answer) { preconditionFailure(fault.description) }
    call.end(.answered(answer))
  }

  /// The person gives no answer.
  @MainActor public func cancel() { call.end(.cancelled) }

  /// The front cannot do it.
  @MainActor public func cannot(_ reason: String = "The front cannot do this.") { call.end(.cannot(reason)) }
}

extension ScriptedQuestion where Answer == Void {
  /// The front has done it.
  @MainActor public func answer() { answer(()) }
}

/// A question, and what waits for its end.
private final class QuestionCall<Answer: Sendable>: AnyScriptedQuestion {
  private enum State {
    case open(@MainActor (FrontAnswer<Answer>) -> Void)
    case ended
    case withdrawn
  }

  let request: FrontRequest<Answer>
  private let state: LockedValue<State>

  init(_ request: FrontRequest<Answer>, _ receive: @escaping @MainActor (FrontAnswer<Answer>) -> Void) {
    self.request = request
    state = LockedValue(.open(receive))
  }

  var name: String { request.name }
  var description: String { "\(request.name) \(request.input)" }
  var isOpen: Bool { state.withLock { if case .open = $0 { true } else { false } } }
  var isWithdrawn: Bool { state.withLock { if case .withdrawn = $0 { true } else { false } } }

  @MainActor func end(_ answer: FrontAnswer<Answer>) {
    let receive = state.withLock { state -> (@MainActor (FrontAnswer<Answer>) -> Void)? in
      guard case .open(let receive) = state else { return nil }
      state = .ended
      return receive
    }
    guard let receive else { preconditionFailure("The question \"\(name)\" has ended already.") }
    receive(answer)
  }

  func withdraw() {
    state.withLock { state in if case .open = state { state = .withdrawn } }
  }
}
