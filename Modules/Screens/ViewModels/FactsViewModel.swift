public import Requests
public import Streams

/// The base of a view model whose state follows from its facts: what it knows, as a value.
///
/// A subclass says how the state follows, and what an event changes:
///
/// ```swift
/// struct RatingFacts {
///   var rating = 0
/// }
///
/// struct RatingState: ScreenState {
///   var text: String
///   var isBusy: Bool { false }
///
///   init(_ facts: RatingFacts, _ environment: AppEnvironment) { text = "\(facts.rating) of 5" }
///
///   static let fields: Fields<RatingState> = [Field(\.text, "The rating.")]
/// }
///
/// enum RatingEvent: ScreenEvent {
///   case moreButtonWasTapped
///
///   static let cases: [EventCase<RatingEvent>] = [EventCase(.moreButtonWasTapped, "Rate it higher.")]
/// }
///
/// final class RatingViewModel: FactsViewModel<RatingFacts, RatingState, RatingEvent>, ViewModel {
///   init(_ environment: AppEnvironment) { super.init(RatingFacts(), environment, RatingState.init) }
///
///   override func handle(_ event: RatingEvent) {
///     switch event {
///     case .moreButtonWasTapped: facts.rating += 1
///     }
///   }
/// }
/// ```
///
/// The state is the new one as soon as the facts have changed, and follows the language, the locale and the time zone, too
/// (``AppEnvironment/states(of:_:)``). A view model that keeps its state in another way, or that is public and keeps its
/// facts to itself, conforms to ``ViewModel`` alone.
@MainActor open class FactsViewModel<Facts, State: ScreenState, Event: ScreenEvent> {
  /// Receives the events.
  public final let eventSubject = EventSubject<Event>()
  /// What the screen shows.
  @Published public private(set) final var state: State
  /// The current state and every later one.
  public final var statePublisher: Published<State>.Publisher { $state }
  /// What the view model knows. A change changes the state at once.
  @Published public final var facts: Facts
  /// Where the screen is open.
  public final let environment: AppEnvironment
  /// What ends with the screen.
  public final var cancellables: Set<AnyCancellable> = []
  private var requests: [PartialKeyPath<Facts>: AnyCancellable] = [:]

  /// A view model with its first facts.
  ///
  /// - Parameters:
  ///   - facts: what is known at first.
  ///   - environment: where the screen is open.
  ///   - state: the state that follows from facts. It changes nothing.
  public init(
    _ facts: Facts, _ environment: AppEnvironment, _ state: @escaping (Facts, AppEnvironment) -> State
  ) {
    self.facts = facts
    self.environment = environment
    self.state = state(facts, environment)
    environment.states(of: $facts, state).assign(to: &$state)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  /// Handles an event that the screen has accepted. By default nothing happens.
  open func handle(_ event: Event) {}

  /// Asks a service, and keeps in the facts how it goes. A request that was begun for the same member before is cancelled.
  ///
  /// - Parameters:
  ///   - member: the member of the facts, such as `\.forecast`.
  ///   - request: what is asked.
  ///   - receive: called with the answer once it is in the facts.
  public final func load<Value>(
    _ member: WritableKeyPath<Facts, Loading<Value>>, _ request: some Publisher<Value, ServiceError>,
    then receive: @escaping (Value) -> Void = { _ in }
  ) {
    requests[member] = nil
    requests[member] = request.loading(after: facts[keyPath: member]).sink { [unowned self] loading in
      facts[keyPath: member] = loading
      if case .loaded(let value) = loading { receive(value) }
    }
  }

  /// Asks for the next page of a list, and keeps it behind what is loaded. What is there already is left out, since a list may have grown
  /// meanwhile. An error keeps what is loaded.
  ///
  ///     loadMore(\.catalog, of: \.products, environment.backend.answer(.products, query))
  ///
  /// - Parameters:
  ///   - member: the member of the facts, such as `\.catalog`.
  ///   - list: the list in the answer; `\.self` if it is the answer.
  ///   - request: what is asked. What its answer has beside the list counts from then on.
  public final func loadMore<Value, Element: Identifiable>(
    _ member: WritableKeyPath<Facts, Loading<Value>>, of list: WritableKeyPath<Value, [Element]>,
    _ request: some Publisher<Value, ServiceError>
  ) {
    load(
      member,
      request.map { [unowned self] page in
        let old = facts[keyPath: member].value?[keyPath: list] ?? []
        let known = Set(old.map(\.id))
        var page = page
        page[keyPath: list] = old + page[keyPath: list].filter { !known.contains($0.id) }
        return page
      })
  }

  /// Follows a feed, and keeps its newest element in the facts, or why no more come. A feed or a request that was begun for the same
  /// member before is cancelled; the last element stays until there is another one.
  ///
  /// - Parameters:
  ///   - member: the member of the facts, such as `\.delivery`.
  ///   - condition: the member with the condition of the connection; `nil` while there is none.
  ///   - feed: what is followed.
  public final func follow<Element>(
    _ member: WritableKeyPath<Facts, Loading<Element>>, condition: WritableKeyPath<Facts, FeedCondition?>? = nil,
    _ feed: some Publisher<FeedEvent<Element>, ServiceError>
  ) {
    let last = facts[keyPath: member].value
    forget(member)
    if let last { facts[keyPath: member] = .loaded(last) }
    requests[member] = feed.sink { [unowned self] completion in
      if let condition { facts[keyPath: condition] = nil }
      if case .failure(let error) = completion {
        facts[keyPath: member] = .failed(error, last: facts[keyPath: member].value)
      }
    } receiveValue: { [unowned self] event in
      switch event {
      case .element(let element): facts[keyPath: member] = .loaded(element)
      case .condition(let now): if let condition { facts[keyPath: condition] = now }
      case .unreadable: break
      }
    }
  }

  /// Forgets a request that was begun for a member, and what came of it.
  public final func forget<Value>(_ member: WritableKeyPath<Facts, Loading<Value>>) {
    requests[member] = nil
    facts[keyPath: member] = .idle
  }
}
