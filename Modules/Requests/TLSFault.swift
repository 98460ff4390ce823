import Words

/// The cause for which TLS has failed.
public enum TLSFault: String, Hashable, Sendable {
  /// The certificate of the server has expired.
  case expired
  /// The certificate is not valid yet; more often the clock of this machine is wrong.
  case notYetValid
  /// The certificate is for another name.
  case otherName
  /// The certificate was issued by no authority that is trusted.
  case unknownIssuer
  /// The server speaks no TLS, or no version of it that is spoken here.
  case notTLS
  /// The file of certificates to trust does not exist.
  case missingFile
  /// The file of certificates to trust cannot be read, or has none.
  case unreadableFile

  var text: LocalizedText {
    switch self {
    case .expired: Words.text("The certificate of the server has expired, or the clock of this computer is wrong.")
    case .notYetValid:
      Words.text("The certificate of the server is not valid yet, or the clock of this computer is wrong.")
    case .otherName: Words.text("The certificate of the server is for another name.")
    case .unknownIssuer: Words.text("The certificate of the server comes from an authority that is not trusted here.")
    case .notTLS: Words.text("The server does not speak TLS, or no version of it that is spoken here.")
    case .missingFile: Words.text("The file of certificates to trust does not exist.")
    case .unreadableFile: Words.text("The file of certificates to trust cannot be read.")
    }
  }
}
