import Cases

/// What is wrong with a case.
struct Difference {
  enum Kind {
    /// A subscriber was told something that it must not be told, or was kept for ever.
    case promise
    /// A source was not let go of.
    case left
    /// Spies that pass everything on make a difference.
    case spied
    /// A subscriber that asks for one value at a time gets something else.
    case oneAtATime
    /// Something else happened than with the peer.
    case events
    /// Something else was asked for than with the peer.
    case demand

    var needsPeer: Bool { self == .events || self == .demand }
  }

  let kind: Kind
  let site: Site
  let text: String
}

extension Difference {
  /// Compares two histories.
  ///
  /// Each site is compared by itself: what happened there, and in which step; then what had been asked for there after each
  /// step. The demand may arrive at once or in parts.
  static func first(in trial: Trial) -> Difference? {
    let script = trial.script
    return broken(trial.ours, script) ?? broken(trial.spied, script) ?? left(trial.ours)
      ?? (script.plan.calls.isEmpty ? differing(trial.ours, trial.spied, of: script) : nil).map {
        Difference(kind: .spied, site: $0.site, text: $0.text)
      }
      ?? OneAtATimeCheck.fault(in: script) ?? trial.peers.flatMap { differing(trial.ours, $0, of: script) }
  }

  /// A promise that ours has broken, whatever the peer does.
  private static func broken(_ history: History, _ script: Case) -> Difference? {
    for entry in history.entries {
      guard case .violation(let text) = entry.mark else { continue }
      // An operator without state hands on what its closure returns, also when that has led to a cancel.
      if text == Mark.valueAfterTheEnd, !script.plan.calls.isEmpty { continue }
      return Difference(kind: .promise, site: entry.site, text: text)
    }
    return nil
  }

  /// A source that has neither ended nor been cancelled at the end, when every subscriber has cancelled.
  private static func left(_ history: History) -> Difference? {
    var open: [Site: Set<Int>] = [:]
    for entry in history.entries {
      guard case .source = entry.site else { continue }
      switch entry.mark {
      case .subscription: open[entry.site, default: []].insert(entry.number)
      case .finished, .failed, .cancel: open[entry.site]?.remove(entry.number)
      default: break
      }
    }
    let left = open.filter { !$0.value.isEmpty }.keys.min()
    return left.map { Difference(kind: .left, site: $0, text: "still subscribed at the end") }
  }

  private static func differing(_ ours: History, _ peers: History, of script: Case) -> Difference? {
    let (a, b) = (Summary.all(of: ours, script), Summary.all(of: peers, script))
    let keys = Set(a.keys).union(b.keys).sorted()
    if let key = keys.first(where: { a[$0, default: Summary()].events != b[$0, default: Summary()].events }) {
      return Difference(kind: .events, site: key.site, text: "")
    }
    if let key = keys.first(where: { a[$0, default: Summary()].demand != b[$0, default: Summary()].demand }) {
      return Difference(kind: .demand, site: key.site, text: "")
    }
    return nil
  }
}

/// What one subscription was told, and what had been asked of it.
private struct Summary {
  var events: [Entry] = []
  /// What was asked for in each step, until everything was.
  var demand: [Int: Int] = [:]
  private var total = 0

  struct Key: Hashable, Comparable {
    let site: Site
    let number: Int

    static func < (a: Key, b: Key) -> Bool { (a.site, a.number) < (b.site, b.number) }
  }

  static func all(of history: History, _ script: Case) -> [Key: Summary] {
    var all: [Key: Summary] = [:]
    for entry in history.entries where !isNoise(entry, script) {
      all[Key(site: entry.site, number: entry.number), default: Summary()].add(entry)
    }
    return all
  }

  private static func isNoise(_ entry: Entry, _ script: Case) -> Bool {
    switch entry.site {
    case .between: true
    // A trigger that is not needed any more may be cancelled, or not be listened to.
    case .source(let index) where script.triggers.contains(index): entry.mark != .subscription
    // What handleEvents sees of it is compared; the peer prints it again, and in more cases than Combine.
    default: entry.mark.isPrintedRequest
    }
  }

  private mutating func add(_ entry: Entry) {
    switch entry.mark {
    case .violation: break
    case .demand(let count):
      if total < 0 { return }
      total = count < 0 ? -1 : total + count
      demand[entry.step] = total
    default: events.append(entry)
    }
  }
}

extension Mark {
  /// Whether `print` says that it was asked for something, or cancelled.
  fileprivate var isPrintedRequest: Bool {
    guard case .text(let text) = self else { return false }
    return text.hasPrefix("request") || text == "receive cancel"
  }
}

extension Case {
  /// The sources that `prefix` and `drop(untilOutputFrom:)` wait for.
  fileprivate var triggers: [Int] {
    chain.flatMap { operation in
      switch operation {
      case .prefixUntil(let trigger), .dropUntil(let trigger): [trigger]
      default: [Int]()
      }
    }
  }
}
