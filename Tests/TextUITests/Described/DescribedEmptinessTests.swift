import ExpectSupport
import Foundation
import Screens
import StandardIO
import Streams
import Support
import Testing

@testable import TextUI

/// A list is said to be empty once it was loaded, and a hidden number never; and a moment is said as people say it.
@MainActor @Suite struct DescribedEmptinessTests {
  private struct Letter: ListRow {
    var id: Int
    var sentAt: Date
    var weight: Int?

    static let fields: Fields<Letter> = [
      Field(\.id, "The number."), Field(\.sentAt, "When it was sent.", as: .relativeTime),
      Field(\.weight, "How heavy it is.", .isPrivate(as: nil)),
    ]
  }

  private struct BoxState: ScreenState {
    var letters: [Letter]? = []
    var seen: Date?
    var postage: Decimal?
    var count: Int?
    var problem: String?
    var isBusy = false

    static let fields: Fields<BoxState> = [
      Field(\.letters, "The letters.").shownAsList(emptyText: "No letters."),
      Field(\.seen, "When somebody looked.", as: .relativeTime),
      Field(\.postage, "What was paid.", .isPrivate(as: nil)),
      Field(\.count, "How many stamps there are.", .isPrivate(as: nil)),
      Field(\.problem, "What went wrong.", as: .failure), Field(\.isBusy, "Whether letters are loaded."),
    ]
  }

  private enum BoxEvent: ScreenEvent {
    case viewDidAppear
    case countChanged(Int?)

    static let cases: [EventCase<BoxEvent>] = [
      EventCase(.viewDidAppear, "The screen appeared."),
      EventCase(countChanged, member: "count", "Enter how many stamps there are."),
    ]
  }

  private final class BoxModel: ViewModel {
    let eventSubject = EventSubject<BoxEvent>()
    @Published var state = BoxState()
    var statePublisher: Published<BoxState>.Publisher { $state }
    private var cancellable: AnyCancellable?

    /// - Parameter loads: what happens as the screen appears.
    init(_ loads: @escaping (BoxModel) -> Void) {
      cancellable = eventSubject.sink { [weak self] _ in if let self { loads(self) } }
    }
  }

  private func app(_ loads: @escaping @MainActor @Sendable (BoxModel) -> Void) -> AppCore {
    let screen = Screen<BoxModel>("box", about: "A box.", appearance: .viewDidAppear) { _, _ in BoxModel(loads) }
    return AppCore(AppEnvironment(), AppDefinition(screens: [AnyScreen(screen)]))
  }

  private struct BoxApp: TextApp {
    let core: AppCore
  }

  private func play(_ script: String, in app: AppCore) async -> String {
    let transcript = Transcript(script)
    await TextFront(
      BoxApp(core: app), input: .pipe(LineReader(transcript)), display: Display(transcript, style: .plain)
    ).run()
    return transcript.output
  }

  @Test func `nothing is said of rows that are on their way`() throws {
    let app = app { $0.state.isBusy = true }
    let shown = try app.attach(.prompt).open("box")
    let view = DescribedView(shown, app.definition.screens.first)
    #expect(view.canvas.show().map(Style.plain.text).contains("letters:"))
    shown.viewDidAppear()
    let text = view.canvas.show().map(Style.plain.text)
    #expect(text.contains("letters:"), "\(text)")
  }

  @Test func `a list that was loaded is empty`() async {
    let text = await play(
      "open box\n",
      in: app {
        $0.state.isBusy = true
        $0.state.isBusy = false
      })
    #expect(text.contains("letters: No letters."), "\(text)")
  }

  @Test func `a list for which nothing is loaded is empty`() async {
    let text = await play("open box\n", in: app { _ in })
    #expect(text.contains("letters: No letters."), "\(text)")
    let first = text.range(of: "letters:")?.lowerBound
    #expect(first != text.range(of: "letters: No letters.")?.lowerBound, "the screen has not appeared yet: \(text)")
  }

  @Test func `a list that was not asked for is not empty`() async {
    let text = await play("open box\nshow\n", in: app { $0.state.letters = nil })
    #expect(text.contains("letters:") && !text.contains("No letters."), "\(text)")
  }

  @Test func `a list that could not be loaded is not empty`() async {
    let text = await play("open box\nshow\n", in: app { $0.state.problem = "The post is away." })
    #expect(text.contains("The post is away.") && !text.contains("No letters."), "\(text)")
  }

  @Test func `a number that is hidden is not taken for none`() async {
    let script = "open box\nshow\nbackground\nshow\nforeground\nshow\n"
    let text = await play(
      script,
      in: app { model in
        model.state.postage = 2.5
        model.state.letters = [Letter(id: 1, sentAt: Date(timeIntervalSince1970: 0), weight: 20)]
      })
    #expect(text.contains("postage: 2.5") && text.contains("weight 20"), "\(text)")
    #expect(text.contains("postage: •••") && text.contains("weight •••"), "\(text)")
  }

  @Test func `a number in a field that is hidden is not taken for none`() async {
    let text = await play(
      "open box\nbackground\nshow\nforeground\nshow\n",
      in: app { model in
        model.state.count = 7
      })
    #expect(text.contains("count: •••") && text.contains("count: 7"), "\(text)")
  }

  @Test func `a moment at a prompt is said as people say it`() throws {
    let now = Date(timeIntervalSince1970: 1_795_878_245)
    let app = app { model in
      model.state.seen = now - 200
      model.state.letters = [Letter(id: 1, sentAt: now - 86_400)]
    }
    let shown = try app.attach(.prompt).open("box")
    let view = DescribedView(shown, app.definition.screens.first, now: { now })
    shown.viewDidAppear()
    let card = view.canvas.labelledLines(fitting: 80).map(Style.plain.text)
    #expect(card.contains { $0.contains("Seen: 3 minutes ago") }, "\(card)")
    #expect(card.contains { $0.contains("yesterday") || $0.contains("1 day ago") }, "\(card)")
    view.canvas.words = Words(language: Language("de") ?? .english)
    let german = view.canvas.labelledLines(fitting: 80).map(Style.plain.text)
    #expect(german.contains { $0.contains("Seen: vor 3 Minuten") }, "\(german)")
    // Lines in a pipe have the moment itself.
    #expect(view.canvas.show().map(Style.plain.text).contains { $0.hasPrefix("seen: 20") })
  }
}
