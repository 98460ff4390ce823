import Screens

struct ActivityParameters: ScreenParameters {
  var room: Int

  static let defaults = ActivityParameters(room: 0)
  static let fields: Fields<ActivityParameters> = [Field(required: \.room, "The room's number.")]
}

struct ActivityFacts {
  var room: Room?
  var counts: [DayCount] = []
  var failure: ServiceError?
  var isLoading = false
}

struct ActivityState: ScreenState {
  var title: String
  var activity: Series?
  var message: String?
  var isBusy: Bool

  init(_ facts: ActivityFacts, _ environment: AppEnvironment) {
    let words = environment.words
    title = words.text("Messages a day in \(facts.room?.name ?? "")")
    message = (facts.failure?.text).map(words.string)
    isBusy = facts.isLoading
    guard let first = facts.counts.first?.day, let last = facts.counts.last?.day else { return }
    let counts = Dictionary(facts.counts.map { ($0.day, $0.count) }) { first, _ in first }
    // A day without messages is a point, too.
    let days = (first.daysSince1970...max(first, last).daysSince1970).map(LocalDate.init(daysSince1970:))
    activity = Series(
      unit: words.text("messages"),
      lines: [
        Series.Line(facts.room?.name ?? "", days.map { Series.Point(day: $0, Double(counts[$0] ?? 0)) })
      ])
  }

  static let fields: Fields<ActivityState> = [
    Field(\.title, "What is shown.").shown(as: .title), Field(\.activity, "How many messages there were each day."),
    Field(\.message, "Why it is not known.").shown(as: .failure), Field(\.isBusy, "Whether it is being loaded."),
  ]
}

enum ActivityEvent: ScreenEvent {
  case viewDidAppear

  static let cases: [EventCase<ActivityEvent>] = [EventCase(.viewDidAppear, "The chart is shown.")]
}

/// How many messages a room has a day.
final class ActivityViewModel: ViewModel {
  typealias Parameters = ActivityParameters

  let eventSubject = EventSubject<ActivityEvent>()
  @Published private(set) var state: ActivityState
  var statePublisher: Published<ActivityState>.Publisher { $state }

  @Published private var facts: ActivityFacts
  private var cancellables: Set<AnyCancellable> = []

  init(_ id: Int, _ environment: AppEnvironment) {
    let facts = ActivityFacts(room: environment.inbox.room(id))
    self.facts = facts
    state = ActivityState(facts, environment)
    environment.states(of: $facts, ActivityState.init).assign(to: &$state)
    eventSubject
      .map { [unowned self] _ in
        self.facts.isLoading = true
        return environment.backend.answer(.activity, id).result()
      }
      .switchToLatest()
      .sink { [unowned self] result in
        switch result {
        case .success(let counts): self.facts = ActivityFacts(room: self.facts.room, counts: counts)
        case .failure(let error):
          self.facts = ActivityFacts(room: self.facts.room, counts: self.facts.counts, failure: error)
        }
      }
      .store(in: &cancellables)
  }
}

extension Screen<ActivityViewModel> {
  static var activity: Self {
    Screen("activity", about: "Messages a day.", appearance: .viewDidAppear) { ActivityViewModel($0.room, $1) }
  }
}
