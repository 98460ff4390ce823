import Descriptions
import JSONRPC
import Screens

/// What screens open and close of their own accord.
extension ScreenServer {
  /// Follows a navigation of the app.
  func follow(_ event: NavigationEvent) {
    // NB: a screen that navigates while it is made is not served yet.
    if isOpening { return navigationsWhileOpening.append(event) }
    switch event {
    case .opened(let screen): serve(screen)
    case .closed(let screen, let reason, let outcome):
      guard let instance = served(screen) else { return }
      didClose(instance, ServedInstance.Closing(reason: reason, outcome: outcome))
    }
  }

  /// Opens a screen as the client requests. Its navigations are followed when ``didOpen()`` is called.
  func open(_ name: String, _ parameters: JSONText?) throws(InputError) -> ServedInstance {
    isOpening = true
    defer { isOpening = false }
    return add(try app.open(name, parameters: parameters), opener: nil)
  }

  /// The request to open a screen is answered: follows what the screen opened and closed while it was made.
  func didOpen() {
    let events = navigationsWhileOpening
    navigationsWhileOpening = []
    for event in events { follow(event) }
  }

  /// Serves a screen that another one opened, or that replaces one that the client opened.
  private func serve(_ screen: AnyScreenInstance) {
    let opener = screen.opener.flatMap(served)
    // What the host of the server has opened in process, and what comes of that, is not the client's.
    if screen.opener != nil, opener == nil { return }
    let instance = add(screen, opener: opener?.name)
    if let opener, !opener.topic.isOpen { opener.unannounced.append(instance) } else { announce(instance) }
    appearing.append(instance)
    if !isHandling { appear() }
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
  /// `screen/opened`, and the changes by the appearance in an update.
  func appear() {
    guard !appearing.isEmpty else { return }
    session.perform {
      while !appearing.isEmpty {
        let instances = appearing
        appearing = []
        session.flush()
        for instance in instances { instance.screen.viewDidAppear() }
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
    session.notify("screen/closed") {
      $0.member("instance", instance.name)
      $0.member("reason", closing.reason.rawValue)
      if let outcome = closing.outcome { $0.member("result") { $0.write(outcome) } }
    }
  }

  private func served(_ screen: AnyScreenInstance) -> ServedInstance? {
    instances.values.first { $0.screen === screen }
  }
}
