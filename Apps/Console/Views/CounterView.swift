import TextUI
import ViewModels

/// A number in a circle. The view receives states by `for await` and uses no publisher (seed 004).
@MainActor final class CounterView: ScreenView {
  let canvas: Canvas

  private let numberLabel = Label("number")
  private let nextButton = Button("next")
  private let screen: ScreenInstance<CounterViewModel>
  private var shownNumber: Int?
  private var updates: Task<Void, Never>?

  /// A view of a screen.
  init(_ screen: ScreenInstance<CounterViewModel>) {
    self.screen = screen
    canvas = Canvas([numberLabel, nextButton])
    update()

    nextButton.addAction { [screen] in try screen.send(.nextButtonWasTapped) }
    updates = Task { [weak self, numbers = screen.model.numbers] in
      for await _ in numbers { self?.update() }
    }
  }

  deinit {
    updates?.cancel()
  }

  var isCurrent: Bool { shownNumber == screen.state.number }

  private func update() {
    let state = screen.state
    shownNumber = state.number
    numberLabel.text = state.numberText
    canvas.display()
  }
}
