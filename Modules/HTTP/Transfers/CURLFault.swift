#if os(Linux) || os(Android)
  import CURL
  import LibC

  extension TLSFault {
    /// libcurl's results of a transfer for which TLS has failed.
    static let errors: Set<Int> = [
      tributary_curl_error_tls, tributary_curl_error_tls_engine, tributary_curl_error_tls_engine_default,
      tributary_curl_error_tls_own_certificate, tributary_curl_error_tls_cipher,
      tributary_curl_error_tls_certificate, tributary_curl_error_tls_engine_init,
      tributary_curl_error_tls_certificates_file, tributary_curl_error_tls_shutdown,
      tributary_curl_error_tls_revocations_file, tributary_curl_error_tls_issuer,
      tributary_curl_error_tls_pinned_key, tributary_curl_error_tls_status,
      tributary_curl_error_tls_client_certificate,
    ]

    /// The cause of one of them; `nil` if it is not known.
    ///
    /// - Parameters:
    ///   - result: libcurl's result.
    ///   - certificate: what its TLS library has found of the certificate.
    ///   - text: what libcurl says of it.
    ///   - file: the file of certificates to trust.
    init?(_ result: Int32, certificate: Int, text: String, file: String?) {
      switch Int(result) {
      case tributary_curl_error_tls_certificates_file:
        self = access(file ?? "", F_OK) == 0 ? .unreadableFile : .missingFile
      case tributary_curl_error_tls:
        // A server that goes in the middle says nothing of what it speaks.
        guard ["version", "protocol", "packet"].contains(where: text.contains), !text.contains("SYSCALL") else {
          return nil
        }
        self = .notTLS
      case tributary_curl_error_tls_certificate:
        // NB: the numbers are OpenSSL's (X509_V_ERR_…). Other libraries have their own.
        guard String(cString: tributary_curl_version()).contains("OpenSSL/") else { return nil }
        switch certificate {
        case 9: self = .notYetValid
        case 10: self = .expired
        case 2, 18...21: self = .unknownIssuer
        // libcurl compares the name itself, before it looks at the rest.
        case 0, 1, 62: self = .otherName
        default: return nil
        }
      default: return nil
      }
    }
  }
#endif
