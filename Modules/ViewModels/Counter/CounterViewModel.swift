import Models
public import Streams
import StreamsExtras

/// A number in a circle, and a button that sets it to a random number in 0...50 (seed 004).
public final class CounterViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<CounterEvent, Never>()
  @Published public private(set) var state: CounterState
  public var statePublisher: Published<CounterState>.Publisher { $state }

  /// The current number and every later one, for `for await` (seed 004).
  public private(set) lazy var numbers = $state.map(\.number).values(buffering: .unbounded)

  private var number = CircledNumber.zero {
    didSet { state = CounterState(number) }
  }
  private var random: RandomSource
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a counter that starts at 0, as in the seed.
  public init(_ environment: AppEnvironment) {
    random = environment.random
    state = CounterState(number)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: CounterEvent) {
    switch event {
    case .nextButtonWasTapped: number = .random(using: &random)
    }
  }
}
