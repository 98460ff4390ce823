import Screens
import Streams

/// Hooks a recording, or a replay, onto an app: it receives each report, from the first one on.
final class ReportFollower: AppFeature {
  private let onLaunch: (AppCore) -> Void
  private let receive: (AppReport) -> Void
  private var cancellable: AnyCancellable?

  init(onLaunch: @escaping (AppCore) -> Void = { _ in }, receive: @escaping (AppReport) -> Void) {
    self.onLaunch = onLaunch
    self.receive = receive
  }

  func launch(in app: AppCore) {
    onLaunch(app)
    cancellable = app.reports.sink(receiveValue: receive)
  }
}
