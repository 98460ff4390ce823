// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum OutboxWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"Another version of the app has kept something to send, which this one cannot read.":"Eine andere Version der App hat etwas zum Senden aufgehoben, das diese nicht lesen kann.",
"Decide later":"Später entscheiden",
"Discard it":"Verwerfen",
"Go on without it":"Ohne den Eintrag weiter",
"It is being sent.":"Es wird gerade gesendet.",
"It is not in the way of others.":"Es steht nichts anderem im Weg.",
"It is not kept, and not sent. %@":"Es wurde weder behalten noch gesendet. %@",
"It may have been sent already, so it can only be sent again as it is.":"Vielleicht wurde es schon gesendet. Es kann daher nur unverändert erneut gesendet werden.",
"It may have been sent.":"Es ist vielleicht schon gesendet.",
"It was sent already, or is not there any more.":"Es wurde schon gesendet oder ist nicht mehr da.",
"It was sent.":"Es wurde gesendet.",
"Not sent: %@":"Nicht gesendet: %@",
"Perhaps sent":"Vielleicht gesendet",
"Perhaps sent. Send it again?":"Vielleicht gesendet. Noch einmal senden?",
"Sending":"Wird gesendet",
"Waiting":"Wartet",
"Waits for the one before it":"Wartet auf das davor",
"What was to be sent after it waits.":"Was danach gesendet werden sollte, wartet."}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: OutboxWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: OutboxWords.catalog) }
}
