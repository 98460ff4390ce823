import Recording
import Requests
import Screens
import Streams

/// A message of a feed. Its price is private.
struct WireMessage: JSONRecord, Equatable, Sendable {
  var id: Int
  var room: Int
  var price: Int = 0

  static let record = Codec(
    WireMessage.init(id:room:price:), Field(\.id), Field(\.room),
    Field(\.price, "What it costs.", .isPrivate(as: 0)))
}

extension ServiceFeed<Int, WireMessage> {
  static var wireMessages: Self { Self("wire-messages").skippingUnreadable() }
}

extension ServiceFeed<Void, Int> {
  static var wireTicks: Self { Self("wire-ticks") }
  static var wireBeats: Self { Self("wire-beats") }
}

extension ServiceOperation<Int, Int> {
  static var wireOne: Self { Self("wire-one") }
  static var wireTwo: Self { Self("wire-two") }
  static var wireThree: Self { Self("wire-three") }
}

struct WireState: ScreenState {
  var room: Int?
  var texts: [String] = []
  var isBusy = false

  static let fields: Fields<WireState> = [
    Field(\.room, "The room."), Field(\.texts, "What has come."), Field(\.isBusy, "Whether an answer is awaited."),
  ]
  static let samples = [WireState()]
}

enum WireEvent: ScreenEvent {
  case roomChanged(Int)
  case roomAdded(Int)
  case ticksChanged(Bool)
  case numberWasAsked(Int)

  static let cases: [EventCase<WireEvent>] = [
    EventCase(roomChanged, member: "room", "Follow the messages of a room."),
    EventCase(roomAdded, member: "room", "Follow the messages of another room as well."),
    EventCase(ticksChanged, member: "isOn", "Follow the ticks, or do not."),
    EventCase(numberWasAsked, member: "number", "Ask for a number."),
  ]
}

/// Follows the messages of the newest room, those of each room that was added and, as often as it was switched on, the ticks; an element may cause a request.
final class WireViewModel: ViewModel {
  let eventSubject = EventSubject<WireEvent>()
  @Published private(set) var state = WireState()
  var statePublisher: Published<WireState>.Publisher { $state }
  private var ticks: [AnyCancellable] = []
  private let asks = PassthroughSubject<Int, Never>()
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment, beats: AnyPublisher<Int, Never>? = nil) {
    let backend = environment.backend
    eventSubject.compactMap { if case .roomChanged(let room) = $0 { room } else { nil } }
      .handleEvents(receiveOutput: { [unowned self] in state.room = $0 })
      .map { Self.messages(of: $0, backend) }
      .switchToLatest()
      .sink { [unowned self] in state.texts.append($0) }
      .store(in: &cancellables)
    eventSubject.compactMap { if case .roomAdded(let room) = $0 { room } else { nil } }
      .flatMap { Self.messages(of: $0, backend) }
      .sink { [unowned self] in state.texts.append("also \($0)") }
      .store(in: &cancellables)
    eventSubject.sink { [unowned self] in
      switch $0 {
      case .roomChanged, .roomAdded: break
      case .ticksChanged(true):
        ticks.append(
          backend.follow(.wireTicks).sink { [unowned self] in
            state.texts.append("ticks \($0)")
          } receiveValue: { [unowned self] event in
            state.texts.append(Self.text(event) { "tick \($0)" })
            if let number = event.element, number.isMultiple(of: 3) { asks.send(number) }
          })
      case .ticksChanged(false): if !ticks.isEmpty { ticks.removeFirst() }
      case .numberWasAsked(let number): asks.send(number)
      }
    }
    .store(in: &cancellables)
    asks.handleEvents(receiveOutput: { [unowned self] _ in state.isBusy = true })
      .flatMap { number in
        backend.answer([.wireOne, .wireTwo, .wireThree][number % 3], number).result().map { "\(number) \($0)" }
      }
      .sink { [unowned self] in
        state.texts.append($0)
        state.isBusy = false
      }
      .store(in: &cancellables)
    if let beats {
      environment.recorded(beats, as: .wireBeats).sink { [unowned self] in state.texts.append("beat \($0)") }
        .store(in: &cancellables)
    }
  }

  /// The messages of a room as texts, and why there are no more.
  private static func messages(of room: Int, _ backend: Backend) -> some Publisher<String, Never> {
    backend.follow(.wireMessages, room)
      .map { Self.text($0) { "\($0.room):\($0.id):\($0.price)" } }
      .append("\(room) ended")
      .catch { Just("\(room) \($0)") }
  }

  /// Changes the state as code does that no command and no service has caused.
  func add(_ text: String) { state.texts.append(text) }

  private static func text<Element>(_ event: FeedEvent<Element>, _ text: (Element) -> String) -> String {
    switch event {
    case .element(let element): text(element)
    case .condition(.interrupted(let error, _)): "interrupted \(error)"
    case .condition(let condition): "\(condition)"
    case .unreadable(let error): "\(error)"
    }
  }
}

extension Screen<WireViewModel> {
  static var wire: Self { Screen("wire", about: "Two feeds and three operations.") { WireViewModel($1) } }
  static func wire(_ beats: @escaping @Sendable () -> AnyPublisher<Int, Never>) -> Self {
    Screen("wire", about: "A publisher of the environment.") { WireViewModel($1, beats: beats()) }
  }
}
