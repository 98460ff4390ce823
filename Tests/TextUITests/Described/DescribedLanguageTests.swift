import ExpectSupport
import Screens
import StandardIO
import Streams
import Support
import Testing

@testable import TextUI

/// A described view in other languages than English: its own words come from the catalogue of the package, and the labels from the app's.
@MainActor @Suite struct DescribedLanguageTests {
  private enum Size: String, Choice {
    case small, large
  }

  private struct BoxRow: ListRow {
    let id: Int
    var name: String
    var isOpen: Bool
    var openReason: String?

    static let fields: Fields<BoxRow> = [
      Field(\.id, "The number."), Field(\.name, "The name."), Field(\.isOpen, "Whether it is open."),
      Field(\.openReason, "Why it cannot be opened."),
    ]
  }

  private struct Lid: DescribedObject {
    var isTight = true
    var colour: String?

    static let fields: Fields<Lid> = [Field(\.isTight, "Whether it is tight."), Field(\.colour, "Its colour.")]
  }

  private struct StoreState: ScreenState {
    var isFull = false
    var took = 65
    var cover = Picture(Link("app:lid"), words: "A lid")
    var lid = Lid()
    var numbers = Array(1...30)
    var boxes = [BoxRow(id: 1, name: "Ada", isOpen: true, openReason: "It is sealed.")]
    var size: Size?
    var isPublic = false
    var moreReason: String?
    var isBusy = false

    static let fields: Fields<StoreState> = [
      Field(\.isFull, "Whether it is full."), Field(\.took, "How long it took.", as: .duration),
      Field(\.cover, "What it looks like."),
      Field(\.lid, "The lid."), Field(\.numbers, "The numbers."), Field(\.boxes, "The boxes."),
      Field(\.size, "The size."), Field(\.isPublic, "Whether all see it."),
      Field(\.moreReason, "Why there are no more."),
      Field(\.isBusy, "Whether boxes are loaded."),
    ]
  }

  private enum StoreEvent: ScreenEvent {
    case sizeChanged(Size?)
    case publicChanged(Bool)
    case openButtonWasTapped(Int)
    case moreButtonWasTapped

    static let cases: [EventCase<StoreEvent>] = [
      EventCase(sizeChanged, member: "size", "The size."),
      EventCase(publicChanged, member: "isOn", "Whether all see it.").field(\StoreState.isPublic),
      EventCase(openButtonWasTapped, member: "id", "Open it.").row(of: \StoreState.boxes, disabledBy: \.openReason),
      EventCase(.moreButtonWasTapped, "Show more.").purpose(.loadMore).disabled(by: \StoreState.moreReason),
    ]
  }

  private final class StoreModel: ViewModel {
    let eventSubject = EventSubject<StoreEvent>()
    @Published private(set) var state = StoreState()
    var statePublisher: Published<StoreState>.Publisher { $state }
    private var cancellable: AnyCancellable?

    init() {
      cancellable = eventSubject.sink { [weak self] event in
        guard let self, case .moreButtonWasTapped = event else { return }
        state.boxes += (2...25).map { BoxRow(id: $0, name: "Box \($0)", isOpen: false) }
        state.moreReason = "These are all."
      }
    }
  }

  private struct StoreApp: TextApp {
    let core: AppCore
  }

  private static let catalog = StringCatalog(embedded: [
    "de": #"{"Size":"Größe","small":"klein","open":"offen","More":"Mehr","A lid":"Ein Deckel"}"#
  ])

  private let app: StoreApp = {
    let screen = Screen<StoreModel>("store", about: "A store.") { _, _ in StoreModel() }
    var environment = AppEnvironment()
    environment.catalogs = [catalog]
    return StoreApp(core: AppCore(environment, AppDefinition(screens: [AnyScreen(screen)])))
  }()

  private func play(_ script: String) async -> String {
    let transcript = Transcript(script)
    await TextFront(app, input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain)).run()
    return transcript.text
  }

  @Test func `says values in the language of the app`() async throws {
    try app.core.perform(.localize(AppLocalization(Language("de") ?? .english)))
    let text = await play("open store\n")
    for line in [
      "is full: nein", "took: 1 Min. 5 Sek.", "cover: [Bild: A lid]", "    is tight: ja",
      "    colour: (keine Angabe)", "20, … (30 insgesamt)", "1. Ada, offen (open nicht möglich: It is sealed.)",
      "size: keine",
      "isPublic: aus",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
  }

  @Test func `says them anew when the language changes`() async throws {
    let front = app.core.attach(.prompt)
    let shown = try front.open("store")
    let view = DescribedView(shown, app.core.definition.screens.first)
    #expect(view.canvas.show().map(Style.plain.text).contains("is full: no"))
    view.canvas.words = Words(language: Language("de") ?? .english)
    #expect(view.canvas.show().map(Style.plain.text).contains("is full: nein"))
  }

  @Test func `a prompt has the options, the errors and the names of the language`() throws {
    let view = DescribedView(try app.core.attach(.prompt).open("store"), app.core.definition.screens.first)
    view.canvas.saysLabels = true
    view.canvas.words = Words(language: try #require(Language("de")), catalogs: [Self.catalog])
    let choice = try #require(view.canvas.elements(of: ChoiceField<String?>.self).first)
    expectEqual(choice.optionsText, "  (klein, large, keine)")
    try choice.choose("kle")
    let labels = view.canvas.elements.compactMap { ($0 as? any TitledElement)?.title }
    #expect(labels.contains("Mehr"), "\(labels)")
    view.canvas.saysLabels = false
    #expect(view.canvas.elements.allSatisfy { ($0 as? any TitledElement)?.title == nil })
  }

  @Test func `rows asks for more as the button does, until it is disabled`() async {
    let text = await play("open store\nrows\nrows\nrows\n")
    #expect(text.contains("boxes: 1 row (more with \"rows\")\n"))
    #expect(text.contains("boxes: rows 2 to 21 of 25\n"))
    #expect(text.contains("boxes: rows 22 to 25 of 25\n"))
    #expect(text.hasSuffix("> rows\n  boxes: rows 1 to 20 of 25\n" + (1...20).map { row($0) }.joined()))
  }

  @Test(arguments: [true, false]) func `a list that is not loaded to its end fails a script, and no pipe`(
    isScript: Bool
  ) async throws {
    let (transcript, errors) = (Transcript("open store\n"), Transcript(""))
    let reader = LineReader(transcript)
    let front = TextFront(
      app, input: isScript ? .script(reader, name: "a.txt") : .pipe(reader),
      display: Display(transcript, style: .plain),
      errors: Display(errors, style: .plain))
    front.format = .list(try ListOutput("boxes"))
    await front.run()
    #expect(transcript.output.contains("Ada"), "what is loaded is printed")
    #expect(errors.output.contains("has more rows than the 1 that are loaded: \"tap more\" loads some more."))
    #expect(front.exitCode == (isScript ? 1 : 0))
  }

  private func row(_ number: Int) -> String {
    number == 1
      ? "    1. Ada, open (open disabled: It is sealed.)\n" : "    \(number). Box \(number)\n"
  }
}
