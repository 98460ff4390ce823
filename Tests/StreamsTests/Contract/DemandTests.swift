import ExpectSupport
import Foundation
import Streams
import Testing

@Suite struct DemandTests {
  private typealias Demand = Subscribers.Demand

  @Test(arguments: 0...3, 0...3) func `compares with an integer as with a demand of as many`(left: Int, right: Int) {
    let demand = Demand.max(left)
    #expect((demand == right) == (left == right) && (right == demand) == (left == right))
    #expect((demand != right) == (left != right) && (right != demand) == (left != right))
    #expect((demand < right) == (left < right) && (right < demand) == (right < left))
    #expect((demand > right) == (left > right) && (right > demand) == (right > left))
    #expect((demand <= right) == (left <= right) && (right <= demand) == (right <= left))
    #expect((demand >= right) == (left >= right) && (right >= demand) == (right >= left))
  }

  @Test func `exceeds every integer when it is unlimited`() {
    #expect(Demand.unlimited > .max && Demand.unlimited >= .max && Demand.unlimited != .max)
    #expect(!(Demand.unlimited < .max) && !(Demand.unlimited <= .max) && !(Demand.unlimited == .max))
    #expect(.max < Demand.unlimited && .max <= Demand.unlimited && .max != Demand.unlimited)
    #expect(!(.max > Demand.unlimited) && !(.max >= Demand.unlimited) && !(.max == Demand.unlimited))
  }

  @Test func `is added to and subtracted from in place`() {
    var demand = Demand.max(1)
    demand += 2
    demand += .max(3)
    #expect(demand == 6)
    demand -= 1
    demand -= .max(2)
    demand *= 4
    #expect(demand == 12)
    demand += -20
    expectEqual(demand, .none)
    demand += .unlimited
    demand -= 1
    demand *= 0
    expectEqual(demand, .unlimited)
  }

  @Test(.exitTest) func `adds and subtracts the smallest integer`() async {
    await #expect(processExitsWith: .success) {
      let least = Int.min
      precondition(Demand.unlimited - least == .unlimited)
      precondition(Demand.max(1) - least == .unlimited)
      precondition(Demand.unlimited + least == .unlimited)
      precondition(Demand.max(1) + least == .none)
      precondition(Demand.max(3) - 4 == .none)
      precondition(Demand.max(3) - -4 == .max(7))
    }
  }

  @Test func `is coded, and saturates`() throws {
    typealias Demand = Subscribers.Demand
    for demand in [Demand.none, .max(3), .unlimited] {
      try expectEqual(JSONDecoder().decode(Demand.self, from: JSONEncoder().encode(demand)), demand)
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Demand.self, from: Data("\(UInt.max)".utf8)) }
    expectEqual(Demand.max(.max) + .max(1), .unlimited)
    expectEqual(Demand.max(.max) * 2, .unlimited)
    expectEqual(Demand.max(1) - .max(2), .none)
    #expect(Demand.unlimited - .max(5) == .unlimited && Demand.unlimited + .max(5) == .unlimited)
    expectEqual(Demand.max(5) - .unlimited, .none)
  }

  @Test(.exitTest) func `stops at a negative number`() async {
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
  }
}
