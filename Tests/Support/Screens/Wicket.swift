public import Screens

/// A row of a wicket, some of which let nothing through.
public struct WicketRow: ListRow, Equatable {
  public let id: Int
  public var reason: String?
  public var isHidden = false

  public static let fields: Fields<WicketRow> = [
    Field(\.id, "The number."), Field(\.reason, "Why nothing passes here."),
    Field(\.isHidden, "Whether the row cannot be tapped."),
  ]
}

/// What a wicket shows.
public struct WicketState: ScreenState, Equatable {
  public var passed = 0
  public var rows = [WicketRow(id: 1), WicketRow(id: 2, reason: "This row is shut."), WicketRow(id: 3, isHidden: true)]
  public var isHidden = true
  public var reason: String? = "The wicket is shut."
  public var isBusy: Bool { false }

  /// A wicket that is shut.
  public init() {}

  public static let fields: Fields<WicketState> = [
    Field(\.passed, "How many events have passed."), Field(\.rows, "The rows."), Field(\.isHidden, "What is hidden."),
    Field(\.reason, "Why it is shut."),
  ]
  public static var samples: [WicketState] { [WicketState()] }
}

/// An event of each kind that a description refuses, for tests of fronts.
public enum WicketEvent: ScreenEvent {
  case hiddenButtonWasTapped
  case shutButtonWasTapped
  case rowWasTapped(Int)
  case personButtonWasTapped

  public static let cases: [EventCase<WicketEvent>] = [
    EventCase(.hiddenButtonWasTapped, "Hidden.").hidden(by: \WicketState.isHidden),
    EventCase(.shutButtonWasTapped, "Shut.").disabled(by: \WicketState.reason),
    EventCase(rowWasTapped, member: "id", "Shut for a row.").row(
      of: \WicketState.rows, disabledBy: \.reason, hiddenBy: \.isHidden),
    EventCase(.personButtonWasTapped, "For a person.").notForAssistants(),
  ]

  /// The events as JSON that each front refuses, and the reasons. An assistant is refused what is for a person, too.
  public static let refusals = [
    (#"{"type":"hiddenButtonWasTapped"}"#, "This is not possible at the moment."),
    (#"{"type":"shutButtonWasTapped"}"#, "The wicket is shut."),
    (#"{"id":2,"type":"rowWasTapped"}"#, "This row is shut."),
    (#"{"id":3,"type":"rowWasTapped"}"#, "This is not possible for this row."),
    (#"{"id":7,"type":"rowWasTapped"}"#, "This row is no longer in the list."),
  ]
}

/// Counts what passes.
public final class WicketViewModel: ViewModel {
  public let eventSubject = EventSubject<WicketEvent>()
  @Published public private(set) var state = WicketState()
  public var statePublisher: Published<WicketState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  /// A wicket that is shut.
  public init() { cancellable = eventSubject.sink { [weak self] _ in self?.state.passed += 1 } }
}

extension Screen<WicketViewModel> {
  /// The wicket.
  public static var wicket: Self { Screen("wicket", about: "A wicket.") { _, _ in WicketViewModel() } }
}

extension AppDefinition {
  /// An app of a wicket alone.
  public static let wicket = AppDefinition(screens: [AnyScreen(.wicket)])
}
