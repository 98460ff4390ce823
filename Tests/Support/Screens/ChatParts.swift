public import Screens

// The parts of a chat: one that is always there with a part of its own, one that may be missing, and a list whose parts have
// lists of their own.

// MARK: - The filter

/// How far back a filter looks.
public struct RangeState: ScreenState {
  public var days = 7
  public var isBusy: Bool { false }

  public static let fields: Fields<RangeState> = [Field(\.days, "How many days.")]
  public static let samples = [RangeState()]
}

public enum RangeEvent: ScreenEvent {
  case daysChanged(Int)

  public static let cases: [EventCase<RangeEvent>] = [
    EventCase(daysChanged, member: "number", "Look so many days back; less than one is refused.")
  ]
}

public final class RangeViewModel: ViewModel {
  public let eventSubject = EventSubject<RangeEvent>()
  @Published public private(set) var state = RangeState()
  public var statePublisher: Published<RangeState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  public init() {
    cancellable = eventSubject.sink { [weak self] event in
      if case .daysChanged(let days) = event { self?.state.days = days }
    }
  }

  public func refusal(of event: RangeEvent) -> String? {
    if case .daysChanged(let days) = event, days < 1 { "At least one day." } else { nil }
  }
}

/// What is looked for. The note is private.
public struct FilterState: ScreenState {
  public var text = ""
  public var note = ""
  public var hasPin = false
  public var range = RangeState()
  public var isBusy = false

  public static let fields: Fields<FilterState> = [
    Field(\.text, "What is looked for."), Field(\.note, "A note.", .isPrivate(as: "•••")),
    Field(\.hasPin, "Whether there is a PIN."), Field(\.range, "How far back it looks."),
  ]
  public static let samples = [FilterState()]
}

public enum FilterEvent: ScreenEvent {
  case filterDidAppear
  case textChanged(String)
  case noteChanged(String)
  case pinEntered(VaultPin)
  case range(RangeEvent)
  case searchButtonWasTapped
  case openButtonWasTapped
  case doneButtonWasTapped

  public static let cases: [EventCase<FilterEvent>] = [
    EventCase(.filterDidAppear, "The filter appeared."),
    EventCase(textChanged, member: "text", "The field holds this text; a long one is refused."),
    EventCase(noteChanged, member: "text", "The note holds this text."),
    EventCase(pinEntered, member: "pin", "Enter the PIN."),
    EventCase(part: \FilterState.range, range, "How far back it looks."),
    EventCase(.searchButtonWasTapped, "Search."),
    EventCase(.openButtonWasTapped, "Open a vault."),
    EventCase(.doneButtonWasTapped, "Close with what is looked for."),
  ]
}

public struct FilterParameters: OptionalParameters {
  public var text = ""

  public init() {}

  public static let fields: Fields<FilterParameters> = [Field(\.text, "What is looked for at first.")]
}

extension ServiceOperation<String, Int> {
  /// How many messages have a text.
  public static var count: Self { Self("count") }
  /// Sends a message, and answers the number of tries.
  public static var delivery: Self { Self("delivery") }
}

public final class FilterViewModel: ViewModel {
  public let eventSubject = EventSubject<FilterEvent>()
  @Published public private(set) var state = FilterState()
  public var statePublisher: Published<FilterState>.Publisher { $state }

  private let environment: AppEnvironment
  private let range: Part<RangeViewModel>
  private var cancellables: Set<AnyCancellable> = []
  private var request: AnyCancellable?
  private var pause: AnyCancellable?

  public init(_ parameters: FilterParameters, _ environment: AppEnvironment) {
    self.environment = environment
    range = Part(of: eventSubject, as: FilterEvent.range, in: environment) { _ in RangeViewModel() }
    state.text = parameters.text
    range.statePublisher.sink { [weak self] in self?.state.range = $0 }.store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: FilterEvent) {
    switch event {
    case .filterDidAppear, .range: break
    case .textChanged(let text):
      state.text = text
      pause = environment.pendingWork.begin()
    case .noteChanged(let note): state.note = note
    case .pinEntered: state.hasPin = true
    case .searchButtonWasTapped:
      state.isBusy = true
      pause = nil
      request = environment.backend.answer(.count, state.text).result().sink { [weak self] in self?.receive($0) }
    case .openButtonWasTapped: try? environment.navigator.open(.vault)
    case .doneButtonWasTapped: environment.navigator.close(with: ChatText(state.text))
    }
  }

  private func receive(_ result: Result<Int, ServiceError>) {
    state.isBusy = false
    if case .success(let count) = result { state.text += " (\(count))" }
  }

  public func refusal(of event: FilterEvent) -> String? {
    if case .textChanged(let text) = event, text.count > 20 { "This is too long." } else { nil }
  }
}

extension FilterViewModel {
  public typealias Parameters = FilterParameters
  public typealias Outcome = ChatText
}

/// A text as an outcome.
public struct ChatText: ScreenOutcome {
  public let text: String

  init(_ text: String) { self.text = text }

  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.init(text)
  }

  public static var shape: Shape { .text() }
  public static var example: ChatText { ChatText("") }

  public func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Screen<FilterViewModel> {
  /// The filter as a screen of its own.
  public static var filter: Self {
    Screen("filter", about: "What is looked for.", appearance: .filterDidAppear) { FilterViewModel($0, $1) }
  }
}

// MARK: - The editor

/// A text that is being written.
public struct DraftState: ScreenState {
  public var text = ""
  public var question: String?
  public var isBusy: Bool { false }

  public static let fields: Fields<DraftState> = [
    Field(\.text, "The text."), Field(\.question, "What is asked before it is left."),
  ]
  public static let samples = [DraftState()]
}

public enum DraftEvent: ScreenEvent {
  case textChanged(String)
  case saveButtonWasTapped
  case cancelButtonWasTapped

  public static let cases: [EventCase<DraftEvent>] = [
    EventCase(textChanged, member: "text", "The field holds this text."),
    EventCase(.saveButtonWasTapped, "Close with the text."),
    EventCase(.cancelButtonWasTapped, "Close without the text."),
  ]
}

/// An editor. It sends its first text to itself while it is made, and asks before it is left if the text is "unsaved".
public final class DraftViewModel: ViewModel {
  public typealias Parameters = FilterParameters
  public typealias Outcome = ChatText

  public let eventSubject = EventSubject<DraftEvent>()
  @Published public private(set) var state = DraftState()
  public var statePublisher: Published<DraftState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  public init(_ parameters: FilterParameters, _ environment: AppEnvironment) {
    navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
    eventSubject.send(.textChanged(parameters.text))
    if parameters.text == "closed at once" { navigator.close(with: ChatText("early")) }
  }

  private func handle(_ event: DraftEvent) {
    switch event {
    case .textChanged(let text):
      state.text = text
      state.question = nil
    case .saveButtonWasTapped: navigator.close(with: ChatText(state.text))
    case .cancelButtonWasTapped: navigator.close()
    }
  }

  public func canLeave() -> Bool {
    guard state.text == "unsaved" else { return true }
    state.question = "Leave without saving?"
    return false
  }
}

// MARK: - The messages

/// How often something was answered with a sign.
public struct ReactionState: ScreenState, ListRow {
  public let id: String
  public var count = 1
  public var isBusy: Bool { false }

  public init(id: String, count: Int = 1) {
    self.id = id
    self.count = count
  }

  public static let fields: Fields<ReactionState> = [
    Field(\.id, "The sign."), Field(\.count, "How often."),
  ]
  public static let samples = [ReactionState(id: "+1")]
}

public enum ReactionEvent: ScreenEvent {
  case addButtonWasTapped
  case removeButtonWasTapped

  public static let cases: [EventCase<ReactionEvent>] = [
    EventCase(.addButtonWasTapped, "Once more."), EventCase(.removeButtonWasTapped, "Not any more."),
  ]
}

public struct Reaction: ScreenParameters, Identifiable {
  public var id = ""

  public init(id: String = "") { self.id = id }

  public static let fields: Fields<Reaction> = [Field(required: \.id, "The sign.")]
  public static let defaults = Reaction()
}

public final class ReactionViewModel: ViewModel {
  public typealias Parameters = Reaction
  public typealias Outcome = ChatText

  public let eventSubject = EventSubject<ReactionEvent>()
  @Published public private(set) var state: ReactionState
  public var statePublisher: Published<ReactionState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  public init(_ reaction: Reaction, _ environment: AppEnvironment) {
    state = ReactionState(id: reaction.id)
    let navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] event in
      switch event {
      case .addButtonWasTapped: self?.state.count += 1
      case .removeButtonWasTapped: navigator.close(with: ChatText(reaction.id))
      }
    }
  }
}

/// A message. It cannot be sent again once it was sent.
public struct MessageState: ScreenState, ListRow {
  public let id: Int
  public var text: String
  public var tries = 0
  public var retryReason: String?
  public var reactions: [ReactionState] = []
  public var isBusy = false

  /// The state of a message that nothing was done with.
  public init(_ message: Message, _ environment: AppEnvironment) {
    id = message.id
    text = message.text
    retryReason = message.isSent ? "It was sent." : nil
    reactions = message.reactions.map { ReactionState(id: $0) }
  }

  public static let fields: Fields<MessageState> = [
    Field(\.id, "The number."), Field(\.text, "The text.", .isPrivate(as: "•••")),
    Field(\.tries, "How often it was sent."),
    Field(\.retryReason, "Why it cannot be sent again."), Field(\.reactions, "How it was answered."),
  ]
  public static let samples = [MessageState(Message(id: 1, text: "a", reactions: ["+1"]), AppEnvironment())]
}

public enum MessageEvent: ScreenEvent {
  case retryButtonWasTapped
  case deleteButtonWasTapped
  case textChanged(String)
  case reactionWasAdded(String)
  case reaction(String, ReactionEvent)

  public static let cases: [EventCase<MessageEvent>] = [
    EventCase(.retryButtonWasTapped, "Send it again.").disabled(by: \MessageState.retryReason),
    EventCase(.deleteButtonWasTapped, "Delete it.").destructive(),
    EventCase(textChanged, member: "text", "Change the text; an empty one is refused."),
    EventCase(reactionWasAdded, member: "sign", "Answer with a sign."),
    EventCase(part: \MessageState.reactions, reaction, "A sign."),
  ]
}

public struct Message: ScreenParameters, Identifiable {
  public var id = 0
  public var text = ""
  public var isSent = false
  public var reactions: [String] = []

  public init(id: Int = 0, text: String = "", isSent: Bool = false, reactions: [String] = []) {
    self.id = id
    self.text = text
    self.isSent = isSent
    self.reactions = reactions
  }

  public static let fields: Fields<Message> = [
    Field(required: \.id, "The number."), Field(\.text, "The text."), Field(\.isSent, "Whether it was sent."),
    Field(\.reactions, "How it was answered."),
  ]
  public static let defaults = Message()
}

public final class MessageViewModel: ViewModel {
  public typealias Parameters = Message

  public let eventSubject = EventSubject<MessageEvent>()
  @Published public private(set) var state: MessageState
  public var statePublisher: Published<MessageState>.Publisher { $state }

  private let backend: Backend
  private let reactions: PartList<ReactionViewModel>
  private var cancellables: Set<AnyCancellable> = []
  private var request: AnyCancellable?

  public init(_ message: Message, _ environment: AppEnvironment) {
    state = MessageState(message, environment)
    backend = environment.backend
    reactions = PartList(
      of: eventSubject, as: MessageEvent.reaction, in: environment, state: { row, _ in ReactionState(id: row.id) },
      make: ReactionViewModel.init)
    reactions.update(message.reactions.map { Reaction(id: $0) })
    reactions.statesPublisher.sink { [weak self] in self?.state.reactions = $0 }.store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: MessageEvent) {
    switch event {
    case .retryButtonWasTapped:
      state.isBusy = true
      request = backend.answer(.delivery, state.text).result().sink { [weak self] in self?.receive($0) }
    case .textChanged(let text): state.text = text
    case .reactionWasAdded(let sign):
      if !reactions.rows.contains(where: { $0.id == sign }) { reactions.append(Reaction(id: sign)) }
    case .deleteButtonWasTapped, .reaction: break
    }
  }

  private func receive(_ result: Result<Int, ServiceError>) {
    state.isBusy = false
    if case .success(let tries) = result {
      state.tries = tries
      state.retryReason = "It was sent."
    }
  }

  /// The row has changed.
  public func update(_ message: Message) { state.text = message.text }

  public func refusal(of event: MessageEvent) -> String? {
    event.describedRefusal(in: state) ?? Self.refusal(of: event, in: state)
  }

  /// Why a message does not allow an event, beside its description.
  public static func refusal(of event: MessageEvent, in state: MessageState) -> String? {
    if case .textChanged("") = event { "A message has a text." } else { nil }
  }
}

extension Screen<MessageViewModel> {
  /// A message as a screen of its own.
  public static var message: Self {
    Screen("message", about: "A message.") { MessageViewModel($0, $1) }
  }
}
