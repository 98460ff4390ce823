// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum CInterfaceWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"%@ needs %@.":"%@ braucht %@.",
"--protocol %@ goes without --backend client.":"--protocol %@ geht nicht mit --backend client.",
"A core in C does not replay.":"Ein Kern in C spielt nichts ab.",
"A front that is attached takes --protocol and its options alone: the app has the others.":"Ein angeschlossenes Frontend nimmt nur --protocol und dessen Optionen: Die übrigen hat die App.",
"The option %@ is there twice.":"Die Option %@ steht zweimal da.",
"The option %@ takes a text, a number, or an array of these.":"Die Option %@ nimmt einen Text, eine Zahl oder eine Liste davon.",
"The option %@ takes true or false.":"Die Option %@ nimmt true oder false.",
"The options are not UTF-8.":"Die Optionen sind kein UTF-8.",
"The options are not a JSON object.":"Die Optionen sind kein JSON-Objekt."}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: CInterfaceWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: CInterfaceWords.catalog) }
}
