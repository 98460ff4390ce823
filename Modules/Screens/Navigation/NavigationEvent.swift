public import Descriptions

/// What an app opens and closes of its own accord, for the front that shows it.
public enum NavigationEvent {
  /// A screen has opened this one; its ``AnyScreenInstance/opener`` is set. The front shows it, and then calls
  /// ``AnyScreenInstance/viewDidAppear()``.
  ///
  /// A screen that opens another one while it is made opens it before ``AppCore/open(_:_:)`` has returned: the front does
  /// not have the opener yet.
  case opened(AnyScreenInstance)
  /// An instance was closed, and not by the front. The outcome is the result with which it closed itself.
  case closed(AnyScreenInstance, reason: CloseReason, outcome: (any ScreenOutcome)?)
}

/// Why an instance was closed without a request of the front.
public enum CloseReason: String, CaseIterable, Described, Sendable {
  /// Another screen closed it, such as its opener by ``Navigator/closeOpened()``.
  case closedByApp
  /// It closed itself, perhaps with a result.
  case completed
  /// The screen that opened it was closed.
  case openerClosed
  /// It replaced itself. That its successor was opened is the next report.
  case replaced
}

/// Why a screen was not opened.
public enum NavigationError: Error, Equatable {
  /// As many screens are open as the app may open, or one navigation has caused as many others. Nothing was opened or
  /// closed.
  case tooManyScreens(limit: Int)
  /// The screen that wants to open another one is closed, or is about to be.
  case closed
}
