import Descriptions
import ExpectSupport
import Support
import Testing

/// Random values and changes: the patched text is the whole one, byte for byte.
@Suite struct PatchFuzzTests {
  /// SplitMix64, so that a failure can be repeated.
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
    mutating func happens(_ share: Int = 2) -> Bool { below(share) == 0 }

    mutating func text() -> String {
      let words = [
        "", "a", "e\u{301}", "\u{e9}", "\"\\/~", "\u{0}\n", "😀", "a text that does not fit into a word", "~1/0",
      ]
      return (0..<below(3)).map { _ in words[below(words.count)] }.joined()
    }

    mutating func number() -> Double {
      let numbers = [0, -0.0, 1, -1.5, 1e300, 0.1, .nan, .infinity]
      return numbers[below(numbers.count)]
    }
  }

  private enum Order: String, Choice { case title, author }

  private struct Size: JSONRecord, Equatable {
    var width: Int
    var names: [String]
    var note: String?
    static let record = Codec(
      Size.init(width:names:note:), Field(\.width), Field(\.names, name: "na/m~es"), Field(\.note))
  }

  private struct Tag: ListRow {
    let id: String
    var weight = 0.0
    static let fields: Fields<Tag> = [Field(\.id, "The ID."), Field(\.weight, "The weight.")]
  }

  private struct Row: ListRow {
    let id: Int
    var isRead = false
    var title = ""
    var order: Order?
    var tags: [Tag] = []
    var size: Size?
    var hidden = 0

    var label: String { title + (hidden > 0 ? "!" : "") }

    static let fields: Fields<Row> = [
      Field(\.id, "The ID."), Field(\.isRead, "Whether it is read."), Field(\.title, "The title."),
      Field(\.order, "The order."), Field(\.tags, "The tags."), Field(\.size, "The size."),
      Field(\.label, name: "label", "The label."), .leftOut(\.hidden),
    ]
  }

  private struct Shelf: DescribedObject {
    var rows: [Row] = []
    var tags: [Tag]?
    var numbers: [Int] = []
    var ratings: [Double?] = []
    var order = Order.title
    var size = Size(width: 0, names: [], note: nil)
    var best: Row?
    var weight = 0.0

    static let fields: Fields<Shelf> = [
      Field(\.rows, "Rows."), Field(\.tags, "Tags."), Field(\.numbers, "Numbers."), Field(\.ratings, "Ratings."),
      Field(\.order, "The order."), Field(\.size, "The size."), Field(\.best, "A row."), Field(\.weight, "A weight."),
    ]
  }

  // MARK: - Random values

  private func tags(_ random: inout Random) -> [Tag] {
    (0..<random.below(4)).map { _ in Tag(id: "\(random.below(6)) \(random.text())", weight: random.number()) }
  }

  private func size(_ random: inout Random) -> Size {
    Size(
      width: random.below(3), names: (0..<random.below(3)).map { _ in random.text() },
      note: random.happens() ? nil : random.text())
  }

  private func row(_ random: inout Random) -> Row {
    // Few identities, so that some occur twice.
    Row(
      id: random.below(random.happens(20) ? 5 : 1_000_000), isRead: random.happens(), title: random.text(),
      order: random.happens() ? nil : .author, tags: tags(&random), size: random.happens() ? nil : size(&random),
      hidden: random.below(2))
  }

  private func change(_ row: inout Row, _ random: inout Random) {
    switch random.below(6) {
    case 0: row.isRead.toggle()
    case 1: row.title = random.text()
    case 2: row.order = random.happens() ? .title : nil
    case 3:
      change(&row.tags, &random) {
        Tag(id: $0.text(), weight: $0.number())
      } _: {
        $0.weight = $1.number()
      }
    case 4: row.size = random.happens() ? nil : size(&random)
    default: row.hidden = random.below(2)
    }
  }

  private func change<Element>(
    _ list: inout [Element], _ random: inout Random, _ make: (inout Random) -> Element,
    _ change: (inout Element, inout Random) -> Void
  ) {
    switch random.below(9) {
    case 0, 1: for _ in 0...random.below(3) { list.insert(make(&random), at: random.below(list.count + 1)) }
    case 2: for _ in 0...random.below(3) where !list.isEmpty { list.remove(at: random.below(list.count)) }
    case 3, 4: for _ in 0...random.below(5) where !list.isEmpty { change(&list[random.below(list.count)], &random) }
    case 5:
      guard !list.isEmpty else { return }
      let element = list.remove(at: random.below(list.count))
      list.insert(element, at: random.below(list.count + 1))
    case 6: list.shuffle(using: &random)
    case 7: list = (0..<random.below(30)).map { _ in make(&random) }
    default: if random.happens(4) { list = [] }
    }
  }

  private func change(_ shelf: inout Shelf, _ random: inout Random) {
    switch random.below(11) {
    case 0...4:
      change(&shelf.rows, &random) {
        row(&$0)
      } _: {
        change(&$0, &$1)
      }
    case 5: shelf.tags = random.happens(3) ? nil : tags(&random)
    case 6:
      change(&shelf.numbers, &random) {
        $0.below(9)
      } _: {
        $0 = $1.below(9)
      }
    case 7:
      change(&shelf.ratings, &random) {
        $0.happens() ? nil : $0.number()
      } _: {
        $0 = $1.number()
      }
    case 8: if random.happens() { shelf.size = size(&random) } else { shelf.size.width += 1 }
    case 9: shelf.best = random.happens(3) ? nil : row(&random)
    default: shelf.weight = random.number()
    }
  }

  private func patched(_ old: [UInt8], _ patch: [UInt8]) throws -> [UInt8] {
    try JSONPatch(JSONText(scanning: patch)).apply(to: JSONText(scanning: old))
  }

  @Test(arguments: Seeds.first(3))
  func `patched texts are the whole ones`(seed: UInt64) throws {
    var random = Random(state: seed)
    var old = Shelf(rows: (0..<random.below(40)).map { _ in row(&random) })
    for _ in 0..<25 {
      var new = old
      for _ in 0...random.below(4) { change(&new, &random) }
      let whole = new.json
      let patch = try #require(new.patch(from: old, limit: .max))
      try expectEqual(patched(old.json, patch), whole, "seed \(seed): \(String(decoding: patch, as: UTF8.self))")
      expectEqual(new.patch(from: old, limit: patch.count), patch)
      #expect(new.patch(from: old, limit: patch.count - 1) == nil)
      let generic = JSONPatch(from: try JSONText(scanning: old.json), to: try JSONText(scanning: whole))
      try expectEqual(
        patched(old.json, generic.json), whole, "seed \(seed): \(String(decoding: generic.json, as: UTF8.self))")
      old = new
    }
  }
}
