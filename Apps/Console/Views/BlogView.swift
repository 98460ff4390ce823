import Streams
import TextUI
import ViewModels

/// A field and a button that publish a post, and a label that shows the newest title (seed 002).
@MainActor final class BlogView: ScreenView {
  let canvas: Canvas

  private let blogTextField = TextField("title")
  private let publishButton = Button("publish")
  private let subscribedLabel = Label("newest")
  private var cancellables: Set<AnyCancellable> = []

  /// A view of a screen.
  init(_ screen: ScreenInstance<BlogViewModel>) {
    canvas = Canvas([subscribedLabel, blogTextField, publishButton])

    let state = screen.statePublisher
    state.map(\.newestTitle).assign(to: \.text, on: subscribedLabel).store(in: &cancellables)
    state.map(\.title).assign(to: \.text, on: blogTextField).store(in: &cancellables)
    state.sink { [canvas] _ in canvas.display() }.store(in: &cancellables)

    let events = screen.eventSubject
    blogTextField.textPublisher.map { .titleChanged($0) }.subscribe(events).store(in: &cancellables)
    publishButton.touchUpInsidePublisher.map { .publishButtonWasTapped }.subscribe(events).store(in: &cancellables)
  }
}
