import ExpectSupport
import Testing
import TextUI

@MainActor @Suite struct ChoiceFieldTests {
  private enum Category: String, CaseIterable {
    case food, fun, travel
  }

  private let field = ChoiceField<Category>("category", label: { $0.rawValue.uppercased() })

  private var line: String { Style.plain.text(field.line) }

  @Test func `shows the label, and publishes what the user chooses`() throws {
    var published: [Category] = []
    let cancellable = field.optionPublisher.sink { published.append($0) }
    expectEqual(line, "category: (none)")
    field.selection = .fun
    expectEqual(line, "category: FUN")
    try field.choose("TRA")
    expectEqual(line, "category: TRAVEL")
    expectEqual(published, [.travel])
    expectEqual(field.usage, "choose category food|fun|travel")
    expectEqual(field.example, "choose category food")
    cancellable.cancel()
  }

  private enum Language: String, CaseIterable {
    case de, en, fr, pt, ptBR

    var label: String {
      switch self {
      case .de: "Deutsch"
      case .en: "English"
      case .fr: "français"
      case .pt: "português"
      case .ptBR: "português (Brasil)"
      }
    }
  }

  @Test(arguments: [
    ("Deutsch", "de"), ("deutsch", "de"), ("Deu", "de"), ("de", "de"), ("English", "en"), ("Français", "fr"),
    ("pt", "pt"),
    ("português", "pt"), ("português (b", "ptBR"), ("ptBR", "ptBR"),
  ])
  func `takes an option by what the user reads`(text: String, option: String) throws {
    let field = ChoiceField<Language>("language", label: \.label)
    try field.choose(text)
    expectEqual(field.selection?.rawValue, option)
  }

  @Test(arguments: ["portug", "Italiano", "D eutsch"]) func `refuses what is read of several options, or of none`(
    text: String
  ) {
    let field = ChoiceField<Language>("language", label: \.label)
    #expect(throws: CommandError.self) { try field.choose(text) }
    #expect(field.selection == nil)
  }

  @Test func `refuses a word that stands for no option, or for several`() {
    #expect(throws: CommandError("There is no such option. Did you mean \"food\"?")) { try field.choose("foood") }
    #expect(throws: CommandError("Several begin like that: food, fun.")) { try field.choose("f") }
    field.addAction { _ in throw CommandError("Not today.") }
    #expect(throws: CommandError("Not today.")) { try field.choose("fun") }
    #expect(field.selection == nil)
  }

  @Test func `its usage names no more than a dozen options`() {
    let field = ChoiceField("year", options: Array(1_990...2_026), word: { "\($0)" })
    #expect(field.usage.hasSuffix("2001|… (37 options)"))
  }
}
