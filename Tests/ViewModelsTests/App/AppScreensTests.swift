import AppTesting
import ExpectSupport
import Foundation
import JSON
import Models
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

/// The six screens in one core. What a core does with any screen is tested in ScreensTests.
@MainActor @Suite struct AppScreensTests {
  let world = TestWorld()
  let app: AppCore

  init() {
    app = AppCore(world.environment)
  }

  @Test func `gives each screen a name of its own`() {
    let names = AppCore.screens.map { $0.name }
    expectEqual(Set(names).count, names.count)
    expectEqual(names.first, "balance")
  }

  @Test func `opens every screen by name without parameters`() throws {
    for screen in AppCore.screens {
      let open = try app.open(screen.name)
      expectEqual(open.name, screen.name)
      expectEqual(open.snapshot.revision, 1)
    }
    expectEqual(app.instances.count, AppCore.screens.count)
  }

  @Test func `writes a snapshot as JSON`() throws {
    let screen = try app.open("balance", parameters: JSONText(scanning: "{}".utf8))
    expectEqual(
      screen.snapshot.state.text,
      #"{"didFail":false,"failureText":null,"infoText":"","infoTone":"regular","isRedacted":false,"#
        + #""isRefreshing":false,"lastUpdate":null,"refreshButtonHidden":false,"value":null,"valueText":"--"}"#)
    screen.viewDidAppear()
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
    expectEqual(
      screen.snapshot.state.text,
      #"{"didFail":false,"failureText":null,"infoText":"Last update: Today at 3:04:05 PM.","infoTone":"regular","#
        + #""isRedacted":false,"isRefreshing":false,"lastUpdate":"2026-11-20T15:04:05Z","refreshButtonHidden":false,"value":{"amount":"1234.56","currency":"USD"},"#
        + #""valueText":"$1,234.56"}"#)
  }

  @Test func `hides a value after close as well`() throws {
    let screen = app.open(.balance)
    screen.viewDidAppear()
    world.backend.last(.balance).succeed(.cents(123_456))
    world.scheduler.advance()
    screen.close()
    let revision = screen.snapshot.revision
    #expect(screen.snapshot.state.text.contains("1234.56"))
    app.send(.willResignActive)
    expectEqual(screen.snapshot.revision, revision + 1)
    #expect(!screen.snapshot.state.text.contains("1234.56"))
  }

  @Test func `releases everything`() {
    let world = TestWorld()
    let alive = leaks { detector in
      let app = detector.watch(AppCore(world.environment))
      @MainActor func openAndClose<Model: ViewModel>(_ screen: Screen<Model>)
      where Model.Parameters: OptionalParameters {
        let instance = detector.watch(app.open(screen))
        detector.watch(instance.model)
        instance.viewDidAppear()
        instance.close()
      }
      openAndClose(.balance)
      openAndClose(.product)
      openAndClose(.registration)
      openAndClose(.terms)
      openAndClose(.blog)
      openAndClose(.counter)
      app.open(.balance).viewDidAppear()
    }
    expectEqual(alive, [])
    expectEqual(world.backend.pendingCount(.balance), 0)
  }
}
