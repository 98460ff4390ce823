import ExpectSupport
import Testing

@testable import HTTP

@Suite struct FeedReconnectionTests {
  private let reconnection = FeedReconnection(first: .seconds(1), longest: .seconds(10), attempts: 8)

  @Test func `doubles the delay up to the longest`() {
    let delays = (1...8).map { reconnection.delay(before: $0, retry: nil, random: 1) }
    expectEqual(delays, [1, 2, 4, 8, 10, 10, 10, 10].map { .seconds($0) })
  }

  @Test func `draws between half of the delay and the delay`() {
    expectEqual(reconnection.delay(before: 1, retry: nil, random: 0), .milliseconds(500))
    expectEqual(reconnection.delay(before: 2, retry: nil, random: 0.5), .milliseconds(1500))
  }

  @Test func `ends after the last try`() {
    #expect(reconnection.delay(before: 9, retry: nil, random: 0) == nil)
    #expect(FeedReconnection.never.delay(before: 1, retry: nil, random: 0) == nil)
    expectEqual(FeedReconnection().delay(before: .max, retry: nil, random: 1), .seconds(30))
  }

  @Test func `begins with what the server asks for`() {
    expectEqual(reconnection.delay(before: 1, retry: 4000, random: 1), .seconds(4))
    expectEqual(reconnection.delay(before: 2, retry: 60_000, random: 1), .seconds(60))
  }

  @Test func `raises what a server asks for to a second, unless the app has set less`() {
    expectEqual(reconnection.delay(before: 1, retry: 0, random: 1), .seconds(1))
    let hasty = FeedReconnection(first: .milliseconds(10))
    expectEqual(hasty.delay(before: 1, retry: 0, random: 1), .milliseconds(10))
  }

  @Test func `leaves at least a second after a try that has brought no element`() {
    expectEqual(reconnection.delay(before: 1, isFruitless: true, retry: nil, random: 0), .seconds(1))
    expectEqual(reconnection.delay(before: 1, round: 4, isFruitless: true, retry: 0, random: 1), .seconds(8))
    expectEqual(reconnection.delay(before: 1, round: 40, isFruitless: true, retry: 0, random: 1), .seconds(10))
  }

  @Test func `is never earlier than a refusal allows`() {
    expectEqual(reconnection.delay(before: 1, retry: nil, least: .seconds(90), random: 0), .seconds(90))
    expectEqual(reconnection.delay(before: 3, retry: nil, least: .seconds(2), random: 1), .seconds(4))
    #expect(reconnection.delay(before: 9, retry: nil, least: .seconds(2), random: 1) == nil)
  }
}
