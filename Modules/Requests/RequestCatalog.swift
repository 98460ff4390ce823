package import Words

extension StringCatalog {
  /// The sentences of requests, for what looks them up by their English text: a reason that was read from a recording or a server.
  package static let requests = RequestsWords.catalog
}
