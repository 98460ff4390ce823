import Foundation

// Small classes in UIKit's place, on the main actor as UIKit's are: what the seeds' code needs of them, and no more.

@MainActor class UIView {
  var isHidden = false
  var alpha = 1.0
}

final class UILabel: UIView {
  var text: String?
  var textColor = UIColor.black
}

enum UIColor: Equatable {
  case black, red
}

/// A view that the user can act on; an action is a closure where UIKit has a selector.
@MainActor class UIControl: UIView {
  enum Event {
    case touchUpInside, primaryActionTriggered
  }

  var isEnabled = true
  private var actions: [Event: [() -> Void]] = [:]

  func addAction(for event: Event, _ action: @escaping () -> Void) {
    actions[event, default: []].append(action)
  }

  func sendActions(for event: Event) {
    for action in actions[event] ?? [] { action() }
  }
}

@MainActor class UIButton: UIControl {}

final class UITextField: UIControl {
  var text: String?
}

final class UISwitch: UIControl {
  var isOn = false
}

final class UIActivityIndicatorView: UIView {
  private(set) var isAnimating = false
  func startAnimating() { isAnimating = true }
  func stopAnimating() { isAnimating = false }
}

@MainActor class UIViewController {
  func viewDidLoad() {}
  func viewDidAppear(_ animated: Bool) {}
}

enum UIApplication {
  static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
  static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
}

/// An object that is remembered without being kept.
struct Weak<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object?) {
    self.object = object
  }
}
