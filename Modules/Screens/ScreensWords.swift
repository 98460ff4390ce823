// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum ScreensWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"%@ cannot do this: %@.":"%@ kann das nicht: %@.",
"%lld screens are held, and that is the most there can be. Close one first.":{"variations":{"plural":{"one":{"stringUnit":{"state":"translated","value":"%lld Bildschirm wird gehalten, mehr geht nicht. Schließen Sie ihn zuerst."}},"other":{"stringUnit":{"state":"translated","value":"%lld Bildschirme werden gehalten, mehr geht nicht. Schließen Sie zuerst einen."}}}}},
"A person answers this. Ask the person.":"Das beantwortet ein Mensch. Fragen Sie ihn.",
"A person confirms this. Send it without \"confirmed\".":"Das bestätigt ein Mensch. Senden Sie es ohne „confirmed“.",
"A person is asked before this, and no front is attached. Ask, and send it with \"confirmed\".":"Davor wird ein Mensch gefragt, und keine Oberfläche ist verbunden. Fragen Sie, und senden Sie es mit „confirmed“.",
"A person is asked before this. %@":"Davor wird ein Mensch gefragt. %@",
"Ask the person: none of their fronts can do this here (%@).":"Fragen Sie den Menschen: Keine seiner Oberflächen kann das hier (%@).",
"Ask the person: this needs a front of a person, and none is attached (%@).":"Fragen Sie den Menschen: Das braucht die Oberfläche eines Menschen, und keine ist verbunden (%@).",
"Discard":"Verwerfen",
"Discard what was entered?":"Die Eingaben verwerfen?",
"Hint":"Hinweis",
"Keep":"Behalten",
"Message":"Meldung",
"Name":"Name",
"No front is attached that could do this: %@.":"Keine Oberfläche ist verbunden, die das könnte: %@.",
"Password":"Passwort",
"Sign in":"Anmelden",
"The name is missing.":"Der Name fehlt.",
"The password is missing.":"Das Passwort fehlt.",
"The service is asked.":"Der Dienst wird gefragt.",
"There is no such question.":"Diese Frage gibt es nicht.",
"This is asked of %@.":"Das wird %@ gefragt.",
"This is for a person to do. Ask the person.":"Das tut ein Mensch. Fragen Sie ihn.",
"This is not there at the moment.":"Das ist zurzeit nicht da.",
"This is the app itself, which stays open.":"Das ist die App selbst, sie bleibt offen.",
"This program cannot ask you: do it in another one.":"Dieses Programm kann Sie nicht fragen: Tun Sie es in einem anderen.",
"This question has ended, and takes no other answer.":"Diese Frage ist beendet und nimmt keine weitere Antwort.",
"This row is no longer in the list.":"Diese Zeile ist nicht mehr in der Liste.",
"This takes a secret. Ask the person to enter it.":"Das verlangt ein Geheimnis. Bitten Sie den Menschen, es einzugeben.",
"Title":"Titel",
"Too many questions are open.":"Zu viele Fragen sind offen.",
"Try again":"Noch einmal versuchen",
"Undo":"Rückgängig",
"You are not signed in.":"Sie sind nicht angemeldet.",
"a decimal number":"eine Dezimalzahl",
"a number":"eine Zahl",
"a whole number":"eine ganze Zahl"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: ScreensWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: ScreensWords.catalog) }
}
