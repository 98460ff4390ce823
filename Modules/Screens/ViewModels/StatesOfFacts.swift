public import Streams
import StreamsExtras

extension AppEnvironment {
  /// The states that follow from what a view model knows, its facts: one at once, and one for each later change of the facts
  /// and of what the environment shows (``presentationChanges``). A state that is equal to the last one is none.
  ///
  /// A view model that keeps its facts as a value and says in one function how its state follows from them needs no more:
  ///
  ///     final class DraftViewModel: ViewModel {
  ///       let eventSubject = EventSubject<DraftEvent>()
  ///       @Published private(set) var state: DraftState
  ///       var statePublisher: Published<DraftState>.Publisher { $state }
  ///       @Published private var facts = DraftFacts()
  ///
  ///       init(_ environment: AppEnvironment) {
  ///         state = DraftState(DraftFacts(), environment)
  ///         environment.states(of: $facts, DraftState.init).assign(to: &$state)
  ///       }
  ///     }
  ///
  /// The state is the new one as soon as the facts have changed: it is current in the next line. A test of the function compares
  /// two values.
  ///
  /// The states have what is private. It is hidden where a state is shown or written, for each front by itself: see
  /// ``ScreenInstance/state``.
  ///
  /// - Parameters:
  ///   - facts: The facts, a property with `@Published`.
  ///   - state: The state that follows from facts, in this environment.
  public func states<Facts, State: ScreenState>(
    of facts: Published<Facts>.Publisher, _ state: @escaping (Facts, AppEnvironment) -> State
  ) -> some Publisher<State, Never> {
    facts.combineLatest(presentationChanges.prepend(()))
      .map { facts, _ in state(facts, self) }
      .removeDuplicates()
  }
}
