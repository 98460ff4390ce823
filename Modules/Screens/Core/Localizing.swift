import Words

extension AppEnvironment {
  /// The app gives itself another language or locale, such as by its settings: it is the same for all fronts, which hear of it, and
  /// states are derived again. What a recording has of it is the event that led to it.
  ///
  /// ```swift
  /// @MainActor func speakGerman(_ environment: AppEnvironment) {
  ///   environment.localize(AppLocalization(Language("de") ?? .english))
  /// }
  /// ```
  @MainActor public func localize(_ localization: AppLocalization) {
    guard localization != self.localization.value else { return }
    self.localization.send(localization)
    reporter?.report(.localized(localization), by: .instance(AppCore.appID))
  }
}

extension AppCore {
  /// The language and the locale.
  public var localization: AppLocalization { environment.localization.value }

  /// The app gets another language or locale, by a front. It is the same for all fronts; the facts stay, and states are derived again.
  ///
  /// - Parameters:
  ///   - localization: The language and the locale.
  ///   - front: The front.
  package func localize(_ localization: AppLocalization, by front: AppFront) { localize(localization, by: front.id) }

  func localize(_ localization: AppLocalization, by front: FrontID) {
    guard localization != environment.localization.value else { return }
    reporter.run(by: front) {
      reporter.report(.localized(localization), by: .front(front))
      environment.localization.send(localization)
    }
  }
}
