import Descriptions
import JSON
import JSONRPC
import Screens

/// What the client hears of the reports to its front.
extension ScreenServer {
  /// Follows a report to the front.
  func follow(_ report: AppReport) {
    switch report.event {
    case .opened: if let screen = report.instance { didOpen(screen, by: report.cause) }
    case .changed: if let instance = served(report.instance) { session.update(instance.topic) }
    case .closed(let reason, let outcome):
      guard let instance = served(report.instance) else { return }
      // The client closes an instance and leaves it without a notification; here the host of the app or another front has closed it.
      let closer: CloseReason = report.cause.front == .host ? .closedByApp : .released
      guard report.cause.front != front.id else { return }
      didClose(instance, ServedInstance.Closing(reason: reason ?? closer, outcome: outcome))
    case .tabSelected(let tab, _): session.notify("app/tab") { $0.member("tab", tab) }
    case .waitsForChanged: reportWaits()
    case .accountChanged: accountDidChange()
    case .idle: answerSyncs()
    case .questionOpened: updateQuestions()
    case .questionEnded(let question, let end): questions?.didEnd(question, end, for: front)
    // What is private may be shown again, and with it what is asked.
    case .application, .front: updateQuestions()
    case .sent: reportDeed(report)
    case .localized: if !isGreeting { reportLocalization() }
    case .held, .refused, .stayed, .released, .busy, .questionDeclined, .fault: break
    }
  }

  /// Says in which language the app is from here on, and what it is called there: the states follow.
  private func reportLocalization() {
    session.notifyLater("app/localized") { [app] in
      let words = app.environment.words
      $0.member("language", app.localization.language.description)
      if !app.layout.isEmpty { $0.member("layout", app.layout.json.said(in: words)) }
      $0.member("locale", app.localization.locale.identifier)
      if let title = app.title { $0.member("title", title.json(in: words)) }
    }
  }

  /// Says what an assistant has done.
  private func reportDeed(_ report: AppReport) {
    guard client.causes, let deed = report.deed, let by = report.cause.front, let instance = served(report.instance)
    else { return }
    let label = app.environment.words.string(LocalizedText(english: deed.text))
    session.notifyLater("screen/acted") {
      $0.member("by", by.description)
      $0.member("event", deed.name)
      $0.member("instance", instance.name)
      $0.member("label", label)
    }
  }

  /// Says what waits for a person. The instances were announced before.
  func reportWaits() {
    session.notifyLater("app/waitsFor") { [front] in
      $0.member("waitsFor") { writer in
        writer.array { writer in
          for wait in front.waitsFor {
            writer.object {
              $0.member("instance", wait.instance)
              $0.member("reason", wait.reason.rawValue)
              $0.member("since", wait.since)
              $0.member("waiting", wait.waiting)
            }
          }
        }
      }
    }
  }

  /// What the client keeps for the user who was signed in goes with the account.
  private func accountDidChange() {
    if !account.isEmpty { session.notify("app/signedOut") { _ in } }
    account = app.environment.account
  }

  /// Opens a screen as the client requests, and answers as soon as it is open: what the screen has opened while it was made
  /// is announced after the reply.
  func open(_ command: AppCommand, _ call: Call) throws(AppCommandError) {
    let followsLink = if case .follow = command { true } else { false }
    opening = (call, followsLink)
    defer { opening = nil }
    try front.perform(command)
  }

  /// The app's own view model, which the client follows from here on; `nil` if the app has none.
  func followApp() -> ServedInstance? {
    guard let screen = front.followApp() else { return nil }
    return instances[screen.id] ?? add(screen)
  }

  /// Answers with the app's own view model, whose first state is in the answer.
  func answer(_ call: Call, following app: ServedInstance) {
    call.succeed(opening: app.topic)
    appearing.append(app)
  }

  /// Serves a screen that the client has opened, or another one that it sees.
  private func didOpen(_ screen: AnyScreenInstance, by cause: AppReport.Cause) {
    if cause.front == front.id, let (call, followsLink) = opening {
      opening = nil
      let instance = add(screen)
      if followsLink { instance.addition = .screen }
      call.succeed(opening: instance.topic) { [unowned self] in didAnnounce(instance) }
      appearing.append(instance)
      return
    }
    let opener = served(screen.opener)
    let instance = add(screen)
    if let opener, !opener.topic.isOpen { opener.unannounced.append(instance) } else { announce(instance) }
    appearing.append(instance)
    if !isHandling { appear() }
  }

  /// Announces all that the front sees when it is attached or comes back.
  func announceAll() {
    for instance in front.screens.compactMap({ instances[$0.id] })
    where !instance.topic.isOpen && instance.closing == nil {
      instance.announce(in: session)
      appearing.append(instance)
    }
  }

  /// Announces an instance, and after it what it has opened.
  private func announce(_ instance: ServedInstance) {
    instance.announce(in: session)
    announceOpened(by: instance)
  }

  /// Announces what an instance opened before it was announced itself, unless it is closed again.
  func announceOpened(by instance: ServedInstance) {
    let opened = instance.unannounced
    instance.unannounced = []
    for instance in opened where instance.closing == nil { announce(instance) }
  }

  /// The screens that were opened appear, after their frames were written: a reader that keeps up finds the first state in
  /// the reply or in `screen/opened`, and the changes by the appearance in an update.
  ///
  /// In a batch the reply waits, and the screen appears all the same, because later requests of the batch, such as a `sync`,
  /// rely on it.
  func appear() {
    guard !appearing.isEmpty else { return }
    session.perform {
      while !appearing.isEmpty {
        let instance = appearing.removeFirst()
        // One that has appeared for another front changes nothing.
        if !instance.screen.hasAppeared { session.flush() }
        instance.screen.viewDidAppear()
      }
    }
  }

  /// The app has closed an instance.
  func didClose(_ instance: ServedInstance, _ closing: ServedInstance.Closing) {
    instances[instance.name] = nil
    instance.wasClosed(closing)
    if instance.topic.isOpen { reportClosed(instance, closing) }
  }

  /// Runs when the reply that opens an instance is sent: later frames may name the instance.
  func didAnnounce(_ instance: ServedInstance) {
    announceOpened(by: instance)
    if let closing = instance.closing, !instance.topic.isClosed { reportClosed(instance, closing) }
  }

  private func reportClosed(_ instance: ServedInstance, _ closing: ServedInstance.Closing) {
    instance.topic.close()
    session.notifyLater("screen/closed") { [front] in
      $0.members(hidden: closing.outcome?.hidden(from: front) ?? [])
      $0.member("instance", instance.name)
      $0.member("reason", closing.reason.rawValue)
      if let outcome = closing.outcome { $0.member("result") { $0.write(outcome.value(for: front)) } }
    }
  }

  private func served(_ screen: AnyScreenInstance?) -> ServedInstance? {
    // NB: no closure, which would look for its actor at each call.
    guard let screen else { return nil }
    return instances[screen.id]
  }
}
