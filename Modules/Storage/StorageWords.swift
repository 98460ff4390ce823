// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum StorageWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"\"%@\" cannot be stored: %@.":"„%@“ kann nicht gespeichert werden: %@.",
"\"%@\" cannot be stored: it would not be readable.":"„%@“ kann nicht gespeichert werden: Es wäre nicht wieder lesbar.",
"\"%@\" is not stored: its account has signed out.":"\"%@\" wird nicht gespeichert: das Konto hat sich abgemeldet.",
"A newer version of the program has stored \"%@\".":"Eine neuere Version des Programms hat „%@“ gespeichert.",
"Another process uses the folder %@.":"Ein anderer Prozess benutzt den Ordner %@.",
"The file %@.json is missing. The stored values of the accounts are kept.":"Die Datei %@.json fehlt. Die gespeicherten Werte der Konten sind erhalten.",
"The folder %@ cannot be used: %@.":"Der Ordner %@ ist nicht zu benutzen: %@.",
"The folder %@ holds more than %lld bytes.":{"variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"Der Ordner %@ enthält mehr als %lld Byte."}},"other":{"stringUnit":{"state":"translated","value":"Der Ordner %@ enthält mehr als %lld Bytes."}}}}},
"The storage is closed.":"Der Speicher ist geschlossen.",
"The stored value \"%@\" cannot be understood.":"Der gespeicherte Wert „%@“ ist nicht zu verstehen.",
"The stored value \"%@\" was damaged. Its file is kept as %@.":"Der gespeicherte Wert „%@“ war beschädigt. Seine Datei bleibt als %@ erhalten.",
"There is no room to store \"%@\": at most %lld bytes are kept.":{"variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"Für „%@“ ist kein Platz: Höchstens %lld Byte wird aufbewahrt."}},"other":{"stringUnit":{"state":"translated","value":"Für „%@“ ist kein Platz: Höchstens %lld Bytes werden aufbewahrt."}}}}}}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: StorageWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: StorageWords.catalog) }
}
