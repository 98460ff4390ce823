/// The fronts of an app that are attached or away, and those among them that something concerns without the others: what one front
/// does costs the same beside any number of others.
///
/// Sendable because it is used on the main queue only.
final class FrontList: @unchecked Sendable {
  /// All of them, in the order of their numbers, as in each of the lists.
  private(set) var all = OrderedList<AppFront> { $0.id.number }
  /// Those that are attached.
  private(set) var attached = OrderedList<AppFront> { $0.id.number }
  /// The kinds of those.
  private(set) var kinds: [FrontKind] = []
  /// Those that see all that is open.
  private(set) var shared = OrderedList<AppFront> { $0.id.number }
  /// Those of assistants.
  private(set) var assistants = OrderedList<AppFront> { $0.id.number }
  /// Those that are away, the longest first.
  private(set) var away: [AppFront] = []
  /// How many are a person's.
  private(set) var personCount = 0
  /// How many of these have the user's attention.
  private(set) var attentiveCount = 0
  /// From how many what is private is hidden.
  private(set) var hidingCount = 0
  /// Those from which what is private has begun or ended to be hidden, and that were not told.
  private var changed = OrderedList<AppFront> { $0.id.number }
  /// Those whose screens have become idle, and that were not told.
  private var idle = OrderedList<AppFront> { $0.id.number }

  // MARK: - Changes

  /// Adds a front.
  @MainActor func add(_ front: AppFront) {
    all.insert(front)
    if front.isShared { shared.insert(front) }
    if front.kind.isPerson {
      personCount += 1
      if front.hasAttention { attentiveCount += 1 }
    } else {
      assistants.insert(front)
    }
    if front.hiding.isOn { hidingCount += 1 }
    if front.presence == .away {
      away.append(front)
    } else {
      kinds.insert(front.kind, at: attached.index(of: front.id.number))
      attached.insert(front)
    }
  }

  /// Removes a front.
  @MainActor func remove(_ front: AppFront) {
    unlist(front)
    changed.remove(front.id.number)
    idle.remove(front.id.number)
  }

  @MainActor private func unlist(_ front: AppFront) {
    let number = front.id.number
    all.remove(number)
    shared.remove(number)
    if assistants.remove(number) == nil {
      personCount -= 1
      if front.hasAttention { attentiveCount -= 1 }
    }
    if front.hiding.isOn { hidingCount -= 1 }
    let index = attached.index(of: number)
    if attached.remove(number) == nil { away.removeAll { $0 === front } } else { kinds.remove(at: index) }
  }

  /// Changes something of a front by which it is listed or counted.
  @MainActor func change(_ front: AppFront, _ body: () -> Void) {
    guard all.contains(front.id.number) else { return body() }
    unlist(front)
    body()
    add(front)
  }

  /// Removes all.
  func removeAll() {
    all.removeAll()
    attached.removeAll()
    shared.removeAll()
    assistants.removeAll()
    changed.removeAll()
    idle.removeAll()
    away = []
    kinds = []
  }

  /// Begins or ends to hide what is private from a front.
  @MainActor func toggleHiding(from front: AppFront) {
    front.hiding.begin(isOn: !front.hiding.isOn)
    hidingCount += front.hiding.isOn ? 1 : -1
    changed.insert(front)
  }

  // MARK: - What was not told

  /// The fronts to which something is told that has happened to one of them: also those from which what is private has begun or ended
  /// to be hidden because of it.
  func takeConcerned(by id: FrontID?) -> OrderedList<AppFront> {
    defer { changed.removeAll() }
    guard let id, id != .host else { return all }
    var concerned = changed
    if let front = all.numbered(id.number) { concerned.insert(front) }
    return concerned
  }

  /// The screens of a front have become idle.
  func didBecomeIdle(_ front: AppFront) { if all.contains(front.id.number) { idle.insert(front) } }

  /// The fronts whose screens have become idle since the last call.
  func takeIdle() -> OrderedList<AppFront> {
    defer { idle.removeAll() }
    return idle
  }

  // MARK: - Who sees what

  /// Those that see what a front does: those that see all that is open, and itself.
  func seeing(actionsOf id: FrontID) -> [AppFront] {
    var seeing = shared
    if let front = all.numbered(id.number) { seeing.insert(front) }
    return seeing.elements
  }
}

extension AppFront {
  /// Whether it has the user's attention, and is there.
  var hasAttention: Bool { isActive && presence == .attached }
}
