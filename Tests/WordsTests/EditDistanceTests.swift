import ExpectSupport
import Testing
import Words

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("open", "open", 0), ("", "show", 4), ("show", "", 4),
    ("opn", "open", 1), ("opeen", "open", 1), ("opan", "open", 1), ("oepn", "open", 1),
    ("tpa", "tap", 1), ("quit", "tap", 4), ("kitten", "sitting", 3),
  ])
  func `counts edits in both directions`(one: String, other: String, edits: Int) {
    expectEqual(editDistance(one, other), edits)
    expectEqual(editDistance(other, one), edits)
  }
}
