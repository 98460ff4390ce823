import AppTesting
import ExpectSupport
import Services
import Support
import Testing
import TextUI
import ViewModels

@testable import Console

@MainActor @Suite struct ConsoleAppTests {
  private let app = ConsoleApp(core: AppCore(.test()))

  @Test func `has a view for every screen`() {
    expectEqual(app.screens.map(\.name), AppCore.screens.map(\.name))
  }

  @Test(arguments: AppCore.screens.map(\.name))
  func `a closed screen releases its view and its view model`(name: String) throws {
    let screen = try #require(app.screens.first { $0.name == name })
    let front = app.core.attach(.prompt)
    let alive = try leaks { detector in
      let instance = try screen.open(by: front)
      detector.watch(instance.view, "view")
      let core = try #require(app.core.instances.first)
      detector.watch(core, "instance")
      detector.watch(try #require(Mirror(reflecting: core).descendant("runner", "model") as AnyObject?), "view model")
      instance.close()
    }
    expectEqual(alive, [])
    #expect(app.core.instances.isEmpty)
  }

  @Test func `the same input gives the same output`() async {
    let script =
      "open blog\nopen blog\ntype title x\ntap publish\nopen counter\ntap next\nopen balance\nbackground\nhelp\n"
    let first = await Session(script)
    let second = await Session(script)
    expectEqual(first.text, second.text)
  }

  @Test(arguments: [
    "open registration\ntype password hunter2\nshow\nhelp\n", "open registration\ntype pasword hunter2\n",
    "open registration\ntype passwordhunter2\n", "open registration\nswitch password hunter2\n",
    "open registration\ntap password hunter2\n", "open registration\nopen hunter2\n", "hunter2\n",
    "open registration\ntype password hunter2\ntype passwordAgain hunter2\ntype username nimue\ntap create\nshow\n",
    "open registration\ntype password hunter2\u{1B}\n",
  ])
  func `prints no secret`(script: String) async {
    for failures in [RequestFailures(), .all] {
      let session = await Session(script, failures: failures)
      #expect(!session.output.contains("hunter2"))
    }
  }
}
