// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum RecordingWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"\"%@\" cannot read the %@":"„%1$@“ kann den Eintrag %2$@ nicht lesen",
"\"%@\" cannot read the answer":"„%@“ kann die Antwort nicht lesen",
"%@ has no further state":"%@ hat keinen weiteren Zustand",
"%lld screens are open":"%lld Bildschirme sind offen",
"All %lld states and %lld printed lines are equal.":"Alle %lld Zustände und %lld ausgegebenen Zeilen sind gleich.",
"All %lld states are equal.":"Alle %lld Zustände sind gleich.",
"Line %lld of the recording cannot be understood.":"Zeile %lld der Aufzeichnung ist nicht zu verstehen.",
"Line %lld of the recording differs.":"Zeile %lld der Aufzeichnung weicht ab.",
"Line %lld of the recording: still waiting for %@, at most %lld s more.":"Zeile %lld der Aufzeichnung: Es fehlt noch %@, höchstens %lld s lang.",
"The file is not a recording.":"Die Datei ist keine Aufzeichnung.",
"The only state and %lld printed lines are equal.":"Der einzige Zustand und %lld ausgegebene Zeilen sind gleich.",
"The only state is equal.":"Der einzige Zustand ist gleich.",
"The recording cannot be read: %@.":"Die Aufzeichnung kann nicht gelesen werden: %@.",
"The recording cannot be written: %@.":"Die Aufzeichnung kann nicht geschrieben werden: %@.",
"The recording ends here: %@.":"Die Aufzeichnung endet hier: %@.",
"The recording is cut off after line %lld.":"Die Aufzeichnung bricht nach Zeile %lld ab.",
"The recording is larger than %lld GiB.":"Die Aufzeichnung ist größer als %lld GiB.",
"The recording is of another version than %lld, which this program reads.":"Die Aufzeichnung hat eine andere Version als %lld, die dieses Programm liest.",
"The recording's time zone is not known here.":"Die Zeitzone der Aufzeichnung ist hier nicht bekannt.",
"a request of \"%@\"":"eine Anfrage von „%@“",
"a state of %@":"ein Zustand von %@",
"a timer":"ein Zeitgeber",
"actual:   %@":"gesehen:  %@",
"after:    %@":"nach:     %@",
"another session records to the file":"eine andere Sitzung zeichnet in die Datei auf",
"expected: %@":"erwartet: %@",
"no feed \"%@\" is open; these are: %@":"kein Feed „%@“ ist offen; offen sind: %@",
"no request of \"%@\" waits for an answer; these do: %@":"keine Anfrage von „%@“ wartet auf eine Antwort; es warten: %@",
"none":"keine",
"nothing":"nichts",
"nothing more":"nichts mehr",
"nothing more is printed":"mehr wird nicht ausgegeben",
"nothing reads it any more":"sie wird nicht mehr gelesen",
"nothing waits for its time":"nichts wartet auf seine Zeit",
"the app refuses it: %@":"die App lehnt es ab: %@",
"the beginning":"dem Anfang",
"the feed \"%@\"":"der Feed „%@“",
"the file is not empty":"die Datei ist nicht leer",
"the instance is not open":"die Instanz ist nicht offen",
"this app has no screen \"%@\"":"diese App hat keinen Bildschirm „%@“",
"turn:     %lld":"Schritt:  %lld",
"what reads it is too slow":"was sie liest, ist zu langsam"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: RecordingWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: RecordingWords.catalog) }
}
