import Screens
import Words

/// The view of a screen: elements that are bound to the screen's model.
@MainActor public protocol ScreenView: AnyObject {
  /// The elements.
  var canvas: Canvas { get }
  /// Whether the view shows the newest state. It matters for a view that receives states asynchronously: a front that
  /// is fed by a pipe waits until it does.
  var isCurrent: Bool { get }
}

extension ScreenView {
  public var isCurrent: Bool { true }
}

/// An open screen: its view, and what runs when it appears and closes.
@MainActor public struct TextScreenInstance {
  /// Leaves the screen, which may ask first.
  var leave: () -> LeaveOutcome
  /// The screen of an app core.
  var shown: AnyScreenInstance?
  /// The screen's view.
  public let view: any ScreenView
  /// Reports that the screen is on top.
  public let appear: () -> Void
  /// Closes the screen.
  public let close: () -> Void

  /// An open screen.
  ///
  /// - Parameters:
  ///   - view: the screen's view, which lives until the screen closes.
  ///   - appear: runs each time the screen gets on top.
  ///   - close: runs when the screen closes.
  public init(_ view: any ScreenView, appear: @escaping () -> Void = {}, close: @escaping () -> Void = {}) {
    self.view = view
    self.appear = appear
    self.close = close
    leave = {
      close()
      return .left
    }
  }
}

/// A screen that a user can open by its name.
@MainActor public struct TextScreen {
  /// The name.
  public let name: String
  /// The screen in one sentence, for `screens`.
  public let about: String
  let argument: String?
  /// The parameters that can be given by name; `nil` for a screen that takes a word alone.
  let form: ObjectForm?
  /// Makes the view of a screen that the app has opened; `nil` for a screen of no core.
  let show: ((AnyScreenInstance) -> TextScreenInstance?)?
  private let make: (String?, AppFront?, _ typed: Words?) throws(CommandError) -> Opened

  /// A screen that was opened.
  enum Opened {
    /// A screen of no core.
    case instance(TextScreenInstance, name: String)
    /// A screen of a core, and what makes its view.
    case shown(AnyScreenInstance, show: () -> TextScreenInstance)
  }

  /// A screen.
  ///
  /// - Parameters:
  ///   - name: the name, unique in the app.
  ///   - about: the screen in one sentence, for `screens`.
  ///   - argument: what may follow the name in `open`, as the help text calls it; `nil` if nothing may.
  ///   - make: opens the screen. It gets the word after the name, and throws if the word is wrong.
  public init(
    _ name: String, about: String, argument: String? = nil,
    make: @escaping (String?) throws(CommandError) -> TextScreenInstance
  ) {
    self.name = name
    self.about = about
    self.argument = argument
    self.make = { argument, _, _ throws(CommandError) in .instance(try make(argument), name: name) }
    form = nil
    show = nil
  }

  init(
    _ name: String, _ about: String, argument: String?, _ form: ObjectForm,
    make: @escaping (String?, AppFront?, _ typed: Words?) throws(CommandError) -> Opened,
    show: @escaping (AnyScreenInstance) -> TextScreenInstance?
  ) {
    self.name = name
    self.about = about
    self.argument = argument
    self.form = form
    self.make = make
    self.show = show
  }

  /// Whether anything may follow the name in `open`.
  var takesArguments: Bool { argument != nil || form?.members.isEmpty == false }

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - argument: what follows the name in `open`: a word, or parameters by name such as `id=3 filter=food`.
  ///   - front: the front that opens it; a screen of an app core needs one.
  /// - Throws: a ``CommandError`` if the argument does not fit.
  public func open(_ argument: String? = nil, by front: AppFront? = nil) throws(CommandError) -> TextScreenInstance {
    switch try opened(argument, by: front, typed: nil) {
    case .instance(let instance, _): instance
    case .shown(_, let show): show()
    }
  }

  /// Opens the screen, as ``open(_:by:)`` does. The view of a core's screen is not made yet.
  ///
  /// - Parameter typed: the language in which a person has typed the argument; `nil` for a script.
  func opened(_ argument: String?, by front: AppFront?, typed: Words?) throws(CommandError) -> Opened {
    guard argument == nil || takesArguments else { throw CommandError(Words.text("This screen takes no argument.")) }
    guard form != nil || argument?.contains(where: \.isBlank) != true else {
      throw CommandError(Words.text("This screen takes one word: open \(name) \(self.argument ?? "")"))
    }
    return try make(argument, front, typed)
  }
}
