public import Screens

/// A chat for tests of parts: a filter, an editor that may be missing, and messages, each with a retry of its own.
public struct ChatState: ScreenState {
  public var filter = FilterState()
  public var editor: DraftState?
  public var messages: [MessageState] = []
  /// What the chat was told, the last of it.
  public var log: [String] = []
  public var isBusy: Bool { false }

  public static let fields: Fields<ChatState> = [
    Field(\.filter, "Which messages are shown."), Field(\.editor, "The message that is being written."),
    Field(\.messages, "The messages."), Field(\.log, "What happened."),
  ]
  public static let samples = [ChatState(editor: DraftState(), messages: MessageState.samples)]
}

public enum ChatEvent: ScreenEvent {
  case filter(FilterEvent)
  case editor(DraftEvent)
  case message(Int, MessageEvent)
  case writeButtonWasTapped(String)
  case messageCame(id: Int, text: String)
  case messageChanged(id: Int, text: String)
  case clearButtonWasTapped

  public static let cases: [EventCase<ChatEvent>] = [
    EventCase(
      part: \ChatState.filter, filter, "Which messages are shown.", appearance: .filterDidAppear),
    EventCase(part: \ChatState.editor, editor, "The message that is being written."),
    EventCase(part: \ChatState.messages, message, "A message."),
    EventCase(writeButtonWasTapped, member: "text", "Write a message that begins so."),
    EventCase(messageCame, members: ("id", "text"), "A message came."),
    EventCase(messageChanged, members: ("id", "text"), "The text of a message was changed elsewhere."),
    EventCase(.clearButtonWasTapped, "Clear what is looked for."),
  ]
}

/// A chat. It logs what it sees of its parts, with what they have made of it by then.
public final class ChatViewModel: ViewModel {
  public let eventSubject = EventSubject<ChatEvent>()
  @Published public private(set) var state = ChatState()
  public var statePublisher: Published<ChatState>.Publisher { $state }

  public let filter: Part<FilterViewModel>
  public let editor: OptionalPart<DraftViewModel>
  public let messages: PartList<MessageViewModel>
  private var cancellables: Set<AnyCancellable> = []

  public init(_ environment: AppEnvironment) {
    filter = Part(of: eventSubject, as: ChatEvent.filter, in: environment) { FilterViewModel(FilterParameters(), $0) }
    editor = OptionalPart(of: eventSubject, as: ChatEvent.editor, in: environment)
    messages = PartList(
      of: eventSubject, as: ChatEvent.message, in: environment, state: MessageState.init,
      refusal: MessageViewModel.refusal, update: { $0.update($1) }, make: MessageViewModel.init)
    messages.update([
      Message(id: 1, text: "one", reactions: ["+1"]), Message(id: 2, text: "two", isSent: true),
      Message(id: 3, text: "three"),
    ])
    filter.statePublisher.sink { [weak self] in self?.state.filter = $0 }.store(in: &cancellables)
    editor.statePublisher.sink { [weak self] in self?.state.editor = $0 }.store(in: &cancellables)
    messages.statesPublisher.sink { [weak self] in self?.state.messages = $0 }.store(in: &cancellables)
    filter.outcomes.sink { [weak self] in self?.log("filter \($0?.text ?? "none")") }.store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .filter(.textChanged): log("looks for \(filter.state.text)")
    case .filter(.range): log("looks \(filter.state.range.days) days back")
    case .filter, .editor: break
    case .message(let id, .deleteButtonWasTapped):
      log("deletes \(id)")
      messages.remove(id)
    case .message(let id, .textChanged): log("\(id) is \(messages.madeModel(id)?.state.text ?? "gone")")
    case .message: break
    case .writeButtonWasTapped(let text):
      var parameters = FilterParameters()
      parameters.text = text
      editor.open { [parameters] in
        DraftViewModel(parameters, $0)
      } onClose: { [weak self] in
        self?.log("editor \($0?.text ?? "none")")
      }
    case .messageCame(let id, let text):
      // A message with the number of one that is there takes its place, and is another one.
      messages.remove(id)
      messages.append(Message(id: id, text: text))
    case .messageChanged(let id, let text):
      messages.update(messages.rows.map { $0.id == id ? Message(id: id, text: text) : $0 })
    case .clearButtonWasTapped: filter.send(.textChanged(""))
    }
  }

  private func log(_ line: String) { state.log = (state.log + [line]).suffix(4) }
}

extension Screen<ChatViewModel> {
  /// A chat.
  public static var chat: Self { Screen("chat", about: "A chat.") { ChatViewModel($1) } }
}
