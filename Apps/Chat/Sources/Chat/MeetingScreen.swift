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
    Field(\.summary, "The meeting in words.", as: .note),
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
final class MeetingViewModel: FactsViewModel<MeetingFacts, MeetingState, MeetingEvent>, ViewModel {
  typealias Outcome = Meeting

  private let emptyFacts: MeetingFacts

  init(_ environment: AppEnvironment) {
    let zone = environment.timeZone
    let now = LocalDateTime(of: environment.now(), in: zone)
    // Tomorrow at ten, until another time is chosen.
    let time = LocalDateTime(now.date.adding(days: 1), TimeOfDay(hour: 10, minute: 0) ?? now.time)
    emptyFacts = MeetingFacts(time: time, zone: zone.identifier)
    super.init(emptyFacts, environment, MeetingState.init)
  }

  override func handle(_ event: MeetingEvent) {
    switch event {
    case .titleChanged(let title): facts.title = title
    case .timeChanged(let time): facts.time = time
    case .zoneChanged(let zone): facts.zone = zone
    case .proposeButtonWasTapped:
      if state.proposeDisabledReason == nil { environment.navigator.close(with: facts.meeting) }
    }
  }

  /// A form with changes asks first.
  func canLeave() -> Bool { environment.canLeave(discarding: facts != emptyFacts) }
}

extension Screen<MeetingViewModel> {
  static var meeting: Self { Screen("meeting", about: "Proposes a meeting.") { MeetingViewModel($1) } }
}
