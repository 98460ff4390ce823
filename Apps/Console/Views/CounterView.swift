import TextUI
import ViewModels

/// A number in a circle. The view receives states by `for await` and uses no publisher (seed 004).
@MainActor final class CounterView: ScreenView {
  let canvas: Canvas

  private let numberLabel = Label("number")
  private let nextButton = Button("next")
  private let viewModel: CounterViewModel
  private var shownNumber: Int?
  private var updates: Task<Void, Never>?

  /// A view of a view model.
  init(_ viewModel: CounterViewModel) {
    self.viewModel = viewModel
    canvas = Canvas([numberLabel, nextButton])
    update()

    nextButton.addAction { [viewModel] in viewModel.eventSubject.send(.nextButtonWasTapped) }
    updates = Task { [weak self, numbers = viewModel.numbers] in
      for await _ in numbers { self?.update() }
    }
  }

  deinit {
    updates?.cancel()
  }

  var isCurrent: Bool { shownNumber == viewModel.state.number }

  private func update() {
    let state = viewModel.state
    shownNumber = state.number
    numberLabel.text = state.numberText
    canvas.display()
  }
}
