public import Screens

// What a screen asks of its front, and what a person is asked before an event is applied.

extension FrontQuestion<String, Int> {
  /// How many stars a note gets. An assistant may answer it, too.
  public static var stars: Self { Self("stars", isForAssistants: true) }
}

extension FileWish {
  fileprivate static let note = FileWish(types: [".txt"], limit: 1_000)
}

public struct NotesState: ScreenState {
  public var notes: [String] = []
  public var message: String?
  public var isBusy: Bool { false }

  public static let fields: Fields<NotesState> = [
    Field(\.notes, "The notes, oldest first."), Field(\.message, "What the front could not do."),
  ]
  public static let samples = [NotesState()]
}

public enum NotesEvent: ScreenEvent {
  case noteWasWritten(String)
  case removeButtonWasTapped
  case clearButtonWasTapped
  case importButtonWasTapped
  case starsButtonWasTapped
  case helpButtonWasTapped

  public static let cases: [EventCase<NotesEvent>] = [
    EventCase(noteWasWritten, member: "text", "Keep a note."),
    EventCase(.removeButtonWasTapped, "Remove the last note."),
    EventCase(.clearButtonWasTapped, "Remove all notes.")
      .destructive { (state: NotesState, _) in
        state.notes.isEmpty ? nil : EventQuestion("Remove \(state.notes.count) notes?", confirm: "Remove")
      },
    EventCase(.importButtonWasTapped, "Keep what is in a file.").picksFile(.note),
    EventCase(.starsButtonWasTapped, "Ask how many stars the last note gets."),
    EventCase(.helpButtonWasTapped, "Open the help."),
  ]
}

/// Notes of a reader.
public final class NotesViewModel: ViewModel {
  public let eventSubject = EventSubject<NotesEvent>()
  @Published public private(set) var state = NotesState()
  public var statePublisher: Published<NotesState>.Publisher { $state }

  private let front: FrontAsker
  private var question: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    front = environment.front
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
    environment.noticeAnswers
      .filter { $0.action.name == "undo" && $0.answer == .answered(.action) }
      .compactMap(\.action.value)
      .sink { [unowned self] in state.notes.append($0) }
      .store(in: &cancellables)
  }

  private func handle(_ event: NotesEvent) {
    switch event {
    case .noteWasWritten(let note): state.notes.append(note)
    case .removeButtonWasTapped:
      guard let note = state.notes.popLast() else { return }
      front.tell(.notify("\"\(note)\" was removed.", action: NoticeAction("undo", "Undo", value: note)))
    case .clearButtonWasTapped: state.notes = []
    case .importButtonWasTapped:
      ask(front.ask(.pickFile(.note))) { [unowned self] file in
        state.notes.append(String(decoding: file.bytes ?? [], as: UTF8.self))
      }
    case .starsButtonWasTapped:
      ask(front.ask(.stars, state.notes.last ?? "")) { [unowned self] stars in
        state.notes.append(String(repeating: "*", count: max(0, min(5, stars))))
      }
    case .helpButtonWasTapped: ask(front.ask(.openLink(Link("https://example.com/notes")))) { _ in }
    }
  }

  private func ask<Answer>(_ answers: AnyPublisher<FrontAnswer<Answer>, Never>, _ use: @escaping (Answer) -> Void) {
    question = answers.sink { [unowned self] answer in
      switch answer {
      case .answered(let answer): use(answer)
      case .cancelled: break
      case .cannot(let reason): state.message = reason
      }
    }
  }
}

extension Screen<NotesViewModel> {
  public static var notes: Self { Screen("notes", about: "The reader's notes.") { NotesViewModel($1) } }
}
