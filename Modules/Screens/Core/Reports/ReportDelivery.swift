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
