import Streams

/// What has happened in an app, in order, until it is reported: to the subscribers of ``AppCore/reports``, and then to the fronts.
///
/// Sendable because it is used on the main queue only.
final class ReportQueue: @unchecked Sendable {
  let reports = PassthroughSubject<AppReport, Never>()
  let fronts = FrontList()
  private(set) var isDelivering = false
  private var unreported: [AppReport] = []

  // NB: not a subscriber of the reports, which would look at each of them.
  private(set) var onFault: ((String) -> Void)?
  /// The mistakes that were found before something receives them.
  private var earlyFaults: [String] = []

  func append(_ report: AppReport) { unreported.append(report) }

  /// Whether something waits, and nothing is delivered.
  var isWaiting: Bool { !isDelivering && !unreported.isEmpty }

  /// Delivers all, and what a subscriber causes meanwhile.
  func deliver() {
    isDelivering = true
    // NB: asked once, because the answer takes a while.
    if fronts.all.isEmpty { deliverAll() } else { MainActor.assumeIsolated(deliverToFronts) }
    isDelivering = false
  }

  private func deliverAll() {
    var index = 0
    while index < unreported.count {
      reports.send(unreported[index])
      index += 1
    }
    unreported.removeAll(keepingCapacity: index < 64)
  }

  @MainActor private func deliverToFronts() {
    var index = 0
    while index < unreported.count {
      let report = unreported[index]
      reports.send(report)
      report.deliver(to: fronts)
      index += 1
    }
    unreported.removeAll(keepingCapacity: index < 64)
  }

  // MARK: - Mistakes of the app's code

  /// Receives each mistake of the app's code, also while commands are handled.
  func setOnFault(_ onFault: ((String) -> Void)?) {
    self.onFault = onFault
    guard let onFault else { return }
    for fault in earlyFaults { onFault(fault) }
    earlyFaults = []
  }

  /// Passes a mistake on, or keeps it until something receives it.
  func pass(fault: String) {
    if let onFault { onFault(fault) } else if earlyFaults.count < 16 { earlyFaults.append(fault) }
  }
}
