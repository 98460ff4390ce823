/// A grammatical number, as Unicode's CLDR names it. Each language has some of them, and always ``other``.
public enum PluralCategory: String, CaseIterable, Hashable, Sendable {
  case zero
  case one
  case two
  case few
  case many
  case other
}
