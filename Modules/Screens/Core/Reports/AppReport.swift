/// Something that happened in an app. ``AppCore/reports`` publishes one after the other, in the order in which it happened.
///
/// ```swift
/// @MainActor func log(_ app: AppCore) -> AnyCancellable {
///   app.reports.sink { report in
///     if case .opened = report.event, let instance = report.instance { print(instance.id, "is open") }
///   }
/// }
/// ```
///
/// A report of a change has no state: who writes the state reads it then, as it is shown at that moment.
public struct AppReport {
  /// The screen that it is about, as the front sees it to which it is reported; `nil` if it is about the app as a whole.
  public let instance: AnyScreenInstance?
  /// Who caused it.
  public let cause: Cause
  /// What happened.
  public let event: Event

  /// Who caused something.
  public enum Cause: Hashable, Sendable {
    /// A front, by a command.
    case front(FrontID)
    /// The code of a screen, as a consequence of a command, of an answer or of a job of the main scheduler: the id of its
    /// instance. If the code of one screen sends an event to another one while that handles a command, it is the other one.
    case instance(String)
    /// Nothing that the app handles: code that runs by itself, such as a timer of another scheduler than the main one. A replay
    /// cannot repeat it.
    case unknown

    /// Whether a front has caused it, by a command.
    public var isFront: Bool { if case .front = self { true } else { false } }
    /// The front that has caused it by a command; `nil` if the code of a screen has.
    public var front: FrontID? { if case .front(let id) = self { id } else { nil } }
  }

  /// What an event does that a screen has accepted: its name, and its label or what it is about, for people, in English; `nil` for another
  /// report.
  public var deed: (name: String, text: String)? {
    guard case .sent(let event) = self.event, let described = event.describedCases.last else { return nil }
    let about = described.about.hasSuffix(".") ? String(described.about.dropLast()) : described.about
    return (described.name, described.label ?? about)
  }

  /// What happened.
  public enum Event {
    /// A screen was opened with parameters.
    case opened(any ScreenParameters)
    /// A screen has accepted an event. The report precedes what comes of it.
    case sent(any ScreenEvent)
    /// A screen has refused an event, for a reason that is a text for people, as the front may read it that has sent the event.
    /// Nothing has changed.
    case refused(any ScreenEvent, reason: String)
    /// An event of a front is held until a person has answered the question with an id.
    case held(any ScreenEvent, question: String)
    /// A question is open, and is asked of its fronts. It is reported again when it goes to others.
    case questionOpened(OpenQuestion)
    /// The front that is the cause cannot answer a question, for this reason. It stays open for others.
    case questionDeclined(OpenQuestion, reason: String)
    /// A question has ended.
    case questionEnded(OpenQuestion, QuestionEnd)
    /// The state has changed.
    case changed
    /// The user wanted to leave the screen, which asks before it is left. It stays open.
    case stayed
    /// The front that is the cause has let go of the screen, which stays open because another front holds it.
    case released
    /// The instance was closed. Without a reason, a front closed it; the outcome is the result with which it closed itself.
    case closed(CloseReason?, outcome: Outgoing<any ScreenOutcome>?)
    /// The instance has work in flight that the user waits for, or has none any more. One that is closed has none.
    case busy(Bool)
    /// A front has become active or inactive, or the host has said so of the whole application.
    case application(ApplicationEvent)
    /// A front, or the app itself, has given the app another language or locale.
    case localized(AppLocalization)
    /// Something happened to the front that is the cause.
    case front(FrontChange)
    /// The app has selected a tab, by its name, for the front because of which it has; for each front, if there is none.
    case tabSelected(String, for: FrontID?)
    /// What waits for a person has changed: see ``AppFront/waitsFor``.
    case waitsForChanged
    /// The account has changed, here or in another core of the process: see ``AppEnvironment/account``.
    case accountChanged
    /// Nothing is in flight any more. It is reported on the main scheduler, after every subscriber has received the state
    /// that made the app idle.
    case idle
    /// A mistake of the app's code, in a sentence, such as an operation that has answered twice. What was wrong is ignored.
    case fault(String)
  }
}
