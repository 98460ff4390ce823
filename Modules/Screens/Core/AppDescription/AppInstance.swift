import Descriptions
import Locking

extension AppCore {
  /// The id of the instance of an app's own view model, and the name of its screen. No other screen has it.
  nonisolated public static let appID = ScreenDescription.appID

  /// The instance of the app's own view model, which is open from the start and stays open; `nil` if the app has none.
  public var appInstance: AnyScreenInstance? { host.appScreen }

  /// The instance of the app's own view model, by its type; `nil` if it has another one.
  public func appInstance<Model: ViewModel>(of _: Model.Type) -> ScreenInstance<Model>? {
    appInstance as? ScreenInstance<Model>
  }

  /// Opens the app's own view model.
  func start<Typed: TypedScreen>(_ typed: Typed) {
    // NB: no front is the cause, so what it opens at the start is the app's own.
    reporter.run(for: Self.appID, by: nil) {
      let ownership = Ownership(holders: [], isAppsOwn: true, viewers: [])
      add(
        typed.screen, Typed.Model.Parameters.defaults, ownership, RunningScreen.Origin(), by: .instance(Self.appID),
        isApps: true)
    }
  }

  /// A front follows the app's own view model from here on.
  package func follow(by front: AppFront) {
    guard let screen = reporter.appScreen, front.appScreen == nil, front.presence != .left else { return }
    reporter.run(by: front.id) {
      reporter.report(.front(.followed), by: .front(front.id))
      screen.addView(for: front, isOpening: false)
    }
  }
}

extension AppFront {
  /// Follows the app's own view model: its state is ``appScreen``, and its changes are among the ``reports``. A front that does not
  /// ask for it hears nothing of it.
  ///
  /// ```swift
  /// @MainActor func badge(_ front: AppFront) {
  ///   if let app = front.followApp() { print(app.snapshot.state) }
  /// }
  /// ```
  ///
  /// - Returns: The app's own view model as this front sees it; `nil` if the app has none, or the front has left.
  @discardableResult public func followApp() -> AnyScreenInstance? {
    if let app = try? present() { app.follow(by: self) }
    return appScreen
  }
}

extension AppDefinition {
  /// A name that two screens have, or a wrong use of that of the app's own view model, in a sentence; `nil` if there is none.
  var mistakeInNames: String? {
    var names: Set<String> = []
    if let twice = screens.first(where: { !names.insert($0.name).inserted }) {
      return "Two screens of an app have the name \(twice.name)."
    }
    if screens.contains(where: { $0.name == AppCore.appID }) {
      return "A screen has the name app, which is that of the app's own view model."
    }
    guard let app else { return nil }
    if app.name != AppCore.appID { return "The app's own view model has the name \(app.name) in place of app." }
    return app.parameters.members.contains(where: \.isRequired) ? "The app's own view model requires parameters." : nil
  }

  /// The mistakes in the descriptions of the app, in whatever language.
  var mistakes: [DescriptionMistake] {
    let names = mistakeInNames.map { [DescriptionMistake("app", $0)] } ?? []
    let screens = AnyScreen.check(allScreens)
    if screens.isEmpty { _ = Self.checkedScreens.withLock { $0.insert(models) } }
    return names + screens + mistakesInApp
  }

  /// Whether no mistake was found in the screens of an app with the same view models: programs check before an app is made, and a process
  /// may have many.
  var hasCheckedScreens: Bool { Self.checkedScreens.withLock { $0.contains(models) } }

  private static let checkedScreens = LockedValue<Set<[ObjectIdentifier]>>([])
  private var models: [ObjectIdentifier] { allScreens.map(\.modelType) }

  /// The screens, and that of the app's own view model.
  var allScreens: [AnyScreen] { screens + (app.map { [$0] } ?? []) }

  /// The mistakes in what an app has beside its screens.
  var mistakesInApp: [DescriptionMistake] {
    (title?.mistakes ?? []) + layout.mistakes(in: screens, app: app) + links.mistakes(in: screens)
      + featureMistakes
  }
}
