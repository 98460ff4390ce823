import ExpectSupport
import Foundation
import Support
import Testing

@testable import Requests

/// The age of a key by a clock that was ahead.
@Suite struct KeyClockTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [301, 3_600, 86_400 * 400] as [TimeInterval])
  func `a first try in the future is of unknown age, and is asked about`(ahead: TimeInterval) throws {
    let first = try Wishes(.folder, in: folder, after: ahead)
    first.tryOnce("wand")
    first.close()
    let second = try Wishes(.folder, in: folder)
    expectEqual(second.tryOnce("wand").results, [.failure(.confirmationNeeded)])
    let confirmed = second.tryOnce("wand", .success(rain), isConfirmed: true)
    expectEqual(confirmed.results, [.success(rain)])
    expectEqual(folder.files, ["lock"])
  }

  @Test func `a clock that is corrected by five minutes changes nothing`() throws {
    let first = try Wishes(.folder, in: folder, after: 300)
    let key = first.tryOnce("wand").key
    first.close()
    let second = try Wishes(.folder, in: folder)
    expectEqual(second.tryOnce("wand", .success(rain)).key, key)
  }

  @Test func `a date of any number of milliseconds is written again`() {
    for milliseconds in [Int.min, -1, 0, 1_795_187_045_000, .max] {
      let date = Date(milliseconds: milliseconds)
      #expect(abs(Double(date.milliseconds) - Double(milliseconds)) <= 3e17)
    }
  }

  @Test func `the clock that nothing sets goes on from the date at the start`() {
    let first = SteadyClock.now()
    #expect(abs(first.timeIntervalSinceNow) < 3_600)
    #expect(SteadyClock.now() >= first)
  }
}
