import Screens
import Streams

extension AppDefinition {
  /// A notebook, whose note is a form that asks before it is left.
  static let notebook = AppDefinition(screens: [AnyScreen(.note)])
}

enum NoteEvent: ScreenEvent {
  case textChanged(String)

  static let cases: [EventCase<NoteEvent>] = [
    EventCase(textChanged, member: "text", "The note's field holds this text.")
  ]
}

struct NoteState: ScreenState {
  var text = ""
  var isBusy: Bool { false }

  static let fields: Fields<NoteState> = [Field(\.text, "The note.")]
  static var samples: [NoteState] { [NoteState()] }
}

final class NoteViewModel: ViewModel {
  let eventSubject = EventSubject<NoteEvent>()
  @Published private(set) var state = NoteState()
  var statePublisher: Published<NoteState>.Publisher { $state }
  private var question: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    cancellable = eventSubject.sink { [weak self] event in
      guard let self, case .textChanged(let text) = event else { return }
      state.text = text
    }
  }

  func canLeave() -> Bool {
    guard !state.text.isEmpty else { return true }
    let choices: [ConfirmChoice] = [.destructive("discard", "Discard"), .cancel("keep", "Keep")]
    question = environment.front.ask(.confirm("Discard the note?", choices))
      .sink { [environment] in if $0.answer == "discard" { environment.navigator.close() } }
    return false
  }
}

extension Screen<NoteViewModel> {
  static var note: Self { Screen("note", about: "A note.") { NoteViewModel($1) } }
}
