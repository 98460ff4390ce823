public import Screens

// What belongs to the library as a whole, and the one entrance for all screens that need a reader.

public struct LibraryState: ScreenState {
  public var reader: String?
  public var visits = 0
  public var isBusy: Bool { false }

  public static let fields: Fields<LibraryState> = [
    Field(\.reader, "Who is in the library.", .isPrivate(as: "•••")), Field(\.visits, "How many visits there were."),
  ]
}

public enum LibraryEvent: ScreenEvent {
  case readerEntered(String)
  case visitButtonWasTapped
  case leaveButtonWasTapped

  public static let cases: [EventCase<LibraryEvent>] = [
    EventCase(readerEntered, member: "name", "A reader has come in."),
    EventCase(.visitButtonWasTapped, "Begin a visit."), EventCase(.leaveButtonWasTapped, "The reader leaves."),
  ]
}

public final class LibraryModel: ViewModel {
  public let eventSubject = EventSubject<LibraryEvent>()
  @Published public private(set) var state = LibraryState()
  public var statePublisher: Published<LibraryState>.Publisher { $state }
  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: LibraryEvent) {
    switch event {
    case .readerEntered(let name): state.reader = name
    case .visitButtonWasTapped:
      state.visits += 1
      try? navigator.open(.visit)
    case .leaveButtonWasTapped: state.reader = nil
    }
  }
}

extension Screen<LibraryModel> {
  public static var library: Self { Screen("app", about: "The library as a whole.") { LibraryModel($1) } }
}

// MARK: - A visit

public struct VisitState: ScreenState {
  public var reader: String?
  public var minutes = 0
  public var message: String?
  public var isBusy: Bool { false }

  public static let fields: Fields<VisitState> = [
    Field(\.reader, "Who visits.", .isPrivate(as: "•••")), Field(\.minutes, "How many minutes the visit has taken."),
    Field(\.message, "What came of the entrance."),
  ]
}

public enum VisitEvent: ScreenEvent {
  case enterButtonWasTapped

  public static let cases: [EventCase<VisitEvent>] = [EventCase(.enterButtonWasTapped, "Come in.")]
}

/// A visit, which counts its minutes and needs a reader.
public final class VisitViewModel: ViewModel {
  public let eventSubject = EventSubject<VisitEvent>()
  @Published public private(set) var state = VisitState()
  public var statePublisher: Published<VisitState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.app(LibraryModel.self).states.map(\.reader).removeDuplicates()
      .sink { [weak self] in self?.state.reader = $0 }
      .store(in: &cancellables)
    environment.every(.seconds(60)).sink { [weak self] _ in self?.state.minutes += 1 }.store(in: &cancellables)
    eventSubject.sink { [weak self] _ in
      try? environment.navigator.present(.entrance) { reader in
        self?.state.message = reader.map { "Welcome, \($0.name)." } ?? "You did not come in."
      }
    }
    .store(in: &cancellables)
  }
}

extension Screen<VisitViewModel> {
  public static var visit: Self { Screen("visit", about: "A visit to the library.") { VisitViewModel($1) } }
}

// MARK: - The entrance

public struct ReaderName: JSONRecord, ScreenOutcome {
  public var name: String
  public static let record = Codec(ReaderName.init(name:), \.name)
}

public struct EntranceState: ScreenState {
  public var name = ""
  public var enterDisabledReason: String? = "The name is missing."
  public var isBusy: Bool { false }

  public static let fields: Fields<EntranceState> = [
    Field(\.name, "The reader's name."), Field(\.enterDisabledReason, "Why the reader cannot come in."),
  ]
}

public enum EntranceEvent: ScreenEvent {
  case nameChanged(String)
  case enterButtonWasTapped

  public static let cases: [EventCase<EntranceEvent>] = [
    EventCase(nameChanged, member: "text", "The name's field holds this text."),
    EventCase(.enterButtonWasTapped, "Come in.").disabled(by: \EntranceState.enterDisabledReason),
  ]
}

public final class EntranceViewModel: ViewModel {
  public typealias Outcome = ReaderName
  public let eventSubject = EventSubject<EntranceEvent>()
  @Published public private(set) var state = EntranceState()
  public var statePublisher: Published<EntranceState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    let (library, navigator) = (environment.app(LibraryModel.self), environment.navigator)
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .nameChanged(let name):
        state = EntranceState(name: name, enterDisabledReason: name.isEmpty ? "The name is missing." : nil)
      case .enterButtonWasTapped:
        library.send(.readerEntered(state.name))
        navigator.close(with: ReaderName(name: state.name))
      }
    }
  }
}

extension Screen<EntranceViewModel> {
  public static var entrance: Self { Screen("entrance", about: "The entrance.") { EntranceViewModel($1) } }
}
