/// Who holds a screen and who sees it, from its opening on.
struct Ownership {
  /// The numbers of the fronts that hold it.
  var holders: [Int]
  /// Whether the app has opened it of its own accord.
  var isAppsOwn = false
  /// The fronts that see it.
  var viewers: [AppFront]
}

extension AppCore {
  /// The ownership of a screen that a front opens. Code in the process may do so while it handles what something else has caused.
  func ownership(ofScreenOpenedBy front: AppFront) -> Ownership {
    guard front.isHost, reporter.isHandling, !reporter.isFollowing else {
      return Ownership(
        holders: [front.id.number], viewers: reporter.fronts.seeing(actionsOf: front.id))
    }
    guard let sender = reporter.handled.sender else {
      return Ownership(holders: [], isAppsOwn: true, viewers: reporter.fronts.all.elements)
    }
    return Ownership(holders: [host.id.number], viewers: reporter.fronts.seeing(actionsOf: sender))
  }

  /// The ownership of a screen that another one opens, or that replaces it.
  func ownership(of instance: RunningScreen) -> Ownership {
    if instance.isApp { return ownershipOfAppsScreen }
    var viewers = reporter.fronts.shared
    for view in instance.views.attached { viewers.insert(view.front) }
    return Ownership(
      holders: instance.holders.numbers.elements, isAppsOwn: instance.holders.isAppsOwn, viewers: viewers.elements)
  }

  /// The ownership of a screen that the app's own view model opens: of the front because of which it does, or the app's own.
  private var ownershipOfAppsScreen: Ownership {
    guard let sender = reporter.handled.sender, sender.kind.isPerson else {
      return Ownership(holders: [], isAppsOwn: true, viewers: viewers(of: reporter.handled.sender))
    }
    return Ownership(holders: [sender.number], viewers: viewers(of: sender))
  }

  /// The fronts that see what the app opens because of a front; without one, each.
  private func viewers(of sender: FrontID?) -> [AppFront] {
    sender.map(reporter.fronts.seeing(actionsOf:)) ?? reporter.fronts.all.elements
  }

  /// A front holds a screen, and what it has opened, apart from what the front has let go of before.
  func hold(_ instance: RunningScreen, by id: FrontID) {
    guard let front = front(id.number), front.presence == .attached, !instance.isClosing else { return }
    for instance in heldWith(instance, by: front) {
      instance.holders.numbers.insert(id.number)
      front.heldCount += 1
    }
  }

  /// What a front holds from now on if it holds a screen.
  private func heldWith(_ instance: RunningScreen, by front: AppFront) -> [RunningScreen] {
    ([instance] + allOpened(by: instance)).filter {
      !$0.holders.numbers.contains(front.id.number) && $0.view(for: front) != nil
    }
  }

  /// Whether a front may hold a screen.
  func mayHold(_ instance: RunningScreen, _ front: AppFront) -> Bool {
    front.heldCount + heldWith(instance, by: front).count <= limits.screensOfFront
  }

  /// A front shows a screen, which it holds from now on.
  func show(_ screen: AnyScreenInstance, by front: AppFront) throws(AppCommandError) {
    guard screen.isOpen, !screen.screen.isClosing else { throw .unknownInstance }
    if front.kind.isPerson, !mayHold(screen.screen, front) { throw .tooManyScreens(limit: limits.screensOfFront) }
    reporter.run(for: screen.id, by: front.id) {
      reporter.report(.front(.shown), about: screen.screen, by: .front(front.id))
      screen.screen.hold(by: front.id)
      front.currentScreen = screen
    }
  }

  /// A front lets go of a screen, which closes unless another front holds it or anything that it has opened. What the host lets go of
  /// closes for all.
  ///
  /// - Parameter asks: Whether the screen is asked, and may stay.
  /// - Returns: Whether the front has let go of it, or what is asked first.
  func release(_ screen: AnyScreenInstance, asks: Bool) -> LeaveOutcome {
    let (instance, front) = (screen.screen, screen.front)
    let number = front.id.number
    return reporter.run(for: instance.id, by: front.id) {
      let branch = [instance] + allOpened(by: instance)
      // What is presented is the app's own, and ends with the first front that closes it.
      let isDismissed = instance.origin.presentation != nil && mayDismiss(front)
      let isHeld = branch.contains {
        $0.holders.isAppsOwn && !isDismissed
          || $0.holders.numbers.count > ($0.holders.numbers.contains(number) ? 1 : 0)
      }
      guard isHeld, !front.isHost else {
        if asks, let obstacle = askToLeave(branch, by: front.id) { return obstacle }
        close(instance, nil, by: .front(front.id))
        closeUnheld()
        return .left
      }
      front.released[instance.id] = branch.compactMap { $0.view(for: front) }
      for instance in branch {
        if instance.holders.numbers.remove(number) != nil { front.heldCount -= 1 }
        instance.removeView(for: front)
      }
      maybeUnheld += branch
      reporter.report(.released, about: instance, by: .front(front.id))
      closeUnheld()
      return .left
    }
  }

  /// Whether a front may close what is presented. An assistant's may not while a person can.
  private func mayDismiss(_ front: AppFront) -> Bool {
    front.kind.isPerson || !reporter.fronts.kinds.contains(where: \.isPerson)
  }

  /// Asks a screen, and before it what it has opened, whether it may be left.
  ///
  /// - Parameter branch: The screen, and what it has opened.
  /// - Returns: Why it stays open; `nil` if it may be left.
  private func askToLeave(_ branch: [RunningScreen], by front: FrontID) -> LeaveOutcome? {
    questions.obstacle = nil
    for instance in branch.reversed() where !instance.runner.canLeave {
      reporter.report(.stayed, about: branch[0], by: .front(front))
      if let reason = questions.obstacle { return .cannotAsk(reason) }
      return .held(question: questions.open.last { $0.instance == instance.id && !$0.isNotice }?.id)
    }
    return nil
  }

  /// Closes what no front holds any more, and what nothing that it has opened keeps open, of the screens that may be so.
  func closeUnheld() {
    while !maybeUnheld.isEmpty {
      var unheld = OrderedList<RunningScreen> { $0.number }
      func isKept(_ instance: RunningScreen) -> Bool {
        instance.holders.keepOpen || instance.opened.contains { !unheld.contains($0.number) && isKept($0) }
      }
      // The newest first: what a screen has opened is newer, and is not looked at twice.
      for instance in maybeUnheld.reversed() {
        var next: RunningScreen? = instance
        while let instance = next, !unheld.contains(instance.number), !instance.isClosed, !isKept(instance) {
          unheld.insert(instance)
          next = instance.opener
        }
      }
      maybeUnheld = []
      for instance in unheld where !instance.isClosing { close(instance, .released, by: .instance(instance.id)) }
    }
  }
}

extension AppReport {
  /// Reports to each front what it sees. What closes is not seen any more.
  @MainActor func deliver(to fronts: FrontList) {
    switch event {
    case .changed:
      for view in views where view.takeChange() { view.front.deliver(seen(as: view)) }
    case .opened, .busy:
      for view in views { view.front.deliver(seen(as: view)) }
    case .closed:
      for view in views { view.front.deliver(seen(as: view)) }
      instance?.screen.releaseViews()
    case .refused, .stayed:
      guard let front = sender(in: fronts) else { return }
      front.deliver(seen(as: instance?.screen.view(for: front)))
    case .released:
      guard let front = sender(in: fronts), let instance else { return }
      let released = front.released.removeValue(forKey: instance.id) ?? []
      // To this front they are closed.
      for opened in released.dropFirst().reversed() {
        front.deliver(
          AppReport(
            instance: opened, cause: .instance(instance.id), event: .closed(.openerClosed, outcome: nil)))
      }
      front.deliver(seen(as: released.first))
    case .tabSelected(_, let id):
      if let id {
        fronts.all.numbered(id.number)?.deliver(self)
      } else {
        for front in fronts.all { front.deliver(self) }
      }
    case .waitsForChanged: for front in fronts.all { front.deliver(self) }
    case .application, .front: deliverWithChanges(to: fronts.takeConcerned(by: cause.front))
    case .localized, .accountChanged: deliverWithChanges(to: fronts.all)
    case .questionOpened(let question), .questionDeclined(let question, _), .questionEnded(let question, _):
      for front in fronts.all where front.sees(question) { front.deliver(self) }
    case .sent(let event):
      // What an assistant does, a person sees; that a screen has appeared to it is nothing that it does.
      guard cause.front?.kind.isPerson == false, instance?.screen.runner.isAppearance(event) == false else { return }
      for view in views where view.front.kind.isPerson { view.front.deliver(seen(as: view)) }
    case .held, .idle, .fault: break
    }
  }

  /// The screen as the attached fronts see it.
  @MainActor private var views: [AnyScreenInstance] { instance?.screen.views.attached.elements ?? [] }

  /// The attached front that is the cause.
  private func sender(in fronts: FrontList) -> AppFront? { cause.front.flatMap { fronts.all.numbered($0.number) } }

  /// Reports to fronts what may change all that they see, and what has changed.
  @MainActor private func deliverWithChanges(to fronts: OrderedList<AppFront>) {
    for front in fronts {
      front.deliver(seen(as: instance?.screen.view(for: front)))
      for view in front.views where view.takeChange() {
        front.deliver(AppReport(instance: view, cause: .instance(view.id), event: .changed))
      }
    }
  }

  /// The report as a front gets it that sees the screen so.
  private func seen(as instance: AnyScreenInstance?) -> AppReport {
    AppReport(instance: instance, cause: cause, event: event)
  }
}
