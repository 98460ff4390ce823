/// The fronts that hold a screen, and those that have sent events to it.
struct Holders {
  var numbers = OrderedList<Int> { $0 }
  /// Whether the app has opened it with no front as cause, or because of what the app has opened so. It stays open without a front.
  var isAppsOwn = false
  private var senders = Senders.none

  private enum Senders {
    case none
    case one(FrontID)
    case several
  }

  /// Whether the screen stays open without what it has opened.
  var keepOpen: Bool { isAppsOwn || !numbers.isEmpty }

  mutating func didSend(_ front: FrontID) {
    switch senders {
    case .none: senders = .one(front)
    case .one(let first): if first != front { senders = .several }
    case .several: break
    }
  }

  /// Whether no other front than this one holds the screen, or has entered anything there.
  func areOnly(_ front: FrontID) -> Bool {
    guard !isAppsOwn, numbers.allSatisfy({ $0 == front.number }) else { return false }
    return switch senders {
    case .none: true
    case .one(let first): first == front
    case .several: false
    }
  }
}
