public import Words

/// What a person reads.
extension ServiceError {
  /// The text for the user, in the language of an app: `environment.words.string(error.text)`.
  public var text: LocalizedText {
    switch repetition {
    case nil: plainText
    case .once: Words.text("\(lossText) It may have been carried out. Asking again carries it out once only.")
    case .again: Words.text("\(lossText) It may have been carried out. Asking again may carry it out twice.")
    }
  }

  private var lossText: LocalizedText { code == .transport ? Words.text("The answer was lost.") : plainText }

  private var plainText: LocalizedText {
    let name = detail ?? ""
    let part = part ?? ""
    let number = String(number ?? 0)
    return switch code {
    case .unknownHost: Words.text("There is no such server.")
    case .connectionRefused: Words.text("The server refuses connections.")
    case .unreachableProxy: Words.text("The proxy \(name) cannot be reached.")
    case .proxyRefused where self.number == 407:
      Words.text("The proxy \(name) wants a user name and a password (status 407).")
    case .proxyRefused: Words.text("The proxy \(name) refuses the request, with status \(number).")
    case .noSecureConnection:
      TLSFault(rawValue: name)?.text ?? Words.text("There is no secure connection to the server.")
    case .transport: Words.text("The backend cannot be reached.")
    case .timeout: Words.text("The backend took too long to answer.")
    case .status where Self.redirections.contains(self.number ?? 0):
      Words.text("The backend redirects the request elsewhere, with status \(number).")
    case .status: Words.text("The backend answered with status \(number).")
    case .decoding: Words.text("The backend's answer cannot be understood.")
    case .tooLarge: Words.text("The backend's answer is too long.")
    // The backend wrote it, in a language that it knows: a sentence that is in a catalogue is translated, another one stays as it is.
    case .problem, .file: LocalizedText(english: name)
    case .cancelled: Words.text("The request was cancelled.")
    case .noSuchOperation: Words.text("The backend has no operation \"\(name)\".")
    case .noSuchFeed: Words.text("The backend has no feed \"\(name)\".")
    case .overrun: Words.text("The feed \"\(name)\" sends faster than its elements can be handled.")
    case .unreadable: Words.text("Element \(number) of the feed \"\(name)\" cannot be understood.")
    case .oversized where part.isEmpty: Words.text("Element \(number) of the feed \"\(name)\" is too long.")
    case .oversized: Words.text("Element \(number) of the feed \"\(name)\" is too long, at the id \"\(part)\".")
    case .unaddressable where self.number == 0:
      Words.text("\"\(name)\" is not sent: \"\(part)\" is empty, and it is a part of the address.")
    case .unaddressable:
      Words.text("\"\(name)\" is not sent: \"\(part)\" is only dots, and it is a part of the address.")
    case .closed: Words.text("The backend has closed the connection.")
    case .noNetworkLibrary: Words.text("Requests cannot be sent: the library libcurl.so.4 is missing or too old.")
    case .sessionEnded: Words.text("You are not signed in.")
    case .signedOut: Words.text("You have signed out.")
    case .otherAccount: Words.text("Another account has signed in.")
    case .confirmationNeeded: Words.text("An earlier request may have gone through. Send it again?")
    // NB: a recording has the reason in English, and its replay shows the same as the session.
    case .notStored: Words.text("Nothing was sent. \(LocalizedText(english: name))")
    default: Words.text("The backend has failed.")
    }
  }

  /// The text in English. A screen shows ``text`` in the language of its app.
  public var message: String { text.description }
}

extension LocalizedText {
  /// The text of a failure, of which a recording has the English: one of a request, or of a file.
  package init(failure english: String) { self.init(english: english) }
}

extension StringCatalog {
  /// The sentences of requests, for what looks them up by their English text: a reason that was read from a recording or a server.
  package static let requests = RequestsWords.catalog
}
