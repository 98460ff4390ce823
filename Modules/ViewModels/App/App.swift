public import Streams

/// The app: which screens there are, and which of them are open.
///
/// A front that has views of its own opens a screen by its type, and gets the view model. A front that knows no screen
/// opens it by its name, and speaks JSON with it.
///
///     let app = App(environment)
///     let model = app.open(BalanceScreen.self).viewModel as? BalanceViewModel
///     let screen = try app.open("balance", parameters: "{}".utf8)
@MainActor public final class App {
  /// Every screen of the app. A screen that is added here is there in every front that knows no screen by itself.
  public static let screens: [any Screen.Type] = [
    BalanceScreen.self,
    ProductScreen.self,
    RegistrationScreen.self,
    TermsScreen.self,
    BlogScreen.self,
    CounterScreen.self,
  ]

  /// What the screens take from outside.
  public let environment: Environment
  /// The screens that are open, oldest first.
  public private(set) var openScreens: [OpenScreen] = []

  private let idleSubject = PassthroughSubject<Void, Never>()
  private var wasBusy = false

  /// An app without an open screen.
  public init(_ environment: Environment) {
    self.environment = environment
  }

  /// The screens in words and schemas, in the order of the list.
  public static var descriptions: [ScreenDescription] {
    screens.map { $0.description }
  }

  /// Opens a screen. It is open until it is closed, whether anybody holds it or not.
  public func open<S: Screen>(_ screen: S.Type, _ parameters: S.Parameters = S.Parameters()) -> OpenScreen {
    let open = OpenScreen(screen, screen.open(parameters, in: environment), in: self)
    openScreens.append(open)
    busyMayHaveChanged()
    return open
  }

  /// Opens the screen of a name with parameters as JSON, `{…}`.
  ///
  /// - Throws: an `InputError`; nothing was opened then.
  public func open(_ name: String, parameters: some Sequence<UInt8> = "{}".utf8) throws(InputError) -> OpenScreen {
    guard let screen = Self.screens.first(where: { $0.name == name }) else {
      throw InputError(.unknownScreen, expected: "one of " + Self.screens.map { $0.name }.joined(separator: ", "))
    }
    return try open(screen, reading: [UInt8](parameters))
  }

  private func open<S: Screen>(_ screen: S.Type, reading bytes: [UInt8]) throws(InputError) -> OpenScreen {
    open(screen, try JSONCoding.decode(S.Parameters.self, from: bytes))
  }

  /// Tells every screen, also those that open later, what happened to the application.
  public func send(_ event: ApplicationEvent) {
    environment.application.send(event)
  }

  /// Tells every screen what happened to the application, `{"type":…}`.
  ///
  /// - Throws: an `InputError`; nothing happened then.
  public func send(_ event: some Sequence<UInt8>) throws(InputError) {
    send(try JSONCoding.decode(ApplicationEvent.self, from: event))
  }

  /// Whether any screen waits for something.
  public var isBusy: Bool { openScreens.contains(where: \.isBusy) }

  /// Tells each time when the app has become idle: on the main scheduler, after everybody has heard of the state that
  /// made it so. Whoever may have missed it asks `isBusy` first.
  public var idle: AnyPublisher<Void, Never> {
    idleSubject.receive(onMain: environment.main)
      .filter { [weak self] _ in self?.isBusy == false }
      .eraseToAnyPublisher()
  }

  func busyMayHaveChanged() {
    let isBusy = isBusy
    if wasBusy, !isBusy { idleSubject.send() }
    wasBusy = isBusy
  }

  func forget(_ screen: OpenScreen) {
    openScreens.removeAll { $0 === screen }
    busyMayHaveChanged()
  }
}
