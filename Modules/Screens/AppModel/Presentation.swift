/// A screen that is presented for the whole app, and what waits for its result.
@MainActor final class Presentation {
  /// Something that waits for the result.
  @MainActor final class Wait {
    /// The screen that has asked. When it closes, it stops waiting.
    weak var asker: AnyScreenInstance?
    var isCancelled = false
    private let receive: ((any ScreenOutcome)?) -> Void

    init(_ receive: @escaping ((any ScreenOutcome)?) -> Void) { self.receive = receive }

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
    if let presentation = presentations[screen.name] { return presentation.waits.append(wait) }
    guard let asker = wait.asker else { return }
    let presentation = Presentation(screen.name)
    presentation.waits = [wait]
    presentations[screen.name] = presentation
    // What is presented belongs to no front: each sees it.
    let ownership = Ownership(holders: [], isAppsOwn: true, viewers: reporter.fronts)
    openNavigated(screen, parameters, opener: nil, by: asker, ownership, presentation: presentation) { outcome in
      for wait in presentation.waits { wait.end(with: outcome) }
    }
    updateBusy(with: presentation)
  }

  /// The screen is closed: the next request presents it again.
  func end(_ presentation: Presentation) {
    guard presentations[presentation.name] === presentation else { return }
    presentations[presentation.name] = nil
    updateBusy(with: presentation)
  }

  /// A sign-in has begun or ended, for which the other screens wait.
  private func updateBusy(with presentation: Presentation) {
    guard reporter.signInScreens.contains(presentation.name) else { return }
    for instance in instances { instance.updateBusy() }
  }
}
