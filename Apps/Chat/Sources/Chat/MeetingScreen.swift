import Foundation
import Screens

struct MeetingFacts: Equatable {
  var title = ""
  var time: LocalDateTime
  var zone: String

  var meeting: Meeting { Meeting(title: title, time: ZonedDateTime(time, zone: zone)) }
}

struct MeetingState: ScreenState {
  var title: String
  var time: LocalDateTime
  var zone: String
  var summary: String?
  var proposeDisabledReason: String?
  var isBusy: Bool { false }

  init(_ facts: MeetingFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = facts.title
    time = facts.time
    zone = facts.zone
    let date = facts.meeting.time.date
    if title.allSatisfy(\.isWhitespace) {
      proposeDisabledReason = words.text("The title is missing.")
    } else if let date {
      summary = facts.meeting.text(in: environment.timeZone)
      if date < environment.now() { proposeDisabledReason = words.text("The time has passed.") }
    } else {
      proposeDisabledReason = words.text("There is no time zone with this name.")
    }
  }

  static let fields: Fields<MeetingState> = [
    Field(\.title, "What it is about.").prompting("Planning"), Field(\.time, "When it is, on the clocks of the zone."),
    Field(\.zone, "The name of the time zone.").prompting("Europe/Berlin"),
    Field(\.summary, "The meeting in words.").shown(as: .note),
    Field(\.proposeDisabledReason, "Why it cannot be proposed."),
  ]
}

enum MeetingEvent: ScreenEvent {
  case titleChanged(String)
  case timeChanged(LocalDateTime)
  case zoneChanged(String)
  case proposeButtonWasTapped

  static let cases: [EventCase<MeetingEvent>] = [
    EventCase(titleChanged, member: "text", "Enter the title."),
    EventCase(timeChanged, member: "time", "Choose the date and the time."),
    EventCase(zoneChanged, member: "text", "Enter the zone."),
    EventCase(.proposeButtonWasTapped, "Propose the meeting.").purpose(.submit).disabled(
      by: \MeetingState.proposeDisabledReason),
  ]
}

/// A form that closes with a meeting, at a local date and time in a zone.
final class MeetingViewModel: ViewModel {
  typealias Outcome = Meeting

  let eventSubject = EventSubject<MeetingEvent>()
  @Published private(set) var state: MeetingState
  var statePublisher: Published<MeetingState>.Publisher { $state }

  @Published private var facts: MeetingFacts
  private let emptyFacts: MeetingFacts
  private var question: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ environment: AppEnvironment) {
    self.environment = environment
    let navigator = environment.navigator
    let zone = environment.timeZone
    let now = LocalDateTime(of: environment.now(), in: zone)
    // Tomorrow at ten, until another time is chosen.
    let time = LocalDateTime(now.date.adding(days: 1), TimeOfDay(hour: 10, minute: 0) ?? now.time)
    let facts = MeetingFacts(time: time, zone: zone.identifier)
    self.facts = facts
    emptyFacts = facts
    state = MeetingState(facts, environment)
    environment.states(of: $facts, MeetingState.init).assign(to: &$state)
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .titleChanged(let title): self.facts.title = title
      case .timeChanged(let time): self.facts.time = time
      case .zoneChanged(let zone): self.facts.zone = zone
      case .proposeButtonWasTapped: if state.proposeDisabledReason == nil { navigator.close(with: self.facts.meeting) }
      }
    }
  }

  /// A form with changes asks first.
  func canLeave() -> Bool {
    guard facts != emptyFacts else { return true }
    question = environment.askToDiscard()
    return false
  }
}

extension Screen<MeetingViewModel> {
  static var meeting: Self { Screen("meeting", about: "Proposes a meeting.") { MeetingViewModel($1) } }
}
