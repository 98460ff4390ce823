import ExpectSupport
import Locking
import Testing

@testable import Requests

@Suite final class TransferMeterTests: Sendable {
  private let reports = LockedValue<[TransferProgress]>([])

  private var counts: [Int] { reports.withLock { $0.map(\.count) } }

  private func meter() -> TransferMeter {
    TransferMeter { [self] progress in reports.withLock { $0.append(progress) } }
  }

  @Test func `reports the begin, the end and each half a hundredth between`() {
    let meter = meter()
    meter.beginSending(1000)
    for _ in 1...1000 { meter.add(1) }
    meter.finish()
    expectEqual(counts, Array(stride(from: 0, through: 1000, by: 5)))
    #expect(meter.activity > 1000)
  }

  @Test func `reports of an unknown length fewer and fewer`() {
    let meter = meter()
    meter.beginReceiving(nil)
    for _ in 1...(1 << 16) { meter.add(1 << 14) }
    meter.add(1)
    meter.finish()
    #expect(counts.count < 600 && counts.last == (1 << 30) + 1)
    #expect(reports.withLock { $0.allSatisfy { $0.fraction == nil } })
  }

  @Test func `says that it starts again`() {
    let meter = meter()
    meter.beginSending(2)
    meter.add(2)
    meter.beginSending(2)
    meter.add(2)
    meter.beginReceiving(1)
    meter.add(1)
    expectEqual(
      reports.withLock { $0 },
      [
        TransferProgress(.sent, 0, of: 2), TransferProgress(.sent, 2, of: 2),
        TransferProgress(.sent, 0, of: 2, attempt: 2), TransferProgress(.sent, 2, of: 2, attempt: 2),
        TransferProgress(.received, 0, of: 1, attempt: 2), TransferProgress(.received, 1, of: 1, attempt: 2),
      ])
  }

  @Test(arguments: [(0, 0, 1.0), (1, 4, 0.25), (9, 4, 1.0)])
  func `a part is from 0 to 1`(count: Int, total: Int, fraction: Double) {
    expectEqual(TransferProgress(.sent, count, of: total).fraction, fraction)
  }
}
