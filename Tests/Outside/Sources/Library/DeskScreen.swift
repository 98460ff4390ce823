public import Screens

// Two feeds: what goes over the desk in both directions.

extension ServiceFeed<Void, String> {
  /// The titles of the books that are lent.
  public static var lent: Self { Self("lent") }
  /// The titles of the books that come back.
  public static var returned: Self { Self("returned") }
}

public struct DeskState: ScreenState {
  public var out: [String] = []
  public var message: String?
  public var isBusy: Bool { false }

  public static let fields: Fields<DeskState> = [
    Field(\.out, "The books that readers have at home."), Field(\.message, "Why the list is not up to date."),
  ]
  public static let samples = [DeskState()]
}

public enum DeskEvent: ScreenEvent {
  case viewDidAppear

  public static let cases: [EventCase<DeskEvent>] = [EventCase(.viewDidAppear, "The desk is shown.")]
}

public final class DeskViewModel: ViewModel {
  public let eventSubject = EventSubject<DeskEvent>()
  @Published public private(set) var state = DeskState()
  public var statePublisher: Published<DeskState>.Publisher { $state }
  private var feeds: [AnyCancellable] = []

  init(_ environment: AppEnvironment) {
    let backend = environment.backend
    eventSubject.first().sink { [unowned self] _ in
      follow(backend.follow(.lent)) { $0.append($1) }
      follow(backend.follow(.returned)) { out, title in out.removeAll { $0 == title } }
    }
    .store(in: &feeds)
  }

  private func follow(
    _ feed: some Publisher<FeedEvent<String>, ServiceError>, _ change: @escaping (inout [String], String) -> Void
  ) {
    feed.sink { [unowned self] completion in
      if case .failure(let error) = completion { state.message = error.message }
    } receiveValue: { [unowned self] event in
      switch event {
      case .element(let title): change(&state.out, title)
      case .condition(.interrupted(let error, _)): state.message = error.message
      case .condition: state.message = nil
      case .unreadable: break
      }
    }
    .store(in: &feeds)
  }
}

extension Screen<DeskViewModel> {
  public static var desk: Self {
    Screen("desk", about: "What goes over the desk.", appearance: .viewDidAppear) { DeskViewModel($1) }
  }
}
