import Descriptions
import Streams
import Words

/// What becomes of an event of an open screen, wherever it was sent: it is refused, held until a person has answered, or accepted; that is
/// reported, and what comes of it follows.
extension ModelRunner {
  private func read(_ event: JSONText, by front: AppFront) throws(EventError) -> Model.Event {
    do throws(InputError) {
      return try Model.Event(
        front.reading(event) {
          (Model.Event.shape(for: Model.State.self, appearance: nil), fields: Model.State.shape.members)
        })
    } catch { throw .input(error) }
  }

  func send(_ event: JSONText, by front: AppFront, confirmed: Bool) throws(EventError) -> String? {
    try send(read(event, by: front), by: front, confirmed: confirmed, isTyped: false)
  }

  func check(_ event: JSONText, by front: AppFront) throws(EventError) {
    let event = try read(event, by: front)
    if let refusal = refusal(of: event, by: front) { throw error(refusal, of: event, to: front) }
  }

  func `repeat`(_ event: JSONText, by front: AppFront) throws(InputError) {
    let event = try Model.Event(event)
    guard event == appearance, let screen, !screen.hasAppeared else { return perform(event, by: front) }
    screen.appear(to: front)
  }

  /// The events of the view model as a front sends and receives them.
  func events(sentBy front: @escaping @MainActor @Sendable (Model.Event) -> Void) -> EventSubject<Model.Event> {
    EventSubject(subject?.accepted ?? relay, sentBy: front)
  }

  /// Takes the events that are sent to the view model's subject from here on.
  ///
  /// - Returns: The subscription to a plain subject, which is only observed.
  func followEvents() -> AnyCancellable? {
    guard let subject else {
      // NB: a plain subject delivers what is sent to it: the event is reported when the view model has handled it.
      return model.eventSubject.sink { [unowned self] event in
        if ownCount > 0 { ownCount -= 1 } else { report(sent: event, by: cause) }
        relay.send(event)
      }
    }
    subject.setPerformer { [weak self] event in
      assert(event.isDescribed, Self.mistake(event))
      guard let self, isOpen || isDelivering else { return false }
      if reporter.isFollowing {
        let sender = reporter.actor
        reporter.perform { [self] in decide(event, by: .front(sender)) }
      } else if isDelivering {
        wait(event, by: cause)
      } else {
        decide(event, by: cause)
      }
      return true
    }
    return nil
  }

  private func refusal(of event: Model.Event, by front: AppFront, confirmed: Bool = false) -> Refusal? {
    if confirmed, asksFirst, !front.mayConfirm {
      return Refusal(.confirmedByAssistant, Words.text("A person confirms this. Send it without \"confirmed\"."))
    }
    if let screen, let refusal = front.refusal(of: event, to: screen) { return refusal }
    return refusal(of: event)
  }

  /// Why the state does not allow an event: the state of the part that it is for, or that of the screen.
  private func refusal(of event: Model.Event) -> Refusal? {
    subject?.refusalOfPart(event) ?? model.refusalOfState(event)
  }

  /// The texts in the language of the app.
  private var words: Words { screen?.app?.environment.words ?? .english }

  private func error(_ refusal: Refusal, of event: Model.Event, to front: AppFront) -> EventError {
    let reason = reason(refusal, of: event)
    return .refused(reason, read: reason.value(for: front), code: refusal.code)
  }

  private func reason(_ refusal: Refusal, of event: Model.Event) -> Outgoing<String> {
    let reason = refusal.reason(in: words)
    compare(
      reason.rest.json, "The reason against the event \"\(EventShape.name(of: event))\"",
      remedy: "withPrivateReasons()")
    return reason
  }

  private func report(_ refusal: Refusal, of event: Model.Event, by cause: AppReport.Cause) {
    let reason = reason(refusal, of: event)
    let app = screen?.app
    let front = cause.front.flatMap { app?.front($0.number) } ?? app?.host
    report(.refused(event, reason: front.map { reason.value(for: $0) } ?? reason.rest), by: cause)
  }

  /// Sends an event of a front.
  ///
  /// - Returns: The id of the question that a person is asked first; `nil` if none is.
  func send(
    _ event: Model.Event, by front: AppFront, confirmed: Bool, isTyped: Bool
  ) throws(EventError) -> String? {
    let sender = front.id
    if let refusal = refusal(of: event, by: front, confirmed: confirmed) {
      report(refusal, of: event, by: .front(sender))
      throw error(refusal, of: event, to: front)
    }
    // What waits until another command is done is held then.
    if asksFirst, !confirmed, !reporter.isHandling {
      if let question = try hold(event, by: sender, isTyped: isTyped) { return question }
    }
    perform(event, by: front, confirmed: confirmed || !asksFirst)
    return nil
  }

  /// Applies an event of a front.
  private func perform(_ event: Model.Event, by front: AppFront, confirmed: Bool = true) {
    let sender = front.id
    guard reporter.isHandling, let screen else { return accept(event, by: .front(sender), of: sender) }
    reporter.perform { [self] in
      if !screen.isClosing { decide(event, by: .front(sender), confirmed: confirmed) }
    }
  }

  // MARK: - Events with a question

  /// Holds an event if a person is asked first.
  ///
  /// - Parameter isTyped: Whether code in the process has sent it. It counts as confirmed where no front is attached.
  /// - Returns: The id of the question; `nil` if none is asked.
  /// - Throws: an `EventError` if no person can be asked.
  private func hold(_ event: Model.Event, by sender: FrontID, isTyped: Bool) throws(EventError) -> String? {
    guard let question = event.question(in: model.state), let screen, let questions = screen.app?.questions else {
      return nil
    }
    let reason: String
    switch questions.hasRoom
      ? questions.target(ofEventBy: sender) : .cannot(words.text("Too many questions are open."))
    {
    case .fronts(let fronts): return hold(event, question, by: sender, asking: fronts, in: screen, questions)
    case .none:
      if isTyped { return nil }
      reason = words.text(
        "A person is asked before this, and no front is attached. Ask, and send it with \"confirmed\".")
    case .cannot(let obstacle): reason = words.text("A person is asked before this. \(obstacle)")
    }
    report(.refused(event, reason: reason), by: .front(sender))
    throw .confirmationNeeded(reason: reason)
  }

  private func hold(
    _ event: Model.Event, _ question: (question: EventQuestion, name: String), by sender: FrontID,
    asking fronts: [FrontID], in screen: RunningScreen, _ questions: Questions
  ) -> String {
    questions.hold(question, before: event, to: screen, by: sender, asking: fronts) { [weak self] in
      self?.release(event, by: sender) ?? .dropped
    }
  }

  /// Applies an event that was held, unless the state does not allow it any more.
  private func release(_ event: Model.Event, by sender: FrontID) -> QuestionEnd.HeldEvent {
    guard isOpen, let screen, !screen.isClosing else { return .dropped }
    let front = screen.app?.front(sender.number)
    if let refusal = front.map({ refusal(of: event, by: $0) }) ?? refusal(of: event) {
      report(refusal, of: event, by: .front(sender))
      return .refused(reason(refusal, of: event))
    }
    // A consequence of the answer, which a replay gives again.
    accept(event, by: .instance(id), of: sender)
    return .applied
  }

  func repeatHolding(_ event: JSONText, by front: AppFront) throws(InputError) {
    let (event, sender) = (try Model.Event(event), front.id)
    guard let question = event.question(in: model.state), let screen, let questions = screen.app?.questions,
      case .fronts(let fronts) = questions.target(ofEventBy: sender)
    else { return }
    _ = hold(event, question, by: sender, asking: fronts, in: screen, questions)
  }

  // MARK: - Applying

  /// Applies the event of the appearance. To show a screen is not to hold it.
  func appear(to front: AppFront) {
    guard let event = appearance else { return }
    let sender = front.id
    guard reporter.isHandling, let screen else {
      return accept(event, by: .front(sender), of: nil, isAppearance: true)
    }
    reporter.perform { [self] in
      if !screen.isClosing { accept(event, by: .front(sender), of: nil, isAppearance: true) }
    }
  }

  func isAppearance(_ event: any ScreenEvent) -> Bool { appearance.map { $0 == event as? Model.Event } == true }

  /// Applies an event unless the state does not allow it.
  private func decide(_ event: Model.Event, by cause: AppReport.Cause, confirmed: Bool = false) {
    if let refusal = refusal(of: event) {
      report(refusal, of: event, by: cause)
    } else if asksFirst, !confirmed, let sender = cause.front {
      do throws(EventError) {
        if try hold(event, by: sender, isTyped: true) == nil { accept(event, by: cause, of: sender) }
      } catch {
        // The refusal is reported.
      }
    } else {
      accept(event, by: cause, of: cause.front)
    }
  }

  /// Applies an event, or lets it wait for the delivery that goes on. Then it is decided anew.
  ///
  /// - Parameters:
  ///   - holder: The front that has sent it, and holds the screen from now on.
  ///   - isAppearance: Whether it is the appearance of the screen.
  private func accept(
    _ event: Model.Event, by cause: AppReport.Cause, of holder: FrontID?, isAppearance: Bool = false
  ) {
    guard !isDelivering else { return wait(event, by: cause) }
    if let holder { screen?.didAccept(eventOf: holder) }
    isDelivering = true
    let outer = reporter.begin(for: id, by: cause.front, isAppearance: isAppearance, work: screen?.work.pending)
    deliver(event, by: cause)
    if waitingCount > 0 { deliverWaiting() }
    isDelivering = false
    reporter.end(for: outer)
  }

  // NB: a function with a value of a generic tuple makes its type at run time, each time.
  @inline(never) private func deliverWaiting() {
    while waitingCount > 0 {
      waitingCount -= 1
      let next = waiting.removeFirst()
      if let refusal = refusal(of: next.event) {
        report(refusal, of: next.event, by: next.cause)
      } else {
        deliver(next.event, by: next.cause)
      }
    }
  }

  @inline(never) private func wait(_ event: Model.Event, by cause: AppReport.Cause) {
    waiting.append((event, cause))
    waitingCount += 1
  }

  private func deliver(_ event: Model.Event, by cause: AppReport.Cause) {
    report(sent: event, by: cause)
    if let subject { return subject.deliver(event) }
    ownCount += 1
    model.eventSubject.send(event)
  }

  /// Reports an event that is delivered, or that a plain subject has delivered.
  private func report(sent event: Model.Event, by cause: AppReport.Cause) {
    assert(event.isDescribed, Self.mistake(event))
    report(.sent(event), by: cause)
  }

  private func report(_ event: AppReport.Event, by cause: AppReport.Cause) {
    if isOpen, let screen { reporter.report(event, about: screen, by: cause) }
  }

  private static func mistake(_ event: Model.Event) -> String {
    "\(Model.Event.self): no case describes the event \(EventShape.name(of: event))."
  }
}
