import Streams
import Testing

@Suite struct DemandTests {
  private typealias Demand = Subscribers.Demand

  @Test(arguments: 0...3, 0...3) func comparesWithANumberAsWithADemandOfThatMany(left: Int, right: Int) {
    let demand = Demand.max(left)
    #expect((demand == right) == (left == right) && (right == demand) == (left == right))
    #expect((demand != right) == (left != right) && (right != demand) == (left != right))
    #expect((demand < right) == (left < right) && (right < demand) == (right < left))
    #expect((demand > right) == (left > right) && (right > demand) == (right > left))
    #expect((demand <= right) == (left <= right) && (right <= demand) == (right <= left))
    #expect((demand >= right) == (left >= right) && (right >= demand) == (right >= left))
  }

  @Test func isMoreThanAnyNumberWhenItIsUnlimited() {
    #expect(Demand.unlimited > .max && Demand.unlimited >= .max && Demand.unlimited != .max)
    #expect(!(Demand.unlimited < .max) && !(Demand.unlimited <= .max) && !(Demand.unlimited == .max))
    #expect(.max < Demand.unlimited && .max <= Demand.unlimited && .max != Demand.unlimited)
    #expect(!(.max > Demand.unlimited) && !(.max >= Demand.unlimited) && !(.max == Demand.unlimited))
  }

  @Test func changesInPlace() {
    var demand = Demand.max(1)
    demand += 2
    demand += .max(3)
    #expect(demand == 6)
    demand -= 1
    demand -= .max(2)
    demand *= 4
    #expect(demand == 12)
    demand += -20
    #expect(demand == .none)
    demand += .unlimited
    demand -= 1
    demand *= 0
    #expect(demand == .unlimited)
  }

  @Test func `takes the least integer`() async {
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
}
