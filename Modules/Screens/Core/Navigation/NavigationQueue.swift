/// The navigations of an app, which are performed one after the other, and how many screens they open.
@MainActor final class NavigationQueue {
  private var waiting: [() -> Void] = []
  private(set) var isPerforming = false
  /// How many screens are being made, or are not opened yet and do not take the place of another one.
  private(set) var waitingCount = 0
  /// How many the current chain of navigations has opened: since the last time that none was going on.
  private(set) var chainLength = 0
  /// The numbers of the fronts that will hold the screen that is being made.
  private(set) var holders: [Int] = []

  /// Performs a navigation, or lets it wait for the current one.
  ///
  /// - Returns: Whether it was performed, and all that it has caused. Then none is going on.
  func perform(_ navigation: @escaping () -> Void) -> Bool {
    waiting.append(navigation)
    guard !isPerforming else { return false }
    isPerforming = true
    while !waiting.isEmpty {
      let next = waiting
      waiting = []
      for navigation in next { navigation() }
    }
    isPerforming = false
    chainLength = 0
    return true
  }

  /// Counts a screen while it is made. It may ask for another one meanwhile.
  func opening<Model>(for holders: [Int], make: () -> Model) -> Model {
    let outer = self.holders
    waitingCount += 1
    self.holders = holders
    defer {
      self.holders = outer
      waitingCount -= 1
    }
    return make()
  }

  /// Counts a screen that a screen has asked for.
  func reserve(replaces: Bool) {
    chainLength += 1
    if !replaces { waitingCount += 1 }
  }

  /// A screen that was asked for is opened, or is not to be opened any more.
  func endReservation() { waitingCount -= 1 }
}
