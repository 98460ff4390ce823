import Screens

struct FilterState: ScreenState {
  var category: Category?

  static let fields: Fields<FilterState> = [
    Field(\.category, "The category that is shown; all of them if it is empty.")
      .labelled("Category").prompting("All categories")
  ]

  static let samples = [FilterState()]

  /// Whether something of a category is shown.
  func shows(_ category: Category) -> Bool { self.category == nil || self.category == category }
}

enum FilterEvent: ScreenEvent {
  case categoryChanged(Category?)

  static let cases: [EventCase<FilterEvent>] = [
    EventCase(categoryChanged, member: "category", "Show what was spent on this category, or on all.")
  ]
}

/// Which expenses are shown: a part of the journal, and of the summary.
final class FilterViewModel: ViewModel {
  let eventSubject = EventSubject<FilterEvent>()
  @Published private(set) var state = FilterState()
  var statePublisher: Published<FilterState>.Publisher { $state }

  private var cancellable: AnyCancellable?

  init() {
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .categoryChanged(let category): state.category = category
      }
    }
  }
}
