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
        holders: [front.id.number], viewers: reporter.fronts.filter { $0.isShared || $0 === front })
    }
    guard let sender = reporter.sender else {
      return Ownership(holders: [], isAppsOwn: true, viewers: reporter.fronts)
    }
    return Ownership(
      holders: [host.id.number], viewers: reporter.fronts.filter { $0.isShared || $0.id == sender })
  }

  /// The ownership of a screen that another one opens, or that replaces it.
  func ownership(of instance: RunningScreen) -> Ownership {
    if instance.isApp { return ownershipOfAppsScreen }
    return Ownership(
      holders: instance.holders, isAppsOwn: instance.isAppsOwn,
      viewers: reporter.fronts.filter { $0.isShared || instance.view(for: $0) != nil })
  }

  /// The ownership of a screen that the app's own view model opens: of the front because of which it does, or the app's own.
  private var ownershipOfAppsScreen: Ownership {
    guard let sender = reporter.sender, sender.kind.isPerson else {
      return Ownership(holders: [], isAppsOwn: true, viewers: viewers(of: reporter.sender))
    }
    return Ownership(holders: [sender.number], viewers: viewers(of: sender))
  }

  /// The fronts that see what the app opens because of a front; without one, each.
  private func viewers(of sender: FrontID?) -> [AppFront] {
    guard let sender else { return reporter.fronts }
    return reporter.fronts.filter { $0.isShared || $0.id == sender }
  }

  /// A front holds a screen, and what it has opened, apart from what the front has let go of before.
  func hold(_ instance: RunningScreen, by id: FrontID) {
    guard let front = front(id.number), front.presence == .attached, !instance.isClosing else { return }
    for instance in heldWith(instance, by: front) {
      instance.holders.append(id.number)
      front.heldCount += 1
    }
  }

  /// What a front holds from now on if it holds a screen.
  private func heldWith(_ instance: RunningScreen, by front: AppFront) -> [RunningScreen] {
    ([instance] + allOpened(by: instance)).filter {
      !$0.holders.contains(front.id.number) && $0.view(for: front) != nil
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
  /// - Returns: Whether the front has let go of it.
  func release(_ screen: AnyScreenInstance, asks: Bool) -> Bool {
    let (instance, front) = (screen.screen, screen.front)
    let number = front.id.number
    return reporter.run(for: instance.id, by: front.id) {
      let branch = [instance] + allOpened(by: instance)
      // What is presented is the app's own, and ends with the first front that closes it.
      let isDismissed = instance.presentation != nil && mayDismiss(front)
      let isHeld = branch.contains { $0.isAppsOwn && !isDismissed || $0.holders.contains { $0 != number } }
      guard isHeld, !front.isHost else {
        guard !asks || leave(branch, by: front.id) else { return false }
        close(instance, nil, by: .front(front.id))
        closeUnheld()
        return true
      }
      front.released[instance.id] = branch.compactMap { $0.view(for: front) }
      for instance in branch {
        if instance.holders.contains(number) { front.heldCount -= 1 }
        instance.holders.removeAll { $0 == number }
        instance.removeView(for: front)
      }
      reporter.report(.released, about: instance, by: .front(front.id))
      closeUnheld()
      return true
    }
  }

  /// Whether a front may close what is presented. An assistant's may not while a person can.
  private func mayDismiss(_ front: AppFront) -> Bool {
    front.kind.isPerson || !reporter.fronts.contains { $0.kind.isPerson && $0.presence == .attached }
  }

  /// Asks a screen, and before it what it has opened, whether it may be left.
  ///
  /// - Parameter branch: The screen, and what it has opened.
  private func leave(_ branch: [RunningScreen], by front: FrontID) -> Bool {
    for instance in branch.reversed() where !instance.runner.canLeave {
      reporter.report(.stayed, about: branch[0], by: .front(front))
      return false
    }
    return true
  }

  /// Closes what no front holds any more, and what nothing that it has opened keeps open.
  func closeUnheld() {
    mayHaveUnheld = false
    var kept: Set<ObjectIdentifier> = []
    // An instance is newer than its opener.
    for instance in running.reversed() {
      guard instance.isAppsOwn || !instance.holders.isEmpty || kept.contains(ObjectIdentifier(instance)) else {
        continue
      }
      kept.insert(ObjectIdentifier(instance))
      if let opener = instance.opener { kept.insert(ObjectIdentifier(opener)) }
    }
    for instance in running where !kept.contains(ObjectIdentifier(instance)) && !instance.isClosing {
      close(instance, .released, by: .instance(instance.id))
    }
  }
}

extension AppReport {
  /// Reports to each front what it sees. What closes is not seen any more.
  @MainActor func deliver(to fronts: [AppFront]) {
    switch event {
    case .changed:
      for view in instance?.screen.views ?? [] where view.takeChange() { view.front.deliver(seen(as: view)) }
    case .opened, .busy:
      for view in instance?.screen.views ?? [] { view.front.deliver(seen(as: view)) }
    case .closed:
      for view in instance?.screen.views ?? [] { view.front.deliver(seen(as: view)) }
      instance?.screen.releaseViews()
    case .refused, .stayed:
      guard let front = fronts.first(where: { $0.id == cause.front }) else { return }
      front.deliver(seen(as: instance?.screen.view(for: front)))
    case .released:
      guard let front = fronts.first(where: { $0.id == cause.front }), let instance else { return }
      let released = front.released.removeValue(forKey: instance.id) ?? []
      // To this front they are closed.
      for opened in released.dropFirst().reversed() {
        front.deliver(
          AppReport(
            instance: opened, cause: .instance(instance.id), event: .closed(.openerClosed, outcome: nil)))
      }
      front.deliver(seen(as: released.first))
    case .tabSelected(_, let id):
      for front in fronts where id == nil || front.id == id { front.deliver(self) }
    case .application, .localized, .front, .accountChanged:
      for front in fronts {
        front.deliver(seen(as: instance?.screen.view(for: front)))
        for view in front.views where view.takeChange() {
          front.deliver(AppReport(instance: view, cause: .instance(view.id), event: .changed))
        }
      }
    case .questionOpened(let question), .questionDeclined(let question, _), .questionEnded(let question, _):
      for front in fronts where front.sees(question) { front.deliver(self) }
    case .sent, .held, .idle, .fault: break
    }
  }

  /// The report as a front gets it that sees the screen so.
  private func seen(as instance: AnyScreenInstance?) -> AppReport {
    AppReport(instance: instance, cause: cause, event: event)
  }
}
