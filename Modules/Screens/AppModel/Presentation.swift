/// A screen that is presented for the whole app, and what waits for its result.
@MainActor final class Presentation {
  /// Something that waits for the result.
  @MainActor final class Wait {
    /// The screen that has asked. When it closes, it stops waiting.
    weak var asker: RunningScreen?
    var isCancelled = false
    /// Whether it is the sign-in for which requests wait that the server has refused.
    let isForSession: Bool
    private let receive: ((any ScreenOutcome)?) -> Void

    init(isForSession: Bool = false, _ receive: @escaping ((any ScreenOutcome)?) -> Void) {
      self.isForSession = isForSession
      self.receive = receive
    }

    func end(with outcome: (any ScreenOutcome)?) {
      if !isCancelled, asker?.isClosing == false { receive(outcome) }
    }
  }

  /// The name of the screen.
  let name: String
  var waits: [Wait] = []

  init(_ name: String) { self.name = name }
}

extension AppCore {
  /// Presents a screen, or waits for the one of this name that is presented.
  func present<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, _ wait: Presentation.Wait
  ) {
    defer { if wait.isForSession { setAsking(true, screen.name) } }
    if let presentation = presentations[screen.name] { return presentation.waits.append(wait) }
    guard let asker = wait.asker else { return }
    let presentation = Presentation(screen.name)
    presentation.waits = [wait]
    presentations[screen.name] = presentation
    // What is presented belongs to no front: each sees it.
    let ownership = Ownership(holders: [], isAppsOwn: true, viewers: reporter.fronts.all.elements)
    openNavigated(screen, parameters, opener: nil, by: asker, ownership, presentation: presentation) { outcome in
      for wait in presentation.waits { wait.end(with: outcome) }
    }
  }

  /// The screen is closed: the next request presents it again.
  func end(_ presentation: Presentation) {
    if presentations[presentation.name] === presentation { presentations[presentation.name] = nil }
    setAsking(false, presentation.name)
  }

  /// Whether a person is asked to sign in, at the presented screen with a name. Meanwhile no other screen is busy.
  private func setAsking(_ isAsking: Bool, _ name: String) {
    let isPresented = isAsking && presentations[name] != nil
    let hasChanged = isPresented ? reporter.signIns.insert(name).inserted : reporter.signIns.remove(name) != nil
    guard hasChanged else { return }
    for screen in running { screen.updateBusy() }
  }
}
