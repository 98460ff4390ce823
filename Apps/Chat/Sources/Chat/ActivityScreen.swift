import Screens

struct ActivityParameters: ScreenParameters {
  var room: Int

  static let defaults = ActivityParameters(room: 0)
  static let fields: Fields<ActivityParameters> = [Field(required: \.room, "The room's number.")]
}

struct ActivityFacts {
  var room: Room?
  var counts = Loading<[DayCount]>.idle
}

struct ActivityState: RequestState {
  var title: String
  var activity: Series?
  var requests: RequestStatus

  init(_ facts: ActivityFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.text("Messages a day in \(facts.room?.name ?? "")")
    requests = RequestStatus(environment, facts.counts)
    guard let counts = facts.counts.value, let first = counts.first?.day, let last = counts.last?.day else { return }
    let numbers = Dictionary(counts.map { ($0.day, $0.count) }) { first, _ in first }
    // A day without messages is a point, too.
    let days = (first.daysSince1970...max(first, last).daysSince1970).map(LocalDate.init(daysSince1970:))
    activity = Series(
      unit: words.text("messages"),
      lines: [
        Series.Line(facts.room?.name ?? "", days.map { Series.Point(day: $0, Double(numbers[$0] ?? 0)) })
      ])
  }

  static let fields: Fields<ActivityState> = [
    Field(\.title, "What is shown.", as: .title), Field(\.activity, "How many messages there were each day."),
    .requests("Why it is not known."),
  ]
}

enum ActivityEvent: ScreenEvent {
  case viewDidAppear, retryButtonWasTapped

  static let cases: [EventCase<ActivityEvent>] = [
    EventCase(.viewDidAppear, "The chart is shown."),
    EventCase(.retryButtonWasTapped, "Load the chart again.").retries(ActivityState.self),
  ]
}

/// How many messages a room has a day.
final class ActivityViewModel: FactsViewModel<ActivityFacts, ActivityState, ActivityEvent>, ViewModel {
  typealias Parameters = ActivityParameters

  private let room: Int

  init(_ room: Int, _ environment: AppEnvironment) {
    self.room = room
    super.init(ActivityFacts(room: environment.inbox.room(room)), environment, ActivityState.init)
  }

  override func handle(_ event: ActivityEvent) { load(\.counts, environment.backend.answer(.activity, room)) }
}

extension Screen<ActivityViewModel> {
  static var activity: Self {
    Screen("activity", about: "Messages a day.", appearance: .viewDidAppear) { ActivityViewModel($0.room, $1) }
  }
}
