import Foundation

extension TransferReply {
  /// The name that the server gives a file (RFC 6266): `filename*` in UTF-8, or else `filename`; `nil` if it gives none.
  ///
  /// It is a wish, and is cleaned where it becomes a name.
  var fileName: String? {
    guard let value = header("Content-Disposition") else { return nil }
    let names = HeaderParameters(value).values
    if let text = names["filename*"], text.lowercased().hasPrefix("utf-8'") {
      let encoded = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
      if let name = String(encoded).removingPercentEncoding { return name }
    }
    return names["filename"]
  }
}

extension HTTPEndpoints.Reply {
  /// The value of the `Content-Disposition` header: a file to be kept; `nil` without a name.
  public var contentDisposition: String? {
    fileName.map { "attachment; filename*=UTF-8''" + percentEncoded($0) }
  }
}
