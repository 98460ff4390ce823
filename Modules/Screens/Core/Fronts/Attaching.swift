import Descriptions
import Dispatch
import Streams
import StreamsExtras

extension AppCore {
  /// The fronts that are attached or away, in the order of their numbers.
  public var fronts: [AppFront] { reporter.fronts.all.elements }

  /// The front with a number; the host's is 0.
  func front(_ number: Int) -> AppFront? { number == 0 ? host : reporter.fronts.all.numbered(number) }

  /// Attaches a front.
  ///
  /// - Parameters:
  ///   - kind: What kind of front it is. An assistant's has fewer rights; the other kinds are labels.
  ///   - isShared: Whether it sees all that is open.
  ///   - answers: The questions that it can answer.
  ///   - mayEnterSecrets: Whether an assistant's front may send events that take a secret. Others may.
  ///   - mayReadPrivateFields: Whether an assistant's front is shown what is private while no person's front is active, as long as the
  ///     application is.
  ///   - mayConfirm: Whether an assistant's front may say that a person has confirmed an event. Others may.
  ///   - returnName: The name of a front of this kind that is away, and comes back with all that it held. With the name of any other
  ///     front a new one is attached.
  public func attach(
    _ kind: FrontKind, isShared: Bool = false, answers: Set<String> = [], mayEnterSecrets: Bool = false,
    mayReadPrivateFields: Bool = false, mayConfirm: Bool = false, returningBy returnName: String? = nil
  ) -> AppFront {
    if let returnName {
      let front = reporter.fronts.away.first {
        $0.kind == kind && $0.returnName.isEqualInConstantTime(to: returnName)
      }
      if let front {
        endAbsence(of: front, isShared: isShared)
        return front
      }
    }
    frontCount += 1
    let front = AppFront(
      FrontID(kind, frontCount), isShared: isShared, answers: answers,
      mayEnterSecrets: kind.isPerson || mayEnterSecrets, mayReadPrivateFields: kind.isPerson || mayReadPrivateFields,
      mayConfirm: kind.isPerson || mayConfirm, returnName: .randomName())
    front.app = self
    reporter.run(by: front.id) {
      report(
        .attached(
          isShared: isShared, mayEnterSecrets: front.mayEnterSecrets, mayReadPrivateFields: front.mayReadPrivateFields,
          answers: answers),
        of: front)
      reporter.fronts.add(front)
      updateActivity(of: front)
      showOthers(to: front)
      publishKinds()
      questions.didAttach(front)
    }
    return front
  }

  private func report(_ change: FrontChange, of front: AppFront) {
    reporter.report(.front(change), by: .front(front.id))
  }

  /// Shows a front what is open and it does not see yet, if it is to see it.
  private func showOthers(to front: AppFront) {
    for instance in front.isShared ? running : appsOwn where !instance.isApp && !instance.isClosing {
      if instance.view(for: front) == nil { instance.addView(for: front, isOpening: false) }
    }
  }

  private func publishKinds() {
    environment.fronts.send(reporter.fronts.kinds)
  }

  // MARK: - Coming and going

  /// The connection of a front has ended, and it may come back.
  package func beginAbsence(of front: AppFront) {
    reporter.run(by: front.id) {
      report(.away, of: front)
      reporter.fronts.change(front) { front.presence = .away }
      updateActivity(of: front)
      publishKinds()
    }
    front.awayTimer = environment.main.timer(after: limits.absence) { [weak front] in
      MainActor.assumeIsolated { front?.leave() }
    }
    if reporter.fronts.away.count > limits.awayFronts { reporter.fronts.away[0].leave() }
  }

  /// A front comes back.
  package func endAbsence(of front: AppFront, isShared: Bool) {
    front.awayTimer = nil
    reporter.run(by: front.id) {
      report(.returned(isShared: isShared), of: front)
      reporter.fronts.change(front) {
        front.presence = .attached
        front.isActive = true
        front.isShared = isShared
      }
      updateActivity(of: front)
      showOthers(to: front)
      publishKinds()
    }
  }

  /// A front leaves, and lets go of all that it holds.
  func removeFront(_ front: AppFront) {
    reporter.run(by: front.id) {
      report(.left, of: front)
      reporter.fronts.remove(front)
      front.presence = .left
      front.awayTimer = nil
      front.heldCount = 0
      let seen = front.views.map(\.screen)
      // What it holds it sees.
      for screen in seen where screen.holders.numbers.remove(front.id.number) != nil { maybeUnheld.append(screen) }
      for screen in seen { screen.removeView(for: front) }
      // It hears of no activity any more, and a frame for it may still wait.
      front.hiding = AppFront.Hiding(isOn: true, changes: front.hiding.changes + 1)
      reporter.uses.forget(front.id)
      updateActivity(of: front)
      publishKinds()
      closeUnheld()
      questions.didLeave(front.id)
    }
  }

  // MARK: - Activity

  /// A front has become active or inactive, or the host says so of the whole application.
  func change(_ front: AppFront, to event: ApplicationEvent) {
    reporter.run(by: front.id) {
      reporter.report(.application(event), by: .front(front.id))
      reporter.fronts.change(front) { front.isActive = event == .didBecomeActive }
      updateActivity(of: front, by: event)
    }
  }

  /// Code in the process has published an application event by the environment.
  func didPublish(_ event: ApplicationEvent) {
    if !isPublishingActivity {
      reporter.report(.application(event), by: .front(.host))
      host.isActive = event == .didBecomeActive
      updateActivity(of: host)
    }
    for feature in features { feature.activityDidChange(to: event, in: self) }
  }

  /// Decides from which fronts private fields are hidden, and whether the application is active.
  ///
  /// - Parameters:
  ///   - front: The front to which something has happened; the host's for something that concerns all.
  ///   - event: What has happened; it is published also if it says what is so already.
  private func updateActivity(of front: AppFront, by event: ApplicationEvent? = nil) {
    let fronts = reporter.fronts
    let personIsActive = fronts.attentiveCount > 0
    let applicationIsActive = host.isActive && (fronts.personCount == 0 || personIsActive)
    func hides(_ front: AppFront) -> Bool {
      guard host.isActive else { return true }
      if front.kind.isPerson { return !front.hasAttention }
      return front.mayReadPrivateFields ? !applicationIsActive : !personIsActive
    }

    // What a person's front hides depends on no other.
    var concerned = front.isHost ? fronts.all : fronts.assistants
    if front.presence != .left, !front.isHost { concerned.insert(front) }
    let changed = concerned.filter { $0.hiding.isOn != hides($0) }
    // What each of them is shown until now.
    let shown = changed.map { front in
      (front, screens: front.views.filter(\.screen.runner.hasPrivateFields).map { (screen: $0, snapshot: $0.snapshot) })
    }
    let hidingCount = changed.reduce(fronts.hidingCount) { $0 + (hides($1) ? 1 : -1) }
    reporter.hidesSomewhere = !applicationIsActive || hidingCount > 0
    for (front, screens) in shown {
      for (screen, _) in screens { screen.willChange() }
      fronts.toggleHiding(from: front)
    }
    let current: ApplicationEvent = applicationIsActive ? .didBecomeActive : .willResignActive
    if environment.application.value != current || event == current {
      isPublishingActivity = true
      environment.application.send(current)
      isPublishingActivity = false
    }
    for (front, screens) in shown {
      for (screen, snapshot) in screens { screen.didChangeActivity(from: snapshot) }
      front.hiding.isChanging = false
      for (screen, _) in screens { screen.publish() }
    }
  }
}

extension String {
  /// A name that cannot be guessed. It is not drawn from the app's source of randomness, whose numbers a seed may tell.
  fileprivate static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }

  /// Compares two names in a time that does not depend on where they differ.
  fileprivate func isEqualInConstantTime(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return Swift.zip(utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
