import ExpectSupport
import Models
import Support
import Testing

@Suite struct CircledNumberTests {
  @Test(arguments: [(-1, nil), (0, 0), (50, 50), (51, nil), (Int.min, nil)] as [(Int, Int?)])
  func `is 0 to 50`(number: Int, value: Int?) {
    expectEqual(CircledNumber(number)?.value, value)
  }

  @Test func `is drawn from the whole range`() {
    var lowest = CountingGenerator(from: .min, step: 0)
    var highest = CountingGenerator(from: .max, step: 0)
    expectEqual(CircledNumber.random(using: &lowest).value, 0)
    expectEqual(CircledNumber.random(using: &highest).value, 50)
  }
}
