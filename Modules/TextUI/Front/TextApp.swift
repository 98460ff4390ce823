public import Streams

/// An app that a ``TextFront`` presents: its screens, and what the front asks it.
///
/// Everything but ``screens`` has a default.
@MainActor public protocol TextApp {
  /// The screens that have a view, in the order of `screens`.
  var screens: [TextScreen] { get }
  /// All screens that can be opened; by default, ``screens``.
  var offeredScreens: [TextScreen] { get }
  /// The app's own commands, which `help` lists before `show`.
  var commands: [Command] { get }
  /// The first line in a terminal.
  var greeting: String? { get }
  /// The app's condition, such as "background", for the prompt.
  var status: String? { get }
  /// Whether something is in flight. Fed by a pipe, the front reads the next command when nothing is.
  var isBusy: Bool { get }
  /// Publishes each time ``isBusy`` becomes false, on the main actor.
  var idle: AnyPublisher<Void, Never> { get }
}

extension TextApp {
  public var offeredScreens: [TextScreen] { screens }
  public var commands: [Command] { [] }
  public var greeting: String? { nil }
  public var status: String? { nil }
  public var isBusy: Bool { false }
  public var idle: AnyPublisher<Void, Never> { Empty().eraseToAnyPublisher() }
}
