import Foundation

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
  /// When the first has asked for it.
  let since: Date
  var waits: [Wait] = []

  init(_ name: String, since: Date) {
    self.name = name
    self.since = since
  }
}

extension AppCore {
  /// Presents a screen, or waits for the one of this name that is presented.
  func present<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, _ wait: Presentation.Wait
  ) {
    defer {
      if wait.isForSession { setAsking(true, screen.name) }
      reportWaits()
    }
    if let presentation = presentations[screen.name] { return presentation.waits.append(wait) }
    guard let asker = wait.asker else { return }
    let presentation = Presentation(screen.name, since: environment.now())
    presentation.waits = [wait]
    presentations[screen.name] = presentation
    // What is presented belongs to no front: each sees it.
    let ownership = Ownership(holders: [], isAppsOwn: true, viewers: reporter.fronts.all.elements)
    withdrawSignInOffer()
    let origin = RunningScreen.Origin(presentation: presentation) { [weak self] outcome in
      for wait in presentation.waits { wait.end(with: outcome) }
      if outcome == nil, presentation.waits.contains(where: \.isForSession) {
        self?.offerSignIn(screen, parameters, insteadOf: presentation)
      }
    }
    add(screen, parameters, ownership, origin, by: .instance(asker.id))
  }

  /// The person has closed the sign-in: a notice offers it again, until somebody has signed in.
  private func offerSignIn<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, insteadOf closed: Presentation
  ) {
    guard environment.session.ending == nil, signInOffer == nil, presentations[screen.name] == nil, questions.hasRoom
    else { return }
    let words = environment.words
    var request = FrontRequest.notify(
      words.text("You are not signed in."), action: NoticeAction("signIn", words.text("Sign in")))
    request.traits.isForAnyFront = true
    guard case .fronts(let fronts) = questions.target(of: request.name, request.traits, from: questions.sender) else {
      return
    }
    signInOffer = questions.ask(request, for: nil, of: fronts) { [weak self] answer, _ in
      guard let self else { return nil }
      signInOffer = nil
      let askers = closed.waits.compactMap(\.asker) + running
      guard answer == .answered(.action), let asker = askers.first(where: { !$0.isClosing }) else { return nil }
      let wait = Presentation.Wait(isForSession: true) { _ in }
      wait.asker = asker
      navigate { [weak self] in self?.present(screen, parameters, wait) }
      return nil
    }
  }

  /// Somebody signs in, or has signed in: that answers the offer, and no front goes on to say that nobody is signed in.
  func withdrawSignInOffer() {
    if let offer = signInOffer.take() { questions.end(offer, .answered, isDelivered: false) }
  }

  /// The screen is closed: the next request presents it again.
  func end(_ presentation: Presentation) {
    if presentations[presentation.name] === presentation { presentations[presentation.name] = nil }
    setAsking(false, presentation.name)
    reportWaits()
  }

  /// Whether a person is asked to sign in, at the presented screen with a name. Meanwhile no other screen is busy.
  private func setAsking(_ isAsking: Bool, _ name: String) {
    let isPresented = isAsking && presentations[name] != nil
    let hasChanged = isPresented ? reporter.signIns.insert(name).inserted : reporter.signIns.remove(name) != nil
    guard hasChanged else { return }
    for screen in running { screen.updateBusy() }
  }
}
