public import Descriptions
public import Screens

/// A screen for tests of questions: it asks each kind of question, notes what comes of it, and has events that a person is asked
/// about before.
public enum DeskEvent: ScreenEvent {
  case clearButtonWasTapped
  case deleteButtonWasTapped(Int)
  case addButtonWasTapped(Int)
  case lockButtonWasTapped
  case chooseButtonWasTapped
  case discardButtonWasTapped
  case cancelButtonWasTapped
  case fileButtonWasTapped
  case saveButtonWasTapped
  case linkButtonWasTapped(String)
  case copyButtonWasTapped
  case showButtonWasTapped
  case noticeButtonWasTapped
  case undoButtonWasTapped
  case toldButtonWasTapped
  case weatherButtonWasTapped
  case privateButtonWasTapped
  case anyoneButtonWasTapped
  case briefButtonWasTapped
  case laterButtonWasTapped
  case openButtonWasTapped
  case closeButtonWasTapped
  case closeWithNoticeButtonWasTapped

  public static let cases: [EventCase<DeskEvent>] = [
    EventCase(.clearButtonWasTapped, "Delete all rows.")
      .destructive(asking: EventQuestion("Delete all rows?", message: "They do not come back.", confirm: "Delete")),
    EventCase(deleteButtonWasTapped, member: "id", "Delete a row.")
      .destructive { (state: DeskState, event) in
        guard case .deleteButtonWasTapped(let id) = event, state.rows.contains(id) else { return nil }
        return EventQuestion("Delete row \(id)?", confirm: "Delete")
      },
    EventCase(addButtonWasTapped, member: "id", "Add a row."),
    EventCase(.lockButtonWasTapped, "Lock the rows."),
    EventCase(.chooseButtonWasTapped, "Ask which fruit it is."),
    EventCase(.discardButtonWasTapped, "Ask whether to discard it."),
    EventCase(.cancelButtonWasTapped, "Ask nothing any more."),
    EventCase(.fileButtonWasTapped, "Ask for a file.").picksFile(.note),
    EventCase(.saveButtonWasTapped, "Ask to save a file."),
    EventCase(linkButtonWasTapped, member: "link", "Open a link."),
    EventCase(.copyButtonWasTapped, "Copy a text."),
    EventCase(.showButtonWasTapped, "Show the first row."),
    EventCase(.noticeButtonWasTapped, "Say something."),
    EventCase(.undoButtonWasTapped, "Say something that can be undone."),
    EventCase(.toldButtonWasTapped, "Say something that can be undone, and do not wait."),
    EventCase(.weatherButtonWasTapped, "Ask for the weather."),
    EventCase(.privateButtonWasTapped, "Ask for a fruit in private."),
    EventCase(.anyoneButtonWasTapped, "Ask anyone for a fruit."),
    EventCase(.briefButtonWasTapped, "Ask for a fruit, for ten seconds."),
    EventCase(.laterButtonWasTapped, "Ask for a fruit in a later turn."),
    EventCase(.openButtonWasTapped, "Open another one."),
    EventCase(.closeButtonWasTapped, "Close."),
    EventCase(.closeWithNoticeButtonWasTapped, "Close, and say something that can be undone."),
  ]
}

/// What a desk shows.
public struct DeskState: ScreenState, Equatable {
  public var rows = [1, 2, 3]
  public var isLocked = false
  public var answers: [String] = []
  public var isBusy = false

  /// A desk with three rows.
  public init() {}

  public static let fields: Fields<DeskState> = [
    Field(\.rows, "The rows."), Field(\.isLocked, "Whether rows cannot be deleted."),
    Field(\.answers, "What came of the questions."), Field(\.isBusy, "Whether it works."),
  ]
  public static var samples: [DeskState] { [DeskState()] }
}

extension FileWish {
  /// A short text.
  fileprivate static let note = FileWish(types: [".txt"], limit: 8)
}

extension FrontQuestion<String, Int> {
  /// A question of the app's own, which an assistant may answer, too.
  public static var degrees: Self { Self("degrees", isForAssistants: true) }
}

/// A desk.
public final class DeskViewModel: ViewModel {
  public let eventSubject = EventSubject<DeskEvent>()
  @Published public private(set) var state = DeskState()
  public var statePublisher: Published<DeskState>.Publisher { $state }

  private let environment: AppEnvironment
  private var question: AnyCancellable?
  private var cancellables: [AnyCancellable] = []

  public init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private static let fruits = [ConfirmChoice("apple", "An apple"), .cancel("none", "None")]
  private static let fruit = FrontRequest.confirm("Which fruit?", message: "Only one.", fruits)
  private static let undo = NoticeAction("undo", "Undo", value: "row 7")

  private func handle(_ event: DeskEvent) {
    switch event {
    case .clearButtonWasTapped: state.rows = []
    case .deleteButtonWasTapped(let id): state.rows.removeAll { $0 == id }
    case .addButtonWasTapped(let id): state.rows.append(id)
    case .lockButtonWasTapped: state.isLocked = true
    case .chooseButtonWasTapped: ask(Self.fruit)
    case .discardButtonWasTapped:
      ask(.confirm("Discard it?", [.destructive("discard", "Discard"), .cancel("keep", "Keep")]))
    case .cancelButtonWasTapped: question = nil
    case .fileButtonWasTapped: ask(.pickFile(.note))
    case .saveButtonWasTapped:
      ask(.saveFile(FileReference(name: "a.txt", mediaType: "text/plain", bytes: Array("Hi".utf8))))
    case .linkButtonWasTapped(let link): ask(.openLink(Link(link)))
    case .copyButtonWasTapped: ask(.copy("copied"))
    case .showButtonWasTapped: ask(FrontRequest(.show, RowToShow(list: "rows", row: "1")))
    case .noticeButtonWasTapped: ask(.notify("Done.", tone: .positive))
    case .undoButtonWasTapped: ask(.notify("Row 7 was deleted.", action: Self.undo))
    case .toldButtonWasTapped: environment.front.tell(.notify("Row 7 was deleted.", action: Self.undo))
    case .weatherButtonWasTapped: ask(FrontRequest(.degrees, "Oslo"))
    case .privateButtonWasTapped: ask(Self.fruit.withPrivateInput())
    case .anyoneButtonWasTapped: ask(Self.fruit.answeredByAnyFront())
    case .briefButtonWasTapped: ask(Self.fruit.waiting(atMost: .seconds(10)))
    case .laterButtonWasTapped: environment.main.schedule { [self] in MainActor.assumeIsolated { ask(Self.fruit) } }
    case .openButtonWasTapped: try? environment.navigator.open(.desk)
    case .closeButtonWasTapped: environment.navigator.close()
    case .closeWithNoticeButtonWasTapped:
      environment.front.tell(.notify("Row 7 was deleted.", action: Self.undo))
      environment.navigator.close()
    }
  }

  private func ask<Answer>(_ request: FrontRequest<Answer>) {
    question = environment.front.ask(request).sink { [unowned self] answer in
      let text =
        switch answer {
        case .answered(let answer): "\(answer)"
        case .cancelled: "cancelled"
        case .cannot(let reason): "cannot: \(reason)"
        }
      state.answers.append("\(request.name): \(text)")
    }
  }

  public func refusal(of event: DeskEvent) -> String? {
    switch event {
    case .clearButtonWasTapped, .deleteButtonWasTapped: state.isLocked ? "The rows are locked." : nil
    default: nil
    }
  }
}

extension Screen<DeskViewModel> {
  /// A desk.
  public static var desk: Self { Screen("desk", about: "A desk.") { DeskViewModel($1) } }
}
