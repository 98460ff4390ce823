import Screens
import Streams

extension AppDefinition {
  /// A notebook, whose note is a form that asks before it is left, and whose cover hears that it has appeared.
  static let notebook = AppDefinition(screens: [AnyScreen(.note), AnyScreen(.cover)])
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

enum CoverEvent: ScreenEvent {
  case coverDidAppear

  static let cases: [EventCase<CoverEvent>] = [EventCase(.coverDidAppear, "The cover is shown.")]
}

struct CoverState: ScreenState {
  var count = 0
  var isBusy: Bool { false }

  static let fields: Fields<CoverState> = [Field(\.count, "How often it has appeared.")]
  static var samples: [CoverState] { [CoverState()] }
}

final class CoverViewModel: ViewModel {
  let eventSubject = EventSubject<CoverEvent>()
  @Published private(set) var state = CoverState()
  var statePublisher: Published<CoverState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  init() { cancellable = eventSubject.sink { [weak self] _ in self?.state.count += 1 } }
}

extension Screen<CoverViewModel> {
  static var cover: Self {
    Screen("cover", about: "The cover.", appearance: .coverDidAppear) { _, _ in CoverViewModel() }
  }
}
