// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum ServerProgramWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"--import goes with --client typescript.":"--import geht mit --client typescript.",
"Exit status":"Exit-Status",
"The exit code is 0 after the end of the input, a signal, or \"shutdown\" and \"exit\"; 1 after \"exit\" alone, or when the input cannot be read, the output or the recording cannot be written, or the framing is lost; 2 for wrong options, a recording that cannot be written or read, a folder of \"--state\" or a path of \"--listen\" that cannot be used, or a path of \"--attach\" at which no process listens; 3 when replies are lost because 64 MiB of them wait unread, or because nothing is read for 2 s at the end. Of a replay it is 0 if all states are equal, 1 if one differs, and 4 if the recording is cut off. It is 70 if a description of the app is wrong.":"Der Exit-Code ist 0 nach dem Ende der Eingabe, einem Signal oder „shutdown“ und „exit“; 1 nach „exit“ allein oder wenn die Eingabe nicht zu lesen ist, die Ausgabe oder die Aufzeichnung nicht zu schreiben ist oder die Rahmung verloren ist; 2 bei falschen Optionen, einer Aufzeichnung, die nicht zu schreiben oder zu lesen ist, einem Ordner von „--state“ oder einem Pfad von „--listen“, der nicht zu benutzen ist, oder einem Pfad von „--attach“, an dem kein Prozess lauscht; 3, wenn Antworten verloren gehen, weil 64 MiB davon ungelesen warten oder am Ende 2 s lang nichts gelesen wird. Bei einer Wiederholung ist er 0, wenn alle Zustände gleich sind, 1, wenn einer abweicht, und 4, wenn die Aufzeichnung abgeschnitten ist. Er ist 70, wenn eine Beschreibung der App falsch ist.",
"print a client for \"python\", \"typescript\" or \"swift\": one file, without dependencies":"einen Client für „python“, „typescript“ oder „swift“ ausgeben: eine Datei, ohne Abhängigkeiten",
"print the JSON Schemas of states, events and operations, as one document":"die JSON-Schemas der Zustände, Ereignisse und Operationen als ein Dokument ausgeben",
"print the OpenRPC document, which \"rpc.discover\" answers as well":"das OpenRPC-Dokument ausgeben, das auch „rpc.discover“ antwortet",
"print what each screen shows and takes, as Markdown":"als Markdown ausgeben, was jeder Bildschirm zeigt und nimmt",
"with --client typescript, print the types of the screens alone, for the store of the web front at PATH, such as ./store.js":"gibt mit --client typescript nur die Typen der Bildschirme aus, für den Store der Weboberfläche in PATH, etwa ./store.js"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: ServerProgramWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: ServerProgramWords.catalog) }
}
