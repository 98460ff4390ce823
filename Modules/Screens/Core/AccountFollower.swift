import Streams

/// Follows the account, which the app cores of a process share: reports who is there, closes what ends with an account, and lets the features
/// know.
@MainActor final class AccountFollower {
  /// The ends of accounts that go on: what the core handles meanwhile, and their numbers in the storage.
  private var ends: [(outer: Reporter.Handled, end: Int)] = []
  private var cancellables: Set<AnyCancellable> = []

  func begin(in app: AppCore) {
    let session = app.environment.session
    session.reports
      .sink { [reporter = app.reporter, weak app] _ in
        let app = app
        onMain {
          reporter.report(.accountChanged, by: .front(.host))
          guard let app else { return }
          app.withdrawSignInOffer()
          for feature in app.features { feature.accountDidChange(in: app) }
        }
      }
      .store(in: &cancellables)
    session.steps
      .sink { [weak self, weak app] step in
        MainActor.assumeIsolated { if let self, let app { self.follow(step, in: app) } }
      }
      .store(in: &cancellables)
  }

  /// An account ends, here or in another core.
  private func follow(_ step: AccountSession.Step, in app: AppCore) {
    let (reporter, storage) = (app.reporter, app.environment.storage)
    switch step {
    case .willEnd:
      ends.append((reporter.begin(for: nil, by: nil), storage.beginEnd()))
      for feature in app.features { feature.accountWillEnd(in: app) }
    case .closes(let screens, let lifetime): app.close(screens, by: lifetime)
    case .hasEnded:
      guard let (outer, end) = ends.popLast() else { return }
      reporter.end(for: outer)
      reporter.perform { storage.finishEnd(end) }
    }
  }
}

extension AppCore {
  /// What is asked of the fronts is withdrawn, and screens are closed. They are released before the account ends, but the one whose event is
  /// handled.
  ///
  /// - Parameter lifetime: That of the screen that ends the account; `nil` for none.
  fileprivate func close(_ screens: SignedOutScreens, by lifetime: Lifetime?) {
    for question in openQuestions { questions.end(question.id, .cancelled) }
    var signIns: Set<ObjectIdentifier> = []
    for instance in running where instance.origin.presentation != nil || instance.lifetime === lifetime?.ofScreen {
      var next: RunningScreen? = instance
      while let instance = next, signIns.insert(ObjectIdentifier(instance)).inserted { next = instance.opener }
    }
    // NB: at once, also in the middle of a navigation: what stays open would hear of the next account.
    navigateAtOnce { [self] in
      for instance in running.reversed() where !instance.isApp && !instance.isClosing {
        guard
          screens.closes(
            instance.name, instance.lifetime, signsIn: signIns.contains(ObjectIdentifier(instance)))
        else { continue }
        close(instance, .closedByApp, by: .instance(Self.appID))
      }
    }
    reporter.deliver()
  }
}
