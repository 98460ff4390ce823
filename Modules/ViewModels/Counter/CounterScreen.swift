import Formatting
import Models

extension Screen<CounterViewModel> {
  /// A number in a circle.
  public static var counter: Self {
    Screen("counter", about: "A random number in a circle.") { CounterViewModel($1) }
  }
}

/// What the user did on the counter screen (seed 004).
public enum CounterEvent: CaseIterable, ScreenEvent {
  /// The user asked for the next number.
  case nextButtonWasTapped

  public static let cases: [EventCase<CounterEvent>] = [
    EventCase(.nextButtonWasTapped, "Show the next number.").purpose(.primary)
  ]
}

/// What a front shows of the counter.
public struct CounterState: ScreenState {
  /// The number.
  public let number: Int
  /// The name of the number's symbol: "15.circle".
  public let symbolName: String
  /// The number in a circle as one character, from ⓪ to ㊿.
  public let character: String
  /// The character and the symbol's name: "⑮ (15.circle)".
  public let numberText: String

  public var isBusy: Bool { false }

  init(_ number: CircledNumber) {
    self.number = number.value
    symbolName = number.symbolName
    character = String(number.character)
    numberText = "\(number.character) (\(number.symbolName))"
  }

  public static let fields: Fields<CounterState> = [
    Field(\.number, "The number, 0 to 50.").forPrograms(),
    Field(\.symbolName, "The name of the number's symbol.").forPrograms(),
    Field(\.character, "The number in a circle as one character.").forPrograms(),
    Field(\.numberText, "The character and the symbol's name.", as: .title),
  ]

  public static var samples: [CounterState] { [CounterState(.zero)] }
}

/// A number in a circle, and a button that sets it to a random number in 0...50 (seed 004).
public final class CounterViewModel: ViewModel {
  public let eventSubject = EventSubject<CounterEvent>()
  @Published public private(set) var state = CounterState(.zero)
  public var statePublisher: Published<CounterState>.Publisher { $state }

  /// The current number and every later one, for `for await` (seed 004).
  public private(set) lazy var numbers = $state.map(\.number).values(buffering: .unbounded)

  /// Creates a counter that starts at 0, as in the seed.
  public init(_ environment: AppEnvironment) {
    var random = environment.random
    eventSubject
      .map { event in
        switch event {
        case .nextButtonWasTapped: CounterState(.random(using: &random))
        }
      }
      .assign(to: &$state)
  }
}

extension CircledNumber {
  /// The first number of a counter (seed 004).
  static let zero = CircledNumber(0)!
}
