import Screens

/// Screens that open each other as their events say.
enum StepEvent: ScreenEvent {
  case openButtonWasTapped(String)
  case editButtonWasTapped
  case closeButtonWasTapped
  case answerButtonWasTapped(String)
  case wrongAnswerButtonWasTapped
  case replaceButtonWasTapped
  case editInsteadButtonWasTapped
  case closeOpenedButtonWasTapped
  case firstButtonWasTapped

  static let cases: [EventCase<StepEvent>] = [
    EventCase(openButtonWasTapped, member: "title", "Open another step."),
    EventCase(.editButtonWasTapped, "Edit."),
    EventCase(.closeButtonWasTapped, "Close."),
    EventCase(answerButtonWasTapped, member: "text", "Close with an answer."),
    EventCase(.wrongAnswerButtonWasTapped, "Close with a number."),
    EventCase(.replaceButtonWasTapped, "Continue with another step."),
    EventCase(.editInsteadButtonWasTapped, "Continue with an editor."),
    EventCase(.closeOpenedButtonWasTapped, "Close what was opened."),
    EventCase(.firstButtonWasTapped, "Go back to the first step."),
  ]
}

struct StepState: ScreenState {
  var title = ""
  var results: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<StepState> = [
    Field(\.title, "The title."),
    Field(\.results, "What came of the steps that were opened."),
  ]
  static let samples = [StepState()]
}

struct StepParameters: OptionalParameters {
  var title = "first"

  static let fields: Fields<StepParameters> = [Field(\.title, "The title.")]
}

struct Answer: ScreenOutcome {
  var text: String

  init(_ text: String) { self.text = text }
  init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    self.text = text
  }

  static var shape: Shape { .text() }
  static var expectation: String { "an answer" }
  static var example: Answer { Answer("") }
  func write(to writer: inout JSONWriter) { writer.write(text) }
}

struct Rating: ScreenOutcome {
  var stars: Int

  init(_ stars: Int) { self.stars = stars }
  init?(_ json: JSONText) {
    guard let stars: Int = json.integer() else { return nil }
    self.stars = stars
  }

  static var shape: Shape { .integer() }
  static var expectation: String { "a rating" }
  static var example: Rating { Rating(1) }
  func write(to writer: inout JSONWriter) { writer.write(stars) }
}

/// A step, which closes with an ``Answer``.
final class StepViewModel: ViewModel {
  typealias Parameters = StepParameters
  typealias Outcome = Answer

  let eventSubject = EventSubject<StepEvent>()
  @Published var state = StepState()
  var statePublisher: Published<StepState>.Publisher { $state }

  let navigator: Navigator
  private var cancellables: Set<AnyCancellable> = []
  /// Runs with each result, after it was noted.
  var onResult: (Answer?) -> Void = { _ in }

  init(_ parameters: StepParameters, _ environment: AppEnvironment) {
    navigator = environment.navigator
    state.title = parameters.title
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  func open(_ title: String) throws(NavigationError) {
    try navigator.open(.step, StepParameters(title: title)) { [weak self] in
      self?.state.results.append($0.map { "\(title): \($0.text)" } ?? "\(title) was left")
      self?.onResult($0)
    }
  }

  private func handle(_ event: StepEvent) {
    do throws(NavigationError) {
      switch event {
      case .openButtonWasTapped(let title): try open(title)
      case .editButtonWasTapped:
        navigator.result(of: .editor, NoParameters()).sink { [weak self] in
          self?.state.results.append("\($0)")
        } receiveValue: { [weak self] in
          self?.state.results.append("\($0.stars) stars")
        }
        .store(in: &cancellables)
      case .closeButtonWasTapped: navigator.close()
      case .answerButtonWasTapped(let text): navigator.close(with: Answer(text))
      case .wrongAnswerButtonWasTapped: navigator.close(with: Rating(1))
      case .replaceButtonWasTapped: try navigator.replace(with: .step, StepParameters(title: state.title + "'"))
      case .editInsteadButtonWasTapped: try navigator.replace(with: .editor, NoParameters())
      case .closeOpenedButtonWasTapped: navigator.closeOpened()
      case .firstButtonWasTapped: navigator.returnToFirst()
      }
    } catch {
      state.results.append("\(error)")
    }
  }
}

extension Screen<StepViewModel> {
  static var step: Self { Screen("step", about: "A step.") { StepViewModel($0, $1) } }
}

/// A form that asks before it is left, and closes with a ``Rating``.
enum EditorEvent: ScreenEvent {
  case editorDidAppear
  case starsChanged(Int)
  case saveButtonWasTapped
  case discardButtonWasTapped

  static let cases: [EventCase<EditorEvent>] = [
    EventCase(.editorDidAppear, "The editor appeared."),
    EventCase(starsChanged, member: "stars", "The stars."),
    EventCase(.saveButtonWasTapped, "Save."),
    EventCase(.discardButtonWasTapped, "Discard."),
  ]
}

struct EditorState: ScreenState {
  var stars = 0
  var question: String?
  var hasAppeared = false
  var isBusy: Bool { false }

  static let fields: Fields<EditorState> = [
    Field(\.stars, "The stars."), Field(\.question, "What the user is asked."),
    Field(\.hasAppeared, "Whether the editor has appeared."),
  ]
  static let samples = [EditorState(question: "")]
}

final class EditorViewModel: ViewModel {
  typealias Outcome = Rating

  let eventSubject = EventSubject<EditorEvent>()
  @Published var state = EditorState()
  var statePublisher: Published<EditorState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: EditorEvent) {
    switch event {
    case .editorDidAppear: state.hasAppeared = true
    case .starsChanged(let stars): state.stars = stars
    case .saveButtonWasTapped: if state.stars > 0 { navigator.close(with: Rating(state.stars)) }
    case .discardButtonWasTapped: navigator.close()
    }
  }

  func refusal(of event: EditorEvent) -> String? {
    event == .saveButtonWasTapped && state.stars == 0 ? "There are no stars." : nil
  }

  func canLeave() -> Bool {
    guard state.stars > 0 else { return true }
    state.question = "Discard the stars?"
    return false
  }
}

extension Screen<EditorViewModel> {
  static var editor: Self {
    Screen("editor", about: "An editor.", appearance: .editorDidAppear) { EditorViewModel($1) }
  }
}

/// What an app reports of its navigation, in words.
@MainActor final class NavigationLog {
  private(set) var lines: [String] = []
  private var cancellable: AnyCancellable?
  /// Runs for each screen that a screen opens.
  var onOpen: (AnyScreenInstance) -> Void = { _ in }

  init(_ app: AppCore) {
    cancellable = app.reports.sink { [unowned self] report in
      guard !report.cause.isFront, let instance = report.instance else { return }
      switch report.event {
      case .opened:
        lines.append("\(title(instance.opener)) opens \(title(instance))")
        onOpen(instance)
      case .closed(let reason?, let outcome):
        let result = outcome.map { " " + String(decoding: $0.whole.json, as: UTF8.self) } ?? ""
        lines.append("\(title(instance)) \(reason.rawValue)\(result)")
      default: break
      }
    }
  }

  /// The lines since the last call.
  func next() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func title(_ instance: AnyScreenInstance?) -> String {
    (instance?.snapshot.state as? StepState)?.title ?? instance?.name ?? "nothing"
  }
}
