import ExpectSupport
import Screens
import Testing

/// Notes what it hears.
private final class Witness: AppFeature {
  private let name: String
  private let note: (String) -> Void

  init(_ name: String, _ note: @escaping (String) -> Void) {
    self.name = name
    self.note = note
  }

  func prepare(_ environment: inout AppEnvironment) { note("\(name): prepare") }
  func launch(in app: AppCore) { note("\(name): launch") }
  func activityDidChange(to event: ApplicationEvent, in app: AppCore) { note("\(name): \(event)") }
  func accountWillEnd(in app: AppCore) { note("\(name): end of \(app.environment.account)") }
  func accountDidChange(in app: AppCore) { note("\(name): account \(app.environment.account)") }
}

@MainActor @Suite struct AppFeatureTests {
  @MainActor private final class Notes {
    var lines: [String] = []
  }

  private let notes = Notes()

  private func witness(_ name: String) -> @MainActor @Sendable () -> any AppFeature {
    { [notes] in Witness(name) { notes.lines.append($0) } }
  }

  @Test func `hears what happens to the app, in order`() {
    let witness = witness("log")
    let app = AppCore(AppEnvironment(), AppDefinition(screens: [], features: { [witness()] }))
    app.environment.application.send(.willResignActive)
    app.environment.account = "ada"
    app.environment.account = "eve"
    expectEqual(
      notes.lines,
      [
        "log: prepare", "log: launch", "log: willResignActive", "log: account ada", "log: end of ada",
        "log: account eve",
      ])
  }

  @Test func `a feature that was added comes before the app's own, and stays when those are set later`() {
    let own = witness("own")
    var definition = AppDefinition(screens: []).adding(witness("first")).adding(witness("second"))
    definition.features = { [own()] }
    _ = AppCore(AppEnvironment(), definition)
    expectEqual(notes.lines.filter { $0.hasSuffix("launch") }, ["second: launch", "first: launch", "own: launch"])
  }
}
