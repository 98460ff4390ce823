public import Descriptions

/// Why an instance was closed without a request of the front.
public enum CloseReason: String, CaseIterable, Described, Sendable {
  /// Another screen closed it, such as its opener by ``Navigator/closeOpened()``.
  case closedByApp
  /// It closed itself, perhaps with a result.
  case completed
  /// The screen that opened it was closed.
  case openerClosed
  /// No front holds it any more: the last one has closed it, or has left.
  case released
  /// It replaced itself. That its successor was opened is the next report.
  case replaced
}
