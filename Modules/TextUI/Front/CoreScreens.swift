public import Screens
import Words

extension TextScreen {
  /// A screen of an app core, with a view of its own. The user gives its parameters by name: `open book id=3`.
  ///
  ///     TextScreen(.book, of: core, BookView.init)
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - core: the app that opens it.
  ///   - view: makes a view of the screen as the front sees it. An event that the view sends there, and that is refused, makes the
  ///     command fail with the reason.
  public init<Model: ViewModel>(
    _ screen: Screen<Model>, of core: AppCore, _ view: @escaping @MainActor (ScreenInstance<Model>) -> any ScreenView
  ) {
    self.init(
      screen, of: core, argument: nil, view,
      parameters: { (_: String?) throws(CommandError) in
        throw CommandError(Words.text("This screen takes its parameters by name."))
      })
  }

  /// A screen of an app core, with a view of its own, which takes a word after its name. Its parameters can be given by
  /// name, too.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - core: the app that opens it.
  ///   - argument: what may follow the name in `open`, as the help text calls it.
  ///   - view: makes a view of the screen as the front sees it.
  ///   - parameters: the parameters for the word after the name, or for none.
  public init<Model: ViewModel>(
    _ screen: Screen<Model>, of core: AppCore, argument: String,
    _ view: @escaping @MainActor (ScreenInstance<Model>) -> any ScreenView,
    parameters: @escaping (String?) -> Model.Parameters
  ) {
    self.init(
      screen, of: core, argument: argument, view,
      parameters: { (word: String?) throws(CommandError) in parameters(word) })
  }

  private init<Model: ViewModel>(
    _ screen: Screen<Model>, of core: AppCore, argument: String?,
    _ view: @escaping @MainActor (ScreenInstance<Model>) -> any ScreenView,
    parameters: @escaping (String?) throws(CommandError) -> Model.Parameters
  ) {
    let form = ObjectForm(
      Model.Parameters.shape.members, kind: Words.text("parameter"),
      clock: DateClock(timeZone: core.environment.timeZone))
    let show = { (shown: ScreenInstance<Model>) in TextScreenInstance(view(shown), of: shown) }
    self.init(screen.name, screen.about, argument: argument, form) { text, front, typed throws(CommandError) in
      if argument != nil, text.map({ NamedValues($0).named.isEmpty }) != false {
        let parameters = try parameters(text)
        let shown = try Self.open(front, form) { front throws(AppCommandError) in try front.open(screen, parameters) }
        return .shown(shown) { show(shown) }
      }
      let json = try form.parameters(text ?? "", typed)
      let shown = try Self.open(front, form) { front throws(AppCommandError) in
        let parameters: Model.Parameters
        do throws(InputError) { parameters = try Model.Parameters(Members(json)) } catch { throw .input(error) }
        return try front.open(screen, parameters)
      }
      return .shown(shown) { show(shown) }
    } show: { shown in
      (shown as? ScreenInstance<Model>).map(show)
    }
  }

  /// Opens a screen for a front.
  private static func open<Shown>(
    _ front: AppFront?, _ form: ObjectForm, _ open: (AppFront) throws(AppCommandError) -> Shown
  ) throws(CommandError) -> Shown {
    guard let front else { throw CommandError(Words.text("The screen is opened by a front of its app.")) }
    do throws(AppCommandError) {
      return try open(front)
    } catch {
      if let error = error.inputError { throw CommandError(error, in: form) }
      if let limit = error.limit { throw CommandError(LocalizedText.tooManyScreens(limit)) }
      throw CommandError(Words.text("The screen cannot be opened."))
    }
  }

  /// A screen of an app core, with a view that is made from its description.
  ///
  /// - Parameters:
  ///   - screen: the screen, which the core offers.
  ///   - core: the app that opens it.
  public init(_ screen: AnyScreen, of core: AppCore) {
    let clock = DateClock(timeZone: core.environment.timeZone)
    let form = ObjectForm(screen.parameters.members, kind: Words.text("parameter"), clock: clock)
    let show = { (shown: AnyScreenInstance) in TextScreenInstance(describing: shown, screen, of: core) }
    self.init(screen.name, screen.about, argument: nil, form) { text, front, typed throws(CommandError) in
      let json = try form.parameters(text ?? "", typed)
      let shown = try Self.open(front, form) { front throws(AppCommandError) in
        try front.open(screen.name, parameters: json)
      }
      return .shown(shown) { show(shown) }
    } show: {
      show($0)
    }
  }
}

extension TextScreenInstance {
  /// An open screen of an app core, with a view that is made from its description.
  init(describing shown: AnyScreenInstance, _ screen: AnyScreen?, of core: AppCore) {
    self.init(DescribedView(shown, screen, of: core), of: shown)
  }

  /// An open screen of an app core.
  fileprivate init(_ view: any ScreenView, of shown: AnyScreenInstance) {
    let appear = {
      shown.viewDidAppear()
      (view as? DescribedView)?.didAppear()
    }
    self.init(view, appear: appear, close: shown.close)
    leave = shown.leave
    self.shown = shown
  }
}

extension ObjectForm {
  /// The parameters in what follows the name of a screen.
  fileprivate func parameters(_ text: String, _ typed: Words?) throws(CommandError) -> JSONText {
    guard !members.isEmpty || text.isEmpty else { throw CommandError(Words.text("This screen takes no argument.")) }
    let values = try json(texts(text), typed ?? .english, isScript: typed == nil)
    var writer = JSONWriter()
    writer.object { writer in
      for (name, json) in values.sorted(by: { $0.key < $1.key }) {
        writer.name(name)
        writer.raw(json)
      }
    }
    return JSONText(scanned: writer.bytes[...])
  }
}

extension CommandError {
  /// The error of a parameter that its type does not take, although its shape does.
  fileprivate init(_ error: InputError, in form: ObjectForm) {
    let name = error.pointer.description.dropFirst()
    let isMember = form.members.contains { $0.name == name }
    self.init(
      isMember
        ? Words.text("The parameter \(String(name)) takes \(LocalizedText(english: error.expected)).")
        : LocalizedText(verbatim: "\(error)"))
  }
}
