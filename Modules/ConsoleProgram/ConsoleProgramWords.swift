// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum ConsoleProgramWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"%@ cannot be read: %@.":"%@ ist nicht zu lesen: %@.",
"%@ goes without --record and --replay: a recording has the lines for people.":"%@ geht nicht mit --record und --replay: eine Aufzeichnung enthält die Zeilen für Menschen.",
"%@: %@":"%@: %@",
"--csv and --spreadsheet do not go together.":"--csv und --spreadsheet gehen nicht zusammen.",
"--json goes without --csv and --spreadsheet.":"--json geht nicht mit --csv und --spreadsheet.",
"--web goes with --listen PATH, and not with the socket of a service manager.":"--web geht mit --listen PATH, und nicht mit dem Socket eines Dienstverwalters.",
"--web needs Python 3.9 or later, and python3 is %@.":"--web braucht Python 3.9 oder neuer, und python3 ist %@.",
"--web needs Python 3.9 or later, and there is no python3.":"--web braucht Python 3.9 oder neuer, und es gibt kein python3.",
"--web-files needs --web.":"--web-files braucht --web.",
"--web: %@":"--web: %@",
"--web: the files of the page are in none of these folders: %@. Apps/Web/install puts them beside a program, and --web-files DIR names a folder.":"--web: Die Dateien der Seite sind in keinem dieser Ordner: %@. Apps/Web/install legt sie neben ein Programm, und --web-files DIR nennt einen Ordner.",
"--web: the folder %@ cannot be made.":"--web: Der Ordner %@ kann nicht angelegt werden.",
"-c and the script %@ do not go together.":"-c und das Skript %@ gehen nicht zusammen.",
"A script and the commands of -c end with the first command that fails: one that is refused, or after which the screen shows a failure that was not there before. \"expect TEXT\" fails if the screen does not show the text, so a script is a test. A pipe without --strict and a prompt go on.":"Ein Skript und die Befehle von -c enden mit dem ersten Befehl, der scheitert: einem, der abgelehnt wird, oder nach dem der Bildschirm einen Fehler zeigt, der vorher nicht da war. \"expect TEXT\" scheitert, wenn der Bildschirm den Text nicht zeigt; so ist ein Skript ein Test. Eine Pipe ohne --strict und eine Eingabezeile machen weiter.",
"Exit status":"Exit-Status",
"In a terminal, lines are edited as in a shell: Tab completes, Up and Control-R find earlier lines, and Control-C drops the line. Secrets are asked for. If NO_COLOR is set, lines have no colour; if TERM is \"dumb\", neither colour nor prompt. In a pipe, in a script and with --plain, each command waits until the app is idle. Errors of commands go to the standard error.":"An einem Terminal werden Zeilen wie in einer Shell bearbeitet: Tab ergänzt, Pfeil-auf und Strg-R finden frühere Zeilen, und Strg-C verwirft die Zeile. Nach Geheimnissen wird gefragt. Ist NO_COLOR gesetzt, haben Zeilen keine Farbe; ist TERM „dumb“, gibt es weder Farbe noch Eingabezeile. In einer Pipe, in einem Skript und mit --plain wartet jeder Befehl, bis die App nichts mehr zu tun hat. Fehler von Befehlen gehen an die Standardfehlerausgabe.",
"Scripts":"Skripte",
"Terminal":"Terminal",
"The exit code is 0 after \"quit\" or the end of the input; 1 if a command ended the program, or when the output or the recording cannot be written; 2 for wrong options, a script that cannot be read, a recording that cannot be written or read, or a folder of \"--state\" that cannot be used. Of a replay it is 0 if all is equal, 1 if a line differs, and 4 if the recording is cut off. It is 70 if a description of the app is wrong. A signal ends the program: a shell shows 130 after SIGINT, 143 after SIGTERM.":"Der Exit-Code ist 0 nach „quit“ oder dem Ende der Eingabe; 1, wenn ein Befehl das Programm beendet hat oder die Ausgabe oder die Aufzeichnung nicht zu schreiben ist; 2 bei falschen Optionen, einem Skript, das nicht zu lesen ist, einer Aufzeichnung, die nicht zu schreiben oder zu lesen ist, oder einem Ordner von „--state“, der nicht zu benutzen ist. Bei einer Wiederholung ist er 0, wenn alles gleich ist, 1, wenn eine Zeile abweicht, und 4, wenn die Aufzeichnung abgeschnitten ist. Er ist 70, wenn eine Beschreibung der App falsch ist. Ein Signal beendet das Programm: Eine Shell zeigt 130 nach SIGINT, 143 nach SIGTERM.",
"The page has ended, because its bridge has: exit code %@. \"web\" starts it again.":"Die Seite ist zu Ende, weil ihre Brücke beendet ist: Exit-Code %@. „web“ startet sie wieder.",
"The page has ended, because its bridge was killed. \"web\" starts it again.":"Die Seite ist zu Ende, weil ihre Brücke abgebrochen wurde. „web“ startet sie wieder.",
"The page in a browser, at this address for a minute:":"Die Seite in einem Browser, eine Minute lang unter dieser Adresse:",
"There can be one script, and %@ is another one.":"Es kann nur ein Skript geben, und %@ ist ein weiteres.",
"each state as an object of JSON in a line, for other programs; with MEMBERS such as title,rows[].amount these alone":"jeden Zustand als JSON-Objekt in einer Zeile, für andere Programme; mit MEMBERS wie title,rows[].amount nur diese",
"end with the first command that fails, with exit code 1":"mit dem ersten Befehl enden, der scheitert, mit Exit-Code 1",
"plain lines: no prompt, no colour":"einfache Zeilen: keine Eingabezeile, keine Farbe",
"print an address of the page for another browser, or start the page again":"gibt eine Adresse der Seite für einen weiteren Browser aus, oder startet die Seite wieder",
"print this list as CSV for a person's spreadsheet, as the language writes it, and nothing else":"diese Liste als CSV für eine Tabellenkalkulation ausgeben, wie es in der Sprache üblich ist, und sonst nichts",
"print this list of the last screen as CSV for other programs, and nothing else; with MEMBERS such as title,price.amount these alone":"diese Liste des letzten Bildschirms als CSV für andere Programme ausgeben, und sonst nichts; mit MEMBERS wie title,price.amount nur diese",
"run a command and end; may be repeated":"einen Befehl ausführen und enden; mehrfach möglich",
"show the app in browsers, too: prints the address of its page; with a folder PAGES, of your own pages":"zeigt die App auch in Browsern: gibt die Adresse ihrer Seite aus; mit einem Ordner PAGES die von eigenen Seiten",
"where the files of the page are, if they are neither beside the program nor where it was built":"wo die Dateien der Seite sind, wenn sie weder neben dem Programm noch dort sind, wo es gebaut wurde"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: ConsoleProgramWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: ConsoleProgramWords.catalog) }
}
