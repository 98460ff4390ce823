import ExpectSupport
import Streams
import Testing
import TextUI

@MainActor @Suite struct ActivityIndicatorTests {
  @Test func `follows an assigned publisher`() {
    let indicator = ActivityIndicator()
    let running = CurrentValueSubject<Bool, Never>(false)
    let cancellable = running.assign(to: \.isAnimating, on: indicator)
    running.value = true
    #expect(indicator.isVisible)
    expectEqual(Style.plain.text(indicator.line), "activity: running")
    running.value = false
    #expect(!indicator.isVisible)
    expectEqual(Style.plain.text(indicator.line), "activity: stopped")
    cancellable.cancel()
  }
}
