import HTTP
import Outbox
public import Screens

// Books that readers wish for: each wish reaches the library sooner or later, once.

public struct Wish: JSONRecord, Equatable, Sendable {
  public var title: String
  public var key: IdempotencyKey

  public init(title: String, key: IdempotencyKey) {
    self.title = title
    self.key = key
  }

  public static let record = Codec(Wish.init(title:key:), \.title, \.key)
}

extension ServiceOperation<Wish, Int> {
  /// Wishes for a book, and is answered by the number of the wish.
  public static var wish: Self { Self("wish") }
}

extension OutboxOperation<Wish, Int> {
  public static var wish: Self { Self(.wish, key: \.key) }
}

extension HTTPRoute {
  static var wish: HTTPRoute { HTTPRoute(.wish, "/wishes", method: .post, status: 201) }
}

public struct WishState: ScreenState {
  public var wishes: [String] = []
  public var message: String?
  public var isBusy: Bool { false }

  public static let fields: Fields<WishState> = [
    Field(\.wishes, "The wishes, oldest first, and how each stands."),
    Field(\.message, "Why a wish is not kept or changed."),
  ]
  public static let samples = [WishState()]
}

public enum WishEvent: ScreenEvent {
  case wishWasWritten(String)
  case retryButtonWasTapped
  case dropButtonWasTapped

  public static let cases: [EventCase<WishEvent>] = [
    EventCase(wishWasWritten, member: "title", "Wish for a book."),
    EventCase(.retryButtonWasTapped, "Send the first wish again that was not granted."),
    EventCase(.dropButtonWasTapped, "Drop the first wish that was not granted."),
  ]
}

/// The wishes of a reader.
public final class WishViewModel: ViewModel {
  public let eventSubject = EventSubject<WishEvent>()
  @Published public private(set) var state = WishState()
  public var statePublisher: Published<WishState>.Publisher { $state }

  private let outbox: Outbox<Wish, Int>
  private var entries: [OutboxEntry<Wish, Int>] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    outbox = environment.outbox(.wish)
    outbox.entries.sink { [unowned self] in
      entries = $0
      state.wishes = $0.map { "\($0.input.title): \(Self.status(of: $0))" }
    }
    .store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: WishEvent) {
    let key = entries.first(where: \.needsDecision)?.key
    switch event {
    case .wishWasWritten(let title): show(outbox.add { Wish(title: title, key: $0) })
    case .retryButtonWasTapped: if let key { show(outbox.retry(key)) }
    case .dropButtonWasTapped: if let key { show(outbox.drop(key)) }
    }
  }

  private func show(_ change: AnyPublisher<Result<IdempotencyKey, OutboxError>, Never>) {
    change.sink { [unowned self] result in
      if case .failure(let error) = result { state.message = error.message } else { state.message = nil }
    }
    .store(in: &cancellables)
  }

  private static func status(of entry: OutboxEntry<Wish, Int>) -> String {
    switch entry.state {
    case .waiting: entry.heldBy == nil ? "waiting" : "behind another"
    case .sending: "sending"
    case .perhapsSent: "perhaps sent"
    case .refused(let error): "refused, \(error.message)"
    case .sent: entry.answer.map { "wish \($0)" } ?? "sent"
    }
  }
}

extension Screen<WishViewModel> {
  public static var wishes: Self {
    Screen("wishes", about: "The books that a reader wishes for.") { WishViewModel($1) }
  }
}
