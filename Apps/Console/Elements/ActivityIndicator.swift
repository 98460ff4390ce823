/// Says that something is going on; visible only while that is so.
@MainActor final class ActivityIndicator: Element {
  let name = "activity"
  /// Whether something is going on.
  private(set) var isAnimating = false

  /// Something is going on.
  func startAnimating() {
    isAnimating = true
  }

  /// Nothing is going on any more.
  func stopAnimating() {
    isAnimating = false
  }

  var isVisible: Bool { isAnimating }

  var line: Line {
    var line = Line("\(name): ")
    line.append(isAnimating ? "running" : "stopped", .aside)
    return line
  }
}

extension ActivityIndicator {
  /// `isAnimating` for `assign`, which needs a property that can be written (seed 001).
  var writableIsAnimating: Bool {
    get { isAnimating }
    set {
      if newValue {
        startAnimating()
      } else {
        stopAnimating()
      }
    }
  }
}
