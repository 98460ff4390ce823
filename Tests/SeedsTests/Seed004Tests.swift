import Streams
import Testing

/// Seed 004, "Departing Combine": from an observable object to an async sequence.
@MainActor @Suite struct Seed004Tests {
  @Test func `announces a change of an observable object`() {
    let view = Observed.ContentView()
    #expect(view.image == "0.circle")
    for _ in 1...20 {
      let before = view.viewModel.counter
      view.next()
      #expect(view.seenWhileChanging.last == before)
      #expect(view.image == "\(view.viewModel.counter).circle")
      #expect((0...50).contains(view.viewModel.counter))
    }
    #expect(view.seenWhileChanging.count == 20)
  }

  @Test func `shows the symbols that the product's view model shows`() {
    let view = Observed.ContentView()
    let numbers = ProductScreens.counter(taps: 20)
    #expect(numbers[0].number == view.viewModel.counter)
    for (number, symbolName) in numbers {
      #expect((0...50).contains(number))
      #expect(view.image(for: number) == symbolName)
    }
  }

  @Test func `offers the numbers as an async sequence`() async {
    let view = Awaited.ContentView()
    // The seed's loop never ends; this one ends after 20 numbers.
    await view.listenForNumbers(count: 20)
    #expect(view.shown.count == 20)
    #expect(view.shown.first == 0)
    #expect(view.shown.allSatisfy { (0...50).contains($0) })
  }
}

private enum Observed {
  class ViewModel: ObservableObject {
    @Published var counter = 0

    func next() {
      counter = Int.random(in: 0...50)
    }
  }

  /// A view that observes its model, as SwiftUI's views do.
  @MainActor final class ContentView {
    let viewModel = ViewModel()
    private(set) var seenWhileChanging: [Int] = []
    private var cancellable: AnyCancellable?

    init() {
      cancellable = viewModel.objectWillChange.sink { [weak self] in
        guard let self else { return }
        seenWhileChanging.append(viewModel.counter)
      }
    }

    var image: String { image(for: viewModel.counter) }

    func next() { viewModel.next() }

    func image(for int: Int) -> String {
      int.description + ".circle"
    }
  }
}

private enum Awaited {
  class ViewModel {
    @Published private var counter = 0
    lazy private(set) var numbers = $counter.values

    func next() {
      counter = Int.random(in: 0...50)
    }
  }

  @MainActor final class ContentView {
    private var viewModel = ViewModel()
    private(set) var currentValue = 0
    private(set) var shown: [Int] = []

    func listenForNumbers(count: Int) async {
      for await number in viewModel.numbers {
        currentValue = number
        shown.append(number)
        if shown.count == count { break }
        viewModel.next()
      }
    }
  }
}
