// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum ProgramsWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"\"lines\" (the default), \"headers\" as in LSP, or \"auto\": whichever the first message has":"„lines“ (Vorgabe), „headers“ wie in LSP oder „auto“: was die erste Nachricht hat",
"\"screens\" (the default), or \"mcp\": the Model Context Protocol, for assistants":"„screens“ (Vorgabe) oder „mcp“: das Model Context Protocol, für Assistenten",
"%@ is for a server, not for the client.":"%@ gilt für einen Server, nicht für den Client.",
"%@ is for a server, not for the mock.":"%@ gilt für einen Server, nicht für den Mock.",
"%@ is for the mock, not for a server.":"%@ gilt für den Mock, nicht für einen Server.",
"%@ is for the mock, not for the client: add --fallback mock.":"%@ gilt für den Mock, nicht für den Client: Ergänzen Sie --fallback mock.",
"%@ needs %@.":"%@ braucht %@.",
"%@ needs a value behind \"=\".":"%@ braucht einen Wert hinter \"=\".",
"%@ or %@":"%@ oder %@",
"%@ takes \"mock\": this app has no server.":"%@ nimmt „mock“: Diese App hat keinen Server.",
"%@ takes %@ or the URL of an HTTP server.":"%@ nimmt %@ oder die URL eines HTTP-Servers.",
"%@ takes %@.":"%@ nimmt %@.",
"%@ takes a port from 1 to 65535.":"%@ nimmt einen Port von 1 bis 65535.",
"%@ takes no value.":"%@ nimmt keinen Wert.",
"--attach goes with --protocol alone: the process that listens has all other options.":"--attach geht nur mit --protocol: Alle anderen Optionen hat der Prozess, der lauscht.",
"--attach: %@":"--attach: %@",
"--away needs --share.":"--away braucht --share.",
"--away takes seconds, 0 to 86400.":"--away nimmt Sekunden, 0 bis 86400.",
"--backend client goes with --protocol screens: an assistant answers no services.":"--backend client geht mit --protocol screens: Ein Assistent beantwortet keine Dienste.",
"--backend client is for a front that another program drives. Take \"mock\" or a URL.":"--backend client ist für eine Oberfläche, die ein anderes Programm steuert. Nehmen Sie „mock“ oder eine URL.",
"--ca takes a file with certificates in PEM format.":"--ca nimmt eine Datei mit Zertifikaten im PEM-Format.",
"--completions takes %@.":"--completions nimmt %@.",
"--fail knows no %@. Did you mean %@?":"--fail kennt %@ nicht. Meinten Sie %@?",
"--fail takes names with commas between them: %@. A name may have the number of the request that fails, as in \"%@:2\", and \"lost\" for a lost answer, as in \"%@:1:lost\".":"--fail nimmt Namen mit Kommas dazwischen: %@. Ein Name kann die Nummer der Anfrage haben, die scheitert, wie in „%@:2“, und „lost“ für eine verlorene Antwort, wie in „%@:1:lost“.",
"--fallback needs --backend client.":"--fallback braucht --backend client.",
"--language takes the tag of a language, such as de or pt-BR.":"--language nimmt das Kürzel einer Sprache, etwa de oder pt-BR.",
"--latency takes milliseconds, 0 to 600000.":"--latency nimmt Millisekunden, 0 bis 600000.",
"--listen goes without --record and --replay: a recording has one session.":"--listen geht nur ohne --record und --replay: Eine Aufzeichnung hat eine Sitzung.",
"--listen needs --share: other fronts connect to the app of this prompt.":"--listen braucht --share: Andere Oberflächen verbinden sich mit der App dieser Eingabezeile.",
"--listen: %@":"--listen: %@",
"--locale takes the name of a locale, such as de_AT.":"--locale nimmt den Namen eines Gebietsschemas, etwa de_AT.",
"--now takes a date that exists, such as 2026-11-22T15:04:05Z.":"--now nimmt einen Zeitpunkt, den es gibt, etwa 2026-11-22T15:04:05Z.",
"--protocol mcp has lines alone: leave --framing out.":"--protocol mcp hat nur Zeilen: Lassen Sie --framing weg.",
"--record: %@":"--record: %@",
"--replay takes all other options from the recording.":"--replay nimmt alle anderen Optionen aus der Aufzeichnung.",
"--replay: %@":"--replay: %@",
"--seed takes a number from 0 to %@.":"--seed nimmt eine Zahl von 0 bis %@.",
"--share needs --listen PATH.":"--share braucht --listen PATH.",
"--state: %@":"--state: %@",
"--time-zone takes the name of a zone, such as Europe/Berlin.":"--time-zone nimmt den Namen einer Zeitzone, etwa Europe/Berlin.",
"--timeout takes seconds, such as 5 or 0.5, up to 86400.":"--timeout nimmt Sekunden, etwa 5 oder 0.5, bis 86400.",
"A value follows its option behind a blank or an equals sign.":"Ein Wert folgt seiner Option nach einem Leerzeichen oder einem Gleichheitszeichen.",
"An argument is not UTF-8.":"Ein Argument ist nicht UTF-8.",
"Another process listens there.":"Dort lauscht ein anderer Prozess.",
"No process listens there.":"Dort lauscht kein Prozess.",
"Options, as --name value or --name=value:":"Optionen, als --name Wert oder --name=Wert:",
"The file is not a socket, and is left as it is.":"Die Datei ist kein Socket und bleibt, wie sie ist.",
"The output cannot be written.":"Die Ausgabe ist nicht zu schreiben.",
"The output cannot be written: %@.":"Die Ausgabe ist nicht zu schreiben: %@.",
"The process was not started with one Unix socket that listens (LISTEN_PID and LISTEN_FDS).":"Der Prozess wurde nicht mit einem lauschenden Unix-Socket gestartet (LISTEN_PID und LISTEN_FDS).",
"Unknown option %@.":"Unbekannte Option %@.",
"Unknown option %@. --help lists the options.":"Unbekannte Option %@. --help zeigt die Optionen.",
"Unknown option %@. Did you mean --%@?":"Unbekannte Option %@. Meinten Sie --%@?",
"Usage:":"Aufruf:",
"a command":"einen Befehl",
"a file":"eine Datei",
"a folder":"einen Ordner",
"a number":"eine Zahl",
"a path":"einen Pfad",
"a seconds":"Sekunden",
"a value":"einen Wert",
"connect the standard streams with the socket of a process that listens, and be no app of its own":"die Standardströme mit dem Socket eines lauschenden Prozesses verbinden, ohne eigene App",
"how long a server may take to answer; 30 if not set":"wie lange ein Server für eine Antwort brauchen darf; 30, wenn nicht angegeben",
"how long a server or the client may take to answer; 30 if not set":"wie lange ein Server oder der Client für eine Antwort brauchen darf; 30, wenn nicht angegeben",
"how slow the mock's answers are, in milliseconds":"wie langsam die Antworten des Mocks sind, in Millisekunden",
"keep in a folder what outlives the process, such as unfinished purchases; one process at a time":"in einem Ordner aufbewahren, was den Prozess überdauert, etwa unfertige Käufe; ein Prozess zu einer Zeit",
"let an assistant give the app files of this folder, and save some there, where no person is asked: no other folder, no link":"einen Assistenten der App Dateien aus diesem Ordner geben und dort sichern lassen, wo kein Mensch gefragt wird: kein anderer Ordner, kein Link",
"let an assistant send the events that take a secret, such as a password: the values then stand in its transcript":"einen Assistenten Ereignisse mit Geheimnissen senden lassen, etwa mit einem Passwort: Die Werte stehen dann in seinem Gesprächsprotokoll",
"let other fronts connect to the app of this prompt: pages, programs, assistants":"andere Oberflächen mit der App dieser Eingabezeile verbinden lassen: Seiten, Programme, Assistenten",
"let the consent of an assistant's host count as a person's: nothing more is asked before something is deleted":"die Zustimmung des Hosts eines Assistenten als die eines Menschen gelten lassen: Vor dem Löschen wird nicht mehr gefragt",
"link the resource of a screen in the answer that opens it, for a host of an assistant that reads such links":"in der Antwort, die einen Bildschirm öffnet, auf dessen Ressource verweisen, für einen Host eines Assistenten, der solche Verweise liest",
"log each message to the standard error: its method, size, time and error code, never its content":"jede Nachricht auf der Standardfehlerausgabe protokollieren: Methode, Größe, Zeit und Fehlercode, nie den Inhalt",
"names of operations, or all":"Namen von Operationen oder all",
"print a manual page, for man":"eine Handbuchseite für man ausgeben",
"print completions for %@":"Ergänzungen für %@ ausgeben",
"print the usage":"den Aufruf ausgeben",
"print the version":"die Version ausgeben",
"print this text":"diesen Text ausgeben",
"record the session in a new file: what is shown and typed, private or not, but no passwords":"die Sitzung in einer neuen Datei aufzeichnen: was gezeigt und eingegeben wird, auch Privates, aber keine Passwörter",
"run a recorded session again, and name the first line that differs":"eine aufgezeichnete Sitzung wiederholen und die erste abweichende Zeile nennen",
"serve several clients over a Unix socket, each with a session, until a signal; \"systemd\" is the socket of its socket unit":"mehrere Clients über einen Unix-Socket bedienen, jeden mit einer Sitzung, bis zu einem Signal; „systemd“ ist der Socket seiner Socket-Unit",
"show an assistant what is private also while no person's front is active":"einem Assistenten Privates auch zeigen, während keine Oberfläche eines Menschen aktiv ist",
"stop the clock at a date, such as 2026-11-22T15:04:05Z; timers run":"die Uhr bei einem Zeitpunkt anhalten, etwa 2026-11-22T15:04:05Z; Timer laufen",
"take random numbers that follow from N":"Zufallszahlen nehmen, die aus N folgen",
"the backend: in memory (the default), an HTTP server, or \"client\": the program that drives this one answers the operations that it names":"das Backend: im Speicher (Vorgabe), ein HTTP-Server oder „client“: Das steuernde Programm beantwortet die Operationen, die es nennt",
"the backend: in memory (the default), or an HTTP server":"das Backend: im Speicher (Vorgabe) oder ein HTTP-Server",
"the language of the texts, such as de; English if not set, and at a terminal that of LANG":"die Sprache der Texte, etwa de; Englisch, wenn nicht angegeben, an einem Terminal die von LANG",
"trust the certificates in a file (PEM) in place of the system's":"den Zertifikaten in einer Datei (PEM) vertrauen, statt denen des Systems",
"which requests to the mock fail: %@; \"%@:2\" is the second one only, \"%@:1:lost\" loses the first answer":"welche Anfragen an den Mock scheitern: %@; „%@:2“ ist nur die zweite, „%@:1:lost“ verliert die erste Antwort",
"with \"client\", the backend of the operations that the client does not name; without it, they fail":"mit „client“ das Backend der Operationen, die der Client nicht nennt; ohne dieses scheitern sie",
"with --listen, let all clients, and the one at the standard streams, be fronts of one app":"mit --listen alle Clients und den an den Standardströmen zu Oberflächen einer App machen",
"with --share, how long a front that can come back may be away, such as a page that is loaded again; 600 if not set":"mit --share, wie lange eine Oberfläche, die wiederkommen kann, weg sein darf, etwa eine Seite, die neu geladen wird; 600, wenn nicht angegeben",
"with --share, the Unix socket at which other fronts connect":"mit --share der Unix-Socket, an dem sich andere Oberflächen verbinden",
"write dates in a zone, such as Europe/Berlin":"Zeitangaben in einer Zeitzone schreiben, etwa Europe/Berlin",
"write numbers, money and dates as in a locale, such as de_AT; the language's if not set":"Zahlen, Beträge und Zeitangaben wie in einem Gebietsschema schreiben, etwa de_AT; wenn nicht angegeben, wie in der Sprache üblich"}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: ProgramsWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: ProgramsWords.catalog) }
}
