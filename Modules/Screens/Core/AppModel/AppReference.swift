public import Streams

/// The app's own view model, as the screens see it: its state, and a way to send it an event.
///
/// A screen takes it from its environment:
///
///     @MainActor func badge(_ environment: AppEnvironment) -> AnyPublisher<Int, Never> {
///       environment.app(LibraryModel.self).states.map(\.unread).removeDuplicates().eraseToAnyPublisher()
///     }
///
/// A test of a screen alone sets one:
///
///     var environment = AppEnvironment.test()
///     environment.setApp(AppReference<LibraryModel>(states: CurrentValueSubject(LibraryState(unread: 3))))
@MainActor public struct AppReference<Model: ViewModel> {
  /// The current state and every later one. It has what is private.
  public let states: AnyPublisher<Model.State, Never>

  private let currentState: () -> Model.State
  private let receive: (Model.Event) -> Void

  /// The view model of an app.
  public init(_ model: Model) {
    states = model.statePublisher.eraseToAnyPublisher()
    currentState = { model.state }
    receive = { model.eventSubject.send($0) }
  }

  /// What takes the place of a view model, in a test.
  ///
  /// - Parameters:
  ///   - states: The states that the test sends.
  ///   - receive: Receives the events that screens send; by default they are ignored.
  public init(
    states: CurrentValueSubject<Model.State, Never>, receive: @escaping (Model.Event) -> Void = { _ in }
  ) {
    self.states = states.eraseToAnyPublisher()
    currentState = { states.value }
    self.receive = receive
  }

  /// The current state. It has what is private.
  public var state: Model.State { currentState() }

  /// Sends an event, as the code of the app. The app's own view model may refuse it.
  public func send(_ event: Model.Event) { receive(event) }
}

extension AppEnvironment {
  /// The app's own view model, by its type.
  ///
  /// It stops the program if the app has none of this type. A test of a view model without an app calls ``setApp(_:)`` before.
  @MainActor public func app<Model: ViewModel>(_: Model.Type) -> AppReference<Model> {
    if let reference = self[AppReferenceKey<Model>.self] { return reference }
    guard let runner = reporter?.appScreen?.runner as? ModelRunner<Model> else {
      preconditionFailure(
        "The environment has no app of the type \(Model.self): define the app with it, or call setApp(_:) in a test.")
    }
    return AppReference(runner.model)
  }

  /// Sets what ``app(_:)`` returns, for a test of a view model without an app.
  public mutating func setApp<Model: ViewModel>(_ reference: AppReference<Model>) {
    self[AppReferenceKey<Model>.self] = reference
  }
}

private enum AppReferenceKey<Model: ViewModel>: AppEnvironmentKey {
  static func defaultValue(in _: AppEnvironment) -> AppReference<Model>? { nil }
}
