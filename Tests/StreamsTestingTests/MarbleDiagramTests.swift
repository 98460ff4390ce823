import ExpectSupport
import Streams
import StreamsTesting
import Testing

@Suite struct MarbleDiagramTests {
  @Test func `plays a publisher`() throws {
    let diagram = try MarbleDiagram(
      """
      a:           -1-2--3-|
      a.upstream:  (^*)
      result:      -A-B--C-|
      """)
    let names = ["1": "A", "2": "B", "3": "C"]
    expectEqual(diagram.played { rows, _ in rows.a.map { names[$0] ?? "?" } }, diagram)
  }

  @Test func `plays several publishers`() throws {
    let diagram = try MarbleDiagram(
      """
      a:       1--2-   ---|
      b:       -x--(yz)|
      result:  -[1x]-[2x]([2y][2z])---|
      """)
    let played = diagram.played { rows, _ in rows.a.combineLatest(rows.b).map { "\($0)\($1)" } }
    expectEqual(played, diagram)
    expectEqual(
      played.description,
      """
      a:      1-   -2   -         ---|
      b:      -x   --   (yz)      |
      result: -[1x]-[2x]([2y][2z])---|
      """)
  }

  @Test func `draws demand, cancel and what the upstream received`() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -   1 23   -4-5
      demand:     2   - -[12]
      cancel:     -   - --   --!
      a.upstream: (^2)+1-[12]--!
      result:     -   - 23   -4
      """)
    let played = diagram.played { rows, _ in rows.a.filter { $0 > "1" } }
    expectEqual(played, diagram)
    expectEqual(
      played.description,
      """
      a:          -   1 23   -4-5
      demand:     2   - -[12]
      cancel:     -   - --   --!
      a.upstream: (^2)+1-[12]--!
      result:     -   - 23   -4
      """)
  }

  @Test func `drops a value without demand`() throws {
    let diagram = try MarbleDiagram(
      """
      a:          -123|
      demand:     --1
      a.upstream: ^-1
      result:     ---3|
      """)
    expectEqual(diagram.played { rows, _ in rows.a }, diagram)
  }

  @Test func `plays the rows of a frame before the work that is due then`() throws {
    let diagram = try MarbleDiagram(
      """
      a:      --1-2-|
      result: --1-2-|
      """)
    expectEqual(diagram.played { rows, scheduler in rows.a.timeout(2, scheduler: scheduler) }, diagram)
  }

  @Test func `draws a value that comes between two frames`() throws {
    let diagram = try MarbleDiagram(
      """
      a:       -1-2---
      result:  ----
      """)
    let played = diagram.played(frame: 0.1) { rows, scheduler in rows.a.debounce(for: 0.25, scheduler: scheduler) }
    expectEqual(
      played.description,
      """
      a:      -1-2
      result: -----[2@5.5]
      """)
  }

  @Test func `draws failures, and values after the last frame`() throws {
    let diagram = try MarbleDiagram(
      """
      a:       -1#
      b:       -1
      result:  -(11)#
      """)
    #expect(diagram.played { rows, _ in rows.a.combineLatest(rows.b).map { $0 + $1 } } != diagram)
    let late = try MarbleDiagram("a: 1\nresult:")
    let played = late.played { rows, scheduler in rows.a.debounce(for: 3, scheduler: scheduler) }
    expectEqual(played.description, "a:      1\nresult: ---1")
    let failing = try MarbleDiagram("a: 1#\na.upstream: (^*)\nresult: 1#")
    expectEqual(failing.played { rows, _ in rows["a"].map { $0 } }, failing)
  }

  @Test(
    arguments: [
      ("a -1-", "line 1, column 1: a row is a name, a colon and marbles"),
      ("\n : -1-", "line 2, column 2: a row needs a name before its colon"),
      ("a: -1|2", "line 1, column 7: nothing may follow the end"),
      ("a: -(12", "line 1, column 5: the group that begins here has no \")\""),
      ("a: -(1-)", "line 1, column 7: \"-\" cannot be inside a group, which is one frame"),
      ("a: ()", "line 1, column 4: a group must hold something"),
      ("a: [12", "line 1, column 4: the bracket that begins here has no \"]\""),
      ("a: 1)", "line 1, column 5: \")\" means nothing in a row of values"),
      ("demand: x", "line 1, column 9: \"x\" means nothing in a row of demand"),
      ("demand: 0", "line 1, column 9: a demand is at least 1"),
      ("cancel: -x", "line 1, column 10: \"x\" means nothing in the row of cancel"),
      ("cancel: -!!", "line 1, column 11: nothing may follow the end"),
      ("a: 1\na.upstream: ^x", "line 2, column 14: \"x\" means nothing in an upstream row"),
      ("a: 1\na.upstream: ^+", "line 2, column 14: \"+\" stands before a demand"),
      ("a: 1\n\na: 2", "line 3, column 1: there are two rows named \"a\""),
      ("a: 1\nb.upstream: ^", "line 2, column 1: there is no row named \"b\""),
      ("  a: 1\n  b.upstream: ^", "line 2, column 1: there is no row named \"b\""),
    ])
  func `reports the line, the column and the reason of an error`(_ text: String, _ message: String) {
    let error = #expect(throws: MarbleSyntaxError.self) { try MarbleDiagram(text) }
    expectEqual(error?.description, message)
  }
}
