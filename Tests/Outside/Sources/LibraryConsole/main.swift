import Foundation
import Library
import Programs
import Screens
import Streams
import TextUI

@MainActor final class ShelfView: ScreenView {
  let canvas: Canvas
  private var cancellables: Set<AnyCancellable> = []

  init(_ screen: ScreenInstance<ShelfViewModel>) {
    let state = screen.statePublisher
    let (heading, titles, message) = (Label("heading"), Label("titles"), Label("message", role: .failure))
    canvas = Canvas([heading, titles, message])
    state.map(\.heading).assign(to: \.text, on: heading).store(in: &cancellables)
    state.map { $0.titles.joined(separator: ", ") }.assign(to: \.text, on: titles).store(in: &cancellables)
    state.map(\.message).assign(to: \.text, on: message).store(in: &cancellables)
    state.sink { [canvas] _ in canvas.display() }.store(in: &cancellables)
  }
}

struct LibraryFront: TextApp {
  let core: AppCore
  var screens: [TextScreen] { [TextScreen(.shelf, of: core, ShelfView.init)] }
}

exit(
  Front("library", version: "1.0", about: "Shows a library.", app: .library).start { session in
    let front = TextFront(LibraryFront(core: session.app))
    if let recorder = session.recorder { front.record(to: recorder) }
    await front.run()
    return front.exitCode
  })
