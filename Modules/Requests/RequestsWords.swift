// Made by `tributary-words` from a String Catalog. Change the catalogue, not this file.
// swift-format-ignore-file
import Words

enum RequestsWords {
  /// The texts in each language.
  static let catalog = StringCatalog(embedded: [
    "de": #"""
{"\"%@\" is not sent: \"%@\" is empty, and it is a part of the address.":"„%1$@“ wird nicht gesendet: „%2$@“ ist leer, und es ist ein Teil der Adresse.",
"\"%@\" is not sent: \"%@\" is only dots, and it is a part of the address.":"„%1$@“ wird nicht gesendet: „%2$@“ besteht nur aus Punkten, und es ist ein Teil der Adresse.",
"%@ It may have been carried out. Asking again carries it out once only.":"%@ Es wurde vielleicht ausgeführt. Noch einmal gefragt wird es trotzdem nur einmal ausgeführt.",
"%@ It may have been carried out. Asking again may carry it out twice.":"%@ Es wurde vielleicht ausgeführt. Noch einmal gefragt wird es vielleicht zweimal ausgeführt.",
"A path has no such characters.":"Ein Pfad hat keine solchen Zeichen.",
"An earlier request may have gone through. Send it again?":"Eine frühere Anfrage ist vielleicht durchgegangen. Noch einmal senden?",
"Another account has signed in.":"Ein anderes Konto hat sich angemeldet.",
"Element %@ of the feed \"%@\" cannot be understood.":"Element %@ des Feeds „%@“ ist nicht zu verstehen.",
"Element %@ of the feed \"%@\" is too long, at the id \"%@\".":"Element %1$@ des Feeds „%2$@“ ist zu lang, bei der ID „%3$@“.",
"Element %@ of the feed \"%@\" is too long.":"Element %1$@ des Feeds „%2$@“ ist zu lang.",
"Nothing was sent. %@":"Nichts wurde gesendet. %@",
"Requests cannot be sent: the library libcurl.so.4 is missing or too old.":"Anfragen können nicht gesendet werden: Die Bibliothek libcurl.so.4 fehlt oder ist zu alt.",
"Something went wrong!":"Etwas ist schiefgegangen!",
"The answer was lost.":"Die Antwort ging verloren.",
"The app has no folder for files.":"Die App hat keinen Ordner für Dateien.",
"The backend answered with status %@.":"Das Backend hat mit Status %@ geantwortet.",
"The backend cannot be reached.":"Das Backend ist nicht erreichbar.",
"The backend has closed the connection.":"Das Backend hat die Verbindung geschlossen.",
"The backend has failed.":"Das Backend hat versagt.",
"The backend has no feed \"%@\".":"Das Backend hat keinen Feed „%@“.",
"The backend has no operation \"%@\".":"Das Backend hat keine Operation „%@“.",
"The backend redirects the request elsewhere, with status %@.":"Das Backend leitet die Anfrage woandershin weiter, mit Status %@.",
"The backend took too long to answer.":"Das Backend hat zu lange nicht geantwortet.",
"The backend's answer cannot be understood.":"Die Antwort des Backends ist nicht zu verstehen.",
"The backend's answer is too long.":"Die Antwort des Backends ist zu lang.",
"The bytes of the file are not here.":"Der Inhalt der Datei ist nicht hier.",
"The certificate of the server comes from an authority that is not trusted here.":"Das Zertifikat des Servers stammt von einer Stelle, der hier nicht vertraut wird.",
"The certificate of the server has expired, or the clock of this computer is wrong.":"Das Zertifikat des Servers ist abgelaufen, oder die Uhr dieses Computers geht falsch.",
"The certificate of the server is for another name.":"Das Zertifikat des Servers gilt für einen anderen Namen.",
"The certificate of the server is not valid yet, or the clock of this computer is wrong.":"Das Zertifikat des Servers ist noch nicht gültig, oder die Uhr dieses Computers geht falsch.",
"The feed \"%@\" sends faster than its elements can be handled.":"Der Feed „%@“ sendet schneller, als seine Elemente verarbeitet werden können.",
"The file cannot be used.":"Die Datei ist nicht zu benutzen.",
"The file has become shorter since it was opened.":"Die Datei ist kürzer geworden, seit sie geöffnet wurde.",
"The file of certificates to trust cannot be read.":"Die Datei der vertrauten Zertifikate kann nicht gelesen werden.",
"The file of certificates to trust does not exist.":"Die Datei der vertrauten Zertifikate gibt es nicht.",
"The file was changed since it was opened.":"Die Datei wurde geändert, seit sie geöffnet wurde.",
"The file was removed.":"Die Datei wurde entfernt.",
"The name or the password is wrong.":"Der Name oder das Passwort ist falsch.",
"The proxy %@ cannot be reached.":"Der Proxy %@ ist nicht erreichbar.",
"The proxy %@ refuses the request, with status %@.":"Der Proxy %1$@ lehnt die Anfrage ab, mit Status %2$@.",
"The proxy %@ wants a user name and a password (status 407).":"Der Proxy %@ verlangt einen Benutzernamen und ein Passwort (Status 407).",
"The request was cancelled.":"Die Anfrage wurde abgebrochen.",
"The server does not speak TLS, or no version of it that is spoken here.":"Der Server spricht kein TLS, oder keine Version davon, die hier gesprochen wird.",
"The server refuses connections.":"Der Server lehnt Verbindungen ab.",
"There is no room left on the disk.":"Auf dem Datenträger ist kein Platz mehr.",
"There is no room to store \"idempotencyKeys\": at most 65536 bytes are kept.":"Für „idempotencyKeys“ ist kein Platz: Höchstens 65536 Bytes werden aufbewahrt.",
"There is no secure connection to the server.":"Es gibt keine sichere Verbindung zum Server.",
"There is no such file.":"Diese Datei gibt es nicht.",
"There is no such folder.":"Diesen Ordner gibt es nicht.",
"There is no such server.":"Diesen Server gibt es nicht.",
"There is something of this name already.":"Etwas mit diesem Namen gibt es schon.",
"This is a link. Name the file itself.":"Das ist ein Link. Nennen Sie die Datei selbst.",
"This is not a regular file, but a folder, a pipe or a device.":"Das ist keine gewöhnliche Datei, sondern ein Ordner, eine Pipe oder ein Gerät.",
"Too many files have this name.":"Zu viele Dateien haben diesen Namen.",
"You are not signed in.":"Sie sind nicht angemeldet.",
"You have signed out.":"Sie haben sich abgemeldet."}
"""#,
  ])
}

// In this module these are called in place of those of Words.
extension Words {
  static func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> LocalizedText {
    LocalizedText(english, key: key, from: RequestsWords.catalog)
  }

  func text(_ english: LocalizedText.Format, key: String? = nil, comment: StaticString? = nil) -> String {
    string(Self.text(english, key: key))
  }
}

extension LocalizedText {
  init(english text: String) { self.init(english: text, from: RequestsWords.catalog) }
}
