import Descriptions
import ExpectSupport
import Testing

@Suite struct DoubleFormTests {
  @Test(arguments: [
    (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e-7, "1e-07"), (5e300, "5e+300"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.leastNonzeroMagnitude, "5e-324"), (-12.5, "-12.5"),
  ])
  func `is read as it was written`(number: Double, text: String) throws {
    expectEqual(String(decoding: number.json, as: UTF8.self), text)
    let read = Double(try JSONText(scanning: number.json))
    expectEqual(read?.bitPattern, number.bitPattern)
  }

  @Test(arguments: [("7", 7), ("-7E2", -700), ("1e-400", 0)])
  func `reads every number`(text: String, number: Double) throws {
    expectEqual(Double(try JSONText(scanning: text.utf8)), number)
  }

  @Test(arguments: ["1e400", "-1e400", #""1""#, "null", "true", "[]"])
  func `is not read from what is no finite number`(text: String) throws {
    #expect(Double(try JSONText(scanning: text.utf8)) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `is null when it is not finite`(number: Double) {
    expectEqual(number.json, Array("null".utf8))
  }
}
