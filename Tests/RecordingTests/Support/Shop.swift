import Foundation
import ViewModels

/// A list whose view model opens an editor for a row, which closes with the row's text.
struct ShopRow: ListRow {
  let id: Int
  var text: String
  var isMarked = false

  static let fields: Fields<ShopRow> = [
    Field(\.id, "The row."), Field(\.text, "What it says."), Field(\.isMarked, "Whether it is marked."),
  ]
}

struct ShopState: ScreenState {
  var rows: [ShopRow] = []
  var note: String?
  var isBusy: Bool { false }

  static let fields: Fields<ShopState> = [Field(\.rows, "The rows."), Field(\.note, "A note.")]
}

enum ShopEvent: ScreenEvent {
  case markButtonWasTapped(Int)
  case editButtonWasTapped(Int)
  case editSoonButtonWasTapped(Int)
  case editLaterButtonWasTapped(Int)
  case nextButtonWasTapped
  case sortButtonWasTapped

  static let cases: [EventCase<ShopEvent>] = [
    EventCase(markButtonWasTapped, member: "id", "Mark a row."),
    EventCase(editButtonWasTapped, member: "id", "Edit a row."),
    EventCase(editSoonButtonWasTapped, member: "id", "Edit a row in the next job."),
    EventCase(editLaterButtonWasTapped, member: "id", "Edit a row in a second."),
    EventCase(.nextButtonWasTapped, "Continue with another list."),
    EventCase(.sortButtonWasTapped, "Sort the rows the other way round."),
  ]
}

struct ShopParameters: OptionalParameters {
  var count = 3

  static let fields: Fields<ShopParameters> = [Field(\.count, "How many rows there are.")]
}

final class ShopViewModel: ViewModel {
  typealias Parameters = ShopParameters

  let eventSubject = EventSubject<ShopEvent>()
  @Published private(set) var state = ShopState()
  var statePublisher: Published<ShopState>.Publisher { $state }

  private let environment: AppEnvironment
  private let soonEdits = PassthroughSubject<Int, Never>()
  private let laterEdits = PassthroughSubject<Int, Never>()
  private var cancellables: Set<AnyCancellable> = []

  init(_ parameters: ShopParameters, _ environment: AppEnvironment) {
    self.environment = environment
    state.rows = (0..<parameters.count).map { ShopRow(id: $0, text: "The row with the number \($0)") }
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
    soonEdits.receive(on: environment.main).sink { [weak self] in self?.edit($0) }.store(in: &cancellables)
    laterEdits.delay(for: .seconds(1), scheduler: environment.main)
      .sink { [weak self] in self?.edit($0) }
      .store(in: &cancellables)
  }

  private func handle(_ event: ShopEvent) {
    switch event {
    case .markButtonWasTapped(let id):
      if let index = state.rows.firstIndex(where: { $0.id == id }) { state.rows[index].isMarked.toggle() }
    case .editButtonWasTapped(let id): edit(id)
    case .editSoonButtonWasTapped(let id): soonEdits.send(id)
    case .editLaterButtonWasTapped(let id): laterEdits.send(id)
    case .nextButtonWasTapped: try? environment.navigator.replace(with: .shop, ShopParameters(count: 1))
    case .sortButtonWasTapped: state.rows.reverse()
    }
  }

  private func edit(_ id: Int) {
    try? environment.navigator.open(.shopEditor, ShopEditorParameters(id: id)) { [weak self] outcome in
      self?.state.note = outcome.map { "Row \(id) is \($0.text)." } ?? "Row \(id) was left."
    }
  }
}

struct ShopEditorState: ScreenState {
  var text = ""
  var question: String?
  var hasAppeared = false
  var isBusy: Bool { false }

  static let fields: Fields<ShopEditorState> = [
    Field(\.text, "The text."), Field(\.question, "What the user is asked."),
    Field(\.hasAppeared, "Whether the editor has appeared."),
  ]
}

enum ShopEditorEvent: ScreenEvent {
  case editorDidAppear
  case textChanged(String)
  case saveButtonWasTapped

  static let cases: [EventCase<ShopEditorEvent>] = [
    EventCase(.editorDidAppear, "The editor appeared."),
    EventCase(textChanged, member: "text", "The text's field holds this text."),
    EventCase(.saveButtonWasTapped, "Save."),
  ]
}

struct ShopEditorParameters: OptionalParameters {
  var id = 0

  static let fields: Fields<ShopEditorParameters> = [Field(\.id, "The row.")]
}

struct ShopText: ScreenOutcome, JSONRecord {
  var text: String

  static let record = Codec(ShopText.init(text:), \.text)
}

final class ShopEditorViewModel: ViewModel {
  typealias Parameters = ShopEditorParameters
  typealias Outcome = ShopText

  let eventSubject = EventSubject<ShopEditorEvent>()
  @Published private(set) var state = ShopEditorState()
  var statePublisher: Published<ShopEditorState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ShopEditorEvent) {
    switch event {
    case .editorDidAppear: state.hasAppeared = true
    case .textChanged(let text): state.text = text
    case .saveButtonWasTapped: if !state.text.isEmpty { navigator.close(with: ShopText(text: state.text)) }
    }
  }

  func refusal(of event: ShopEditorEvent) -> String? {
    event == .saveButtonWasTapped && state.text.isEmpty ? "There is no text." : nil
  }

  func canLeave() -> Bool {
    guard !state.text.isEmpty else { return true }
    state.question = "Discard the text?"
    return false
  }
}

extension Screen<ShopViewModel> {
  static var shop: Self { Screen("shop", about: "A list.") { ShopViewModel($0, $1) } }
}

extension Screen<ShopEditorViewModel> {
  static var shopEditor: Self {
    Screen("shopEditor", about: "An editor.", appearance: .editorDidAppear) { ShopEditorViewModel($1) }
  }
}

extension AppDefinition {
  static let shop = AppDefinition(screens: [AnyScreen(.shop), AnyScreen(.shopEditor)])
}
