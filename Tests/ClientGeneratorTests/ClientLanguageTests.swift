import ClientGenerator
import ExpectSupport
import ScreensSupport
import Testing
import ViewModels

/// The source of the clients. Tests of the stdio front run it.
@MainActor @Suite struct ClientLanguageTests {
  private static let python = ClientLanguage.python.client(
    of: AppCore.screens.map(ScreenDescription.init), name: "tributary-stdio", version: "0.1.0")
  private static let typescript = ClientLanguage.typescript.client(
    of: AppCore.screens.map(ScreenDescription.init), name: "tributary-stdio", version: "0.1.0")

  private static let swift = ClientLanguage.swift.client(
    of: AppCore.screens.map(ScreenDescription.init), name: "tributary-stdio", version: "0.1.0")

  @Test func `Swift has a method for each event`() {
    let options = "ifRev: Int? = nil, timeout: Duration? = nil) async throws -> Int {"
    #expect(Self.swift.contains("  @discardableResult public func refreshButtonWasTapped(\(options)"))
    #expect(Self.swift.contains("  @discardableResult public func acceptedTermsChanged(_ isOn: Bool, \(options)"))
    #expect(Self.swift.contains("  public func willResignActive(timeout: Duration? = nil) async throws {"))
    #expect(
      Self.swift.contains(
        "  public func openProduct(id: String? = nil, timeout: Duration? = nil) async throws -> ProductScreen {"))
    let generated = Self.swift.split(separator: "// MARK: - What the app has").last ?? ""
    expectEqual(generated.split(separator: options).count - 1, Self.eventCount)
  }

  @Test func `Swift describes states, words and phases`() {
    #expect(Self.swift.contains("  /// When the balance was acquired.\n  public var lastUpdate: Date?\n"))
    #expect(Self.swift.contains("  public var amount: Decimal\n"))
    for (type, first) in [
      ("InfoTone: Hashable, Sendable, JSONReadable, JSONWritable", "regular"),
      ("ProductPhase: Hashable, Sendable, JSONReadable", "initial(ProductPhaseInitial)"),
    ] { #expect(Self.swift.contains("public enum \(type) {\n  case \(first)\n"), "\(type)") }
    #expect(Self.swift.contains("@MainActor public final class BalanceScreen: Screen<BalanceState> {"))
  }

  @Test func `Python has a method for each event`() {
    let options = "*, if_rev: int | None = None, timeout: float | None = None) -> _Int:"
    #expect(Self.python.contains("    refresh_button_was_tapped = _Event({\"type\": \"refreshButtonWasTapped\"})  # "))
    #expect(Self.python.contains("    def accepted_terms_changed(self, is_on: bool, \(options)"))
    #expect(Self.python.contains("    def will_resign_active(self, *, timeout: float | None = None) -> _None:"))
    #expect(
      Self.python.contains(
        "    def open_product(self, id: str | None = None, *, timeout: float | None = None) -> ProductScreen:"))
    #expect(Self.eventCount >= 17)
    let generated = Self.python.split(separator: "class Money").last ?? ""
    expectEqual(
      generated.split(separator: options).count + generated.split(separator: " = _Event(").count - 2, Self.eventCount)
  }

  @Test func `Python describes states, words and phases`() {
    #expect(Self.python.contains("    last_update: datetime | None  # When the balance was acquired.\n"))
    #expect(Self.python.contains("class Money(Record):\n    amount: Decimal\n    currency: str\n"))
    #expect(Self.python.contains("InfoTone = Literal[\"regular\", \"failure\"]"))
    #expect(Self.python.contains("ProductPhase = Union[ProductPhaseInitial, ProductPhaseError, "))
  }

  @Test func `TypeScript has a method for each event`() {
    #expect(Self.typescript.contains("  refreshButtonWasTapped(options: SendOptions = {}): Promise<number> {"))
    #expect(
      Self.typescript.contains("  acceptedTermsChanged(isOn: boolean, options: SendOptions = {}): Promise<number> {"))
    #expect(Self.typescript.contains("  async willResignActive(options: CallOptions = {}): Promise<void> {"))
    #expect(
      Self.typescript.contains(
        "  openProduct(params: ProductParameters = {}, options: CallOptions = {}): Promise<ProductScreen> {"))
    let generated = Self.typescript.split(separator: "export interface Money").last ?? ""
    expectEqual(generated.split(separator: "options: SendOptions = {}): Promise<number> {").count - 1, Self.eventCount)
  }

  @Test func `TypeScript describes states, words and phases`() {
    #expect(
      Self.typescript.contains(
        "  /** When the balance was acquired. RFC 3339, in UTC. */\n  readonly lastUpdate: string | null;"))
    #expect(Self.typescript.contains("export type InfoTone = \"regular\" | \"failure\";"))
    #expect(Self.typescript.contains("export type ProductPhase = ProductPhaseInitial | ProductPhaseError | "))
  }

  @Test func `secrets are marked`() {
    expectEqual(Self.python.split(separator: "`text` is a secret").count - 1, 2)
    expectEqual(Self.typescript.split(separator: "@param text A secret").count - 1, 2)
    expectEqual(Self.swift.split(separator: "- Parameter text: A secret").count - 1, 2)
  }

  @Test func `the examples are of the app's own screens`() {
    let screens = [ScreenDescription(AnyScreen(.terms))]
    let python = ClientLanguage.python.client(of: screens, name: "9-lives-stdio", version: "3.1")
    #expect(
      python.contains("    from _9_lives import Core\n\n    with Core() as core:\n        screen = core.open_terms()\n")
    )
    #expect(python.contains("        screen = await core.open_terms()\n"))
    let typescript = ClientLanguage.typescript.client(of: screens, name: "shop", version: "3.1")
    #expect(typescript.contains(" *     import { Core } from \"./shop.ts\";\n"))
    #expect(typescript.contains(" *     const screen = await core.openTerms();\n"))
    for source in [python, typescript] {
      #expect(!source.contains("ounter") && !source.contains("{open}") && !source.contains("{module}"))
    }
  }

  @Test func `an app as a whole can be followed, and its links opened`() {
    let python = ClientLanguage.python.client(
      of: AppDefinition.club.descriptions, name: "club", version: "1", hasLinks: true)
    for line in [
      "    def follow_app(self, *, timeout: float | None = None) -> AppScreen:",
      "    async def follow_app(self, *, timeout: float | None = None) -> AsyncAppScreen:",
      "    def open_link(self, link: str, *, timeout: float | None = None) -> AnyScreen:",
      "    async def open_link(self, link: str, *, timeout: float | None = None) -> AnyAsyncScreen:",
      "class AppScreen(_AppScreen[int], Screen[ClubState, None]): ...",
    ] { #expect(python.contains(line + "\n"), "\(line)") }
    #expect(python.contains("    \"app\": (AppScreen, AsyncAppScreen),\n"))
    let typescript = ClientLanguage.typescript.client(
      of: AppDefinition.club.descriptions, name: "club", version: "1", hasLinks: true)
    for line in [
      "  followApp(options: CallOptions = {}): Promise<AppScreen> {",
      "  openLink(link: string, options: CallOptions = {}): Promise<AnyScreen> {",
      "      case \"app\": return AppScreen;",
    ] { #expect(typescript.contains(line + "\n"), "\(line)") }
    let swift = ClientLanguage.swift.client(
      of: AppDefinition.club.descriptions, name: "club", version: "1", hasLinks: true)
    for line in [
      "  public func followApp(timeout: Duration? = nil) async throws -> AppScreen {",
      "  public func openLink(_ link: String, timeout: Duration? = nil) async throws -> AnyScreen {",
      "    case \"app\": AppScreen.self",
    ] { #expect(swift.contains(line + "\n"), "\(line)") }
    let screens = AppDefinition.club.screens.map(ScreenDescription.init)
    for language in ClientLanguage.allCases {
      let source = language.client(of: screens, name: "club", version: "1")
      #expect(!source.contains("follow_app(") && !source.contains("followApp(") && !source.contains("open_app("))
    }
  }

  @Test func `names the program that serves the screens`() {
    let source = ClientLanguage.python.client(
      of: AppCore.screens.map(ScreenDescription.init), name: "my-core", version: "3.1")
    #expect(source.hasPrefix("\"\"\"The client of my-core 3.1, "))
    #expect(source.contains("command: str | Sequence[str] = \"my-core\"  #"))
    #expect(!source.contains("tributary-stdio"))
  }

  /// How many kinds of events the screens have.
  private static let eventCount = AppCore.screens.map { $0.events.events.count }.reduce(0, +)
}
