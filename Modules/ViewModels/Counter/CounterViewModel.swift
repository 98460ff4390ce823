import Models
public import Streams
import StreamsExtras

/// A number in a circle, and a button that sets it to a random one in 0...50 (seed 004).
public final class CounterViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<CounterEvent, Never>()
  @Published public private(set) var state: CounterState
  public var statePublisher: Published<CounterState>.Publisher { $state }

  /// The numbers from the one of the moment on, every one of them, for `for await` (seed 004).
  public private(set) lazy var numbers = $state.map(\.number).values(buffering: .unbounded)

  private let random: RandomSource
  private var cancellables: Set<AnyCancellable> = []

  /// A counter that starts at 0, as in the seed.
  public init(_ environment: AppEnvironment) {
    random = environment.random
    state = CounterState(.zero)
    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: CounterEvent) {
    switch event {
    case .nextButtonWasTapped:
      var random = random
      state = CounterState(.random(using: &random))
    }
  }
}
