public import Screens
public import Streams
import Words

/// An app that a ``TextFront`` presents: the screens of a core, their views, and what the front asks the app.
///
/// Every screen of the core can be opened: one in ``screens`` has a view of its own, and each other one a ``DescribedView``. What the app
/// opens and closes of its own accord appears and disappears.
///
///     struct LibraryFront: TextApp {
///       let core: AppCore
///       var screens: [TextScreen] { [TextScreen(.shelf, of: core, ShelfView.init)] }
///     }
///
/// Everything but ``core`` has a default.
@MainActor public protocol TextApp {
  /// The app.
  var core: AppCore { get }
  /// The screens that have a view of their own; by default, none.
  var screens: [TextScreen] { get }
  /// All screens that can be opened: by default, ``screens`` and then the other screens of the core.
  var offeredScreens: [TextScreen] { get }
  /// The app's own commands, which `help` lists before `show`; by default `background` and `foreground`.
  var commands: [Command] { get }
  /// The first line in a terminal; by default, how the app's title greets, and that `help` lists the commands.
  var greeting: String? { get }
  /// The app's condition, such as "background", for the prompt.
  var status: String? { get }
  /// Whether something is in flight; by default, whether the core is busy. Fed by a pipe, the front reads the next command when nothing is.
  var isBusy: Bool { get }
  /// Publishes each time ``isBusy`` becomes false, on the main actor.
  var idle: AnyPublisher<Void, Never> { get }
}

extension TextApp {
  public var screens: [TextScreen] { [] }

  public var offeredScreens: [TextScreen] {
    let names = Set(screens.map(\.name))
    return screens + core.offeredScreens.filter { !names.contains($0.name) }.map { TextScreen($0, of: core) }
  }

  /// The commands that send the application to the background and back.
  public var commands: [Command] {
    [
      Command("background", Words.text("send the app to the background, where it hides private values")) {
        front, _ throws(CommandError) in
        guard front.isActive else { throw CommandError(Words.text("The app is already in the background.")) }
        front.coreFront.send(.willResignActive)
      },
      Command("foreground", Words.text("bring the app back to the foreground")) { front, _ throws(CommandError) in
        guard !front.isActive else { throw CommandError(Words.text("The app is already in the foreground.")) }
        front.coreFront.send(.didBecomeActive)
      },
    ]
  }

  public var greeting: String? {
    let words = core.environment.words
    let help = words.text("\"help\" lists the commands.")
    return core.title?.greeting.map { words.string(LocalizedText(english: $0)) + " " + help } ?? help
  }

  public var status: String? { nil }
  public var isBusy: Bool { core.isBusy }
  public var idle: AnyPublisher<Void, Never> { core.idle }

  /// A screen that the app has opened, with its view.
  func show(_ shown: AnyScreenInstance) -> TextScreenInstance {
    if let own = offeredScreens.first(where: { $0.name == shown.name })?.show?(shown) { return own }
    return TextScreenInstance(describing: shown, core.offeredScreens.first { $0.name == shown.name }, of: core)
  }
}
