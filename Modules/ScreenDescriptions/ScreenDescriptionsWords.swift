// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum ScreenDescriptionsWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"%@ from %@ to %@":"%@ von %@ bis %@",
"%@ from %@ up":"%@ ab %@",
"%@ up to %@":"%@ bis %@",
"%@, or nothing":"%@ oder nichts",
"%@, such as %@":"%@, etwa %@",
"%@; perhaps %@ is meant":"%1$@; vielleicht ist %2$@ gemeint",
"%@; perhaps %@ or %@ is meant":"%1$@; vielleicht ist %2$@ oder %3$@ gemeint",
"%lld h":"%lld Std.",
"%lld min":"%lld Min.",
"%lld s":"%lld Sek.",
"Cancel":"Abbrechen",
"No row is selected, or one is no longer in the list.":"Keine Zeile ist ausgewählt, oder eine ist nicht mehr in der Liste.",
"OK":"OK",
"The answer is one of %@.":"Die Antwort ist eine von diesen: %@.",
"The file is too large: it may have %@.":"Die Datei ist zu groß: Sie darf %@ haben.",
"The notice has an action: the answer is action or dismissed.":"Der Hinweis hat eine Aktion: Die Antwort ist action oder dismissed.",
"The notice has no action.":"Der Hinweis hat keine Aktion.",
"This address cannot be opened: it begins with none of %@ or is malformed.":"Diese Adresse kann nicht geöffnet werden: Sie beginnt mit keinem von %@ oder ist fehlerhaft.",
"This is not one of the choices.":"Das steht nicht zur Wahl.",
"This is not possible at the moment, and the reason is private.":"Das ist zurzeit nicht möglich, und der Grund ist privat.",
"This is not possible at the moment.":"Das ist zurzeit nicht möglich.",
"This is not possible for this row.":"Das ist für diese Zeile nicht möglich.",
"This row is no longer in the list.":"Diese Zeile ist nicht mehr in der Liste.",
"a date and a time, such as 2026-11-21T15:04":"ein Datum mit Uhrzeit, etwa 2026-11-21T15:04",
"a date, such as 2026-11-21":"ein Datum, etwa 2026-11-21",
"a date, such as 2026-11-21 or 2026-11-21 15:04":"ein Datum, etwa 2026-11-21 oder 2026-11-21 15:04",
"a decimal number":"eine Dezimalzahl",
"a number":"eine Zahl",
"a span of time":"eine Dauer",
"a time, such as 15:04":"eine Uhrzeit, etwa 15:04",
"a whole number":"eine ganze Zahl",
"an amount with its currency":"ein Betrag mit Währung"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: ScreenDescriptionsWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: ScreenDescriptionsWords.catalog) }
}
