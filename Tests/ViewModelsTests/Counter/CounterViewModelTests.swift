import AppTesting
import ExpectSupport
import Models
import Screens
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct CounterViewModelTests {
  let world = TestWorld()

  @Test func `starts at zero`() {
    let model = CounterViewModel(world.environment)
    expectEqual(model.state.number, 0)
    expectEqual(model.state.symbolName, "0.circle")
    expectEqual(model.state.character, "⓪")
    #expect(!model.state.isBusy)
  }

  @Test(arguments: [(0, "0.circle", "⓪"), (15, "15.circle", "⑮"), (35, "35.circle", "㉟"), (50, "50.circle", "㊿")])
  func `shows the symbol and the character of a number`(_ number: Int, _ symbol: String, _ character: String) throws {
    let state = CounterState(try #require(CircledNumber(number)))
    expectEqual(state.number, number)
    expectEqual(state.symbolName, symbol)
    expectEqual(state.character, character)
  }

  @Test func `draws from the source of the environment`() {
    let model = CounterViewModel(world.environment)
    var source = Screens.SeededGenerator(seed: 0)
    for _ in 1...100 {
      model.eventSubject.send(.nextButtonWasTapped)
      expectEqual(model.state.number, CircledNumber.random(using: &source).value)
    }
  }

  @Test func `shares the source with another counter`() {
    let (first, second) = (CounterViewModel(world.environment), CounterViewModel(world.environment))
    var source = Screens.SeededGenerator(seed: 0)
    first.eventSubject.send(.nextButtonWasTapped)
    expectEqual(first.state.number, CircledNumber.random(using: &source).value)
    expectEqual(second.state.number, 0)
    second.eventSubject.send(.nextButtonWasTapped)
    expectEqual(second.state.number, CircledNumber.random(using: &source).value)
  }

  @Test func `offers the numbers as an async sequence`() async {
    let model = CounterViewModel(world.environment)
    var source = Screens.SeededGenerator(seed: 0)
    var expected = [0]
    for _ in 1...20 { expected.append(CircledNumber.random(using: &source).value) }
    var numbers: [Int] = []
    for await number in model.numbers {
      numbers.append(number)
      // All at once, between two iterations: none of them may be lost.
      if numbers.count == 1 { for _ in 1...20 { model.eventSubject.send(.nextButtonWasTapped) } }
      if numbers.count == expected.count { break }
    }
    expectEqual(numbers, expected)
  }

  @Test func `releases everything`() {
    let alive = leaks { detector in
      let model = detector.watch(CounterViewModel(world.environment))
      _ = model.numbers
      model.eventSubject.send(.nextButtonWasTapped)
    }
    expectEqual(alive, [])
  }
}
