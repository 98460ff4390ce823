public import Foundation

/// What waits for a person, and for what: a state of the app. Each front shows it wherever it shows what waits, also a front that comes
/// later.
///
/// ```swift
/// @MainActor func show(_ front: AppFront) {
///   for wait in front.waitsFor { print("\(wait.waiting) go on after \(wait.instance)") }
/// }
/// ```
public struct PersonWait: Hashable, Sendable {
  /// What the person has to do. Later versions may have more.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To sign in: the server has ended the session, or there was none.
    public static let signIn = Reason(rawValue: "signIn")
    /// To finish a screen that the app presents.
    public static let presented = Reason(rawValue: "presented")
  }

  /// What the person has to do.
  public let reason: Reason
  /// The id of the screen where they do it. It stands in front of all others, on every front, and takes what is typed.
  public let instance: String
  /// The ids of the screens that wait for it and that the front sees, oldest first.
  public let waiting: [String]
  /// Since when.
  public let since: Date
}

extension AppFront {
  /// What waits for a person. ``AppReport/Event/waitsForChanged`` reports a change.
  public var waitsFor: [PersonWait] {
    app?.waitsFor.compactMap { wait in
      screen(wait.instance).map { _ in
        PersonWait(
          reason: wait.reason, instance: wait.instance, waiting: wait.waiting.filter { screen($0) != nil },
          since: wait.since)
      }
    } ?? []
  }
}

extension AppCore {
  /// What waits for a person, oldest first.
  public var waitsFor: [PersonWait] {
    guard !presentations.isEmpty else { return [] }
    return running.compactMap { screen in
      guard let presentation = screen.origin.presentation, !screen.isClosing else { return nil }
      let isSignIn = reporter.signIns.contains(presentation.name)
      let waiting = isSignIn ? running.filter(\.waitsForPerson) : presentation.waits.compactMap(\.asker)
      return PersonWait(
        reason: isSignIn ? .signIn : .presented, instance: screen.id,
        waiting: waiting.filter { !$0.isClosing }.map(\.id),
        since: presentation.since)
    }
  }

  /// Reports what waits for a person, if that has changed.
  func reportWaits() {
    let waits = waitsFor
    guard waits != reportedWaits else { return }
    reportedWaits = waits
    reporter.report(.waitsForChanged, by: .instance(Self.appID))
  }
}
