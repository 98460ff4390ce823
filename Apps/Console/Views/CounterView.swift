import Formatting
import Models
import ViewModels

/// A number in a circle. It hears of numbers by `for await`, and has no publisher (seed 004).
@MainActor final class CounterView: ScreenView {
  let canvas: Canvas

  private let numberLabel = Label("number")
  private let nextButton = Button("next")
  private let viewModel: CounterViewModel
  private var currentValue: Int?
  private var listening: Task<Void, Never>?

  /// The view of a view model.
  init(_ viewModel: CounterViewModel) {
    self.viewModel = viewModel
    canvas = Canvas([numberLabel, nextButton])
    show(viewModel.state.number)

    nextButton.addAction { [viewModel] in viewModel.eventSubject.send(.nextButtonWasTapped) }
    listening = Task { [weak self, numbers = viewModel.numbers] in
      for await number in numbers {
        self?.show(number)
      }
    }
  }

  deinit {
    listening?.cancel()
  }

  var isCurrent: Bool { currentValue == viewModel.state.number }

  private func show(_ number: Int) {
    currentValue = number
    numberLabel.text = CircledNumber(number).map { "\($0.character) (\($0.symbolName))" }
    canvas.display()
  }
}
