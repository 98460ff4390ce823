extension StringCatalog {
  /// The sentences of descriptions, for what looks them up by their English text.
  package static let screenDescriptions = ScreenDescriptionsWords.catalog
}
