import Descriptions
import Dispatch
import Requests
public import Streams
import StreamsExtras
import Words

/// Asks the front of a screen: to confirm, to pick a file, to open a link, to tell a person something.
///
/// ```swift
/// @MainActor func clear(_ environment: AppEnvironment) -> AnyCancellable {
///   environment.front
///     .ask(.confirm("Delete all books?", [.destructive("delete", "Delete"), .cancel("keep", "Keep")]))
///     .sink { answer in if answer == .answered("delete") { print("Deleted.") } }
/// }
/// ```
///
/// A question is asked of the front whose command is handled; what a screen asks later, of the one in use: the person's front that
/// is active and has sent the last command. What an assistant causes is asked of the persons' fronts. With no front attached, what
/// is of the moment (a link, the clipboard, a row, a notice without an action) cannot be asked, and the rest waits for one.
///
/// Closing the screen withdraws what it asks, apart from notices. A question to a person makes no screen busy. It is recorded, and a
/// replay answers it as the person did.
///
/// Sendable because what it has is used on the main actor alone.
public struct FrontAsker: @unchecked Sendable {
  let channel: (any FrontChannel)?
  let questions: Questions?
  /// Those of the screen that asks; `nil` for none.
  let navigator: Navigator?
  let pendingWork: PendingWork?
  let lifetime: Lifetime?
  let main: AnySchedulerOf<DispatchQueue>
  let linkSchemes: Set<String>
  let noticeAnswers: PassthroughSubject<NoticeAnswer, Never>
  let session: AccountSession

  /// Asks at each subscription, and publishes what comes of it.
  ///
  /// - Demand: The result waits until it is requested.
  /// - Completion: After one result, on the main actor. It never fails.
  /// - Cancellation: Withdraws the question; a notice stays, and what comes of it is published by
  ///   ``AppEnvironment/noticeAnswers``.
  @MainActor public func ask<Answer>(_ request: FrontRequest<Answer>) -> AnyPublisher<FrontAnswer<Answer>, Never> {
    AnyPublisher.create { input in
      MainActor.assumeIsolated { () -> AnyCancellable in
        let asker = begin(request) { answer in
          input.send(answer)
          input.send(completion: .finished)
        }
        return asker.cancellable(questions)
      }
    }
  }

  /// Whether an assistant's command is handled.
  var isAskedByAssistant: Bool { MainActor.assumeIsolated { questions?.isAskedByAssistant ?? false } }

  /// Asks a question of the app's own at each subscription, as ``ask(_:)`` does.
  @MainActor public func ask<Input, Answer>(
    _ question: FrontQuestion<Input, Answer>, _ input: Input
  ) -> AnyPublisher<FrontAnswer<Answer>, Never> {
    ask(FrontRequest(question, input))
  }

  /// Asks at once, and does not wait for what comes of it. That of a notice with an action is published by
  /// ``AppEnvironment/noticeAnswers``.
  @MainActor public func tell<Answer>(_ request: FrontRequest<Answer>) { _ = begin(request, nil) }

  /// Asks.
  ///
  /// - Parameter receive: Receives the result once; `nil` if nothing waits for it.
  /// - Returns: What waits for the result.
  @MainActor private func begin<Answer>(
    _ request: FrontRequest<Answer>, _ receive: ((FrontAnswer<Answer>) -> Void)?
  ) -> Asker<Answer> {
    let asker = Asker(request, noticeAnswers, receive)
    if session.refusal(for: lifetime) != nil {
      later(.cancelled, asker)
    } else if let channel {
      asker.withdrawal = channel.ask(request) { asker.receive($0) }
    } else if let reason = request.obstacle(linkSchemes) {
      later(.cannot((questions?.words ?? .english).string(reason)), asker)
    } else if let questions {
      guard let navigator else {
        open(request, asker, nil, questions)
        return asker
      }
      navigator.whenOpen { instance in
        guard !asker.isCancelled else { return }
        if instance == nil, !request.traits.isNotice { return later(.cancelled, asker) }
        open(request, asker, instance, questions)
      }
    } else {
      later(.cannot(Words.english.text("No front is attached that could do this: \(request.name).")), asker)
    }
    return asker
  }

  @MainActor private func open<Answer>(
    _ request: FrontRequest<Answer>, _ asker: Asker<Answer>, _ instance: RunningScreen?, _ questions: Questions
  ) {
    let target =
      questions.hasRoom
      ? questions.target(of: request.name, request.traits, from: questions.sender)
      : .cannot(questions.words.text("Too many questions are open."))
    switch target {
    case .cannot(let reason):
      questions.obstacle = reason
      later(.cannot(reason), asker)
    case .fronts(let fronts):
      asker.screen = instance
      asker.question = questions.ask(request, for: instance, of: fronts) { answer, _ in
        asker.receive(answer)
        return nil
      }
      withdraw(asker, with: request.traits, questions)
    }
  }

  /// Withdraws what a part of a screen asks when the part ends, apart from a notice.
  @MainActor private func withdraw<Answer>(
    _ asker: Asker<Answer>, with traits: QuestionTraits, _ questions: Questions
  ) {
    guard navigator?.isOfPart == true, let lifetime, !traits.isNotice, let question = asker.question else { return }
    asker.partsEnd = lifetime.end
      .sink(
        receiveCompletion: { [weak questions] _ in MainActor.assumeIsolated { questions?.end(question, .cancelled) } },
        receiveValue: {})
  }

  /// Passes a result on when the asker has returned. Until then its screen is busy.
  @MainActor private func later<Answer>(_ answer: FrontAnswer<Answer>, _ asker: Asker<Answer>) {
    let work = pendingWork?.begin()
    main.schedule {
      MainActor.assumeIsolated {
        if !asker.isCancelled { asker.receive(answer) }
        work?.cancel()
      }
    }
  }

  /// What waits for the result of a question.
  @MainActor private final class Asker<Answer: Sendable> {
    /// The id of the question that is open.
    var question: String?
    /// The screen that asks.
    weak var screen: RunningScreen?
    /// Withdraws a question to a ``FrontChannel``.
    var withdrawal: AnyCancellable?
    /// The end of the part that asks.
    var partsEnd: AnyCancellable?
    private(set) var isCancelled = false
    private var receiveAnswer: ((FrontAnswer<Answer>) -> Void)?
    private let noticeAnswers: PassthroughSubject<NoticeAnswer, Never>
    private let notice: Notice?

    init(
      _ request: FrontRequest<Answer>, _ noticeAnswers: PassthroughSubject<NoticeAnswer, Never>,
      _ receive: ((FrontAnswer<Answer>) -> Void)?
    ) {
      self.noticeAnswers = noticeAnswers
      receiveAnswer = receive
      notice = request.traits.isNotice ? request.input as? Notice : nil
    }

    func receive(_ answer: FrontAnswer<Answer>) {
      question = nil
      let receive = receiveAnswer
      receiveAnswer = nil
      guard let notice else {
        receive?(answer)
        return
      }
      // What a screen asked that is closed meanwhile, or has cancelled, is the app's.
      if let receive, screen == nil || screen?.isClosing == false { return receive(answer) }
      if let action = notice.action, let reply = answer as? FrontAnswer<NoticeReply> {
        noticeAnswers.send(NoticeAnswer(action: action, answer: reply))
      }
    }

    func cancellable(_ questions: Questions?) -> AnyCancellable {
      AnyCancellable { [weak questions] in
        onMain {
          self.receiveAnswer = nil
          guard self.notice == nil else { return }
          self.isCancelled = true
          self.withdrawal?.cancel()
          if let question = self.question { questions?.end(question, .cancelled, isDelivered: false) }
        }
      }
    }
  }
}

/// Answers the questions of view models without an app core: a test's front.
package protocol FrontChannel: AnyObject, Sendable {
  /// A view model asks. The result is received once.
  ///
  /// - Returns: What withdraws the question.
  func ask<Answer>(
    _ request: FrontRequest<Answer>, _ receive: @escaping @MainActor (FrontAnswer<Answer>) -> Void
  ) -> AnyCancellable
}

extension AppEnvironment {
  /// Asks the front of this environment's screen. Without an app core, as in a unit test, no front is attached, unless the test
  /// has one.
  public var front: FrontAsker {
    FrontAsker(
      channel: self[FrontChannelKey.self], questions: questions, navigator: self[ofScreen: Navigator.self],
      pendingWork: self[ofScreen: PendingWork.self], lifetime: lifetime, main: main, linkSchemes: linkSchemes,
      noticeAnswers: noticeAnswerSubject, session: session)
  }

  /// What comes of notices with an action that no open screen waits for: its screen was closed, has cancelled, or did not ask but
  /// tell. All copies of an environment share it, so that a service, or the app's own view model, can do what was chosen.
  ///
  /// ```swift
  /// func undoneNumbers(_ environment: AppEnvironment) -> AnyPublisher<String, Never> {
  ///   environment.noticeAnswers
  ///     .filter { $0.action.name == "undo" && $0.answer == .answered(.action) }
  ///     .compactMap(\.action.value)
  ///     .eraseToAnyPublisher()
  /// }
  /// ```
  public var noticeAnswers: AnyPublisher<NoticeAnswer, Never> { noticeAnswerSubject.eraseToAnyPublisher() }

  /// A test's front, which answers in place of the fronts of an app core.
  package var frontChannel: (any FrontChannel)? {
    get { self[FrontChannelKey.self] }
    set { self[FrontChannelKey.self] = newValue }
  }
}

private enum FrontChannelKey: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> (any FrontChannel)? { nil }
}
