/// Why a screen refuses an event, where more than one screen does.
enum RefusalText {
  /// Nothing has failed that could be tried again.
  static let nothingToRetry = Words.text("There is nothing to try again.")
}
