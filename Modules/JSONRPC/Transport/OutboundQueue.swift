/// Frames that wait to be written, in order. An update that waits is replaced by a newer one of its key.
struct OutboundQueue {
  private struct Piece {
    var bytes: [UInt8]
    let key: String?
  }

  private var pieces: [Piece] = []
  /// Where the first waiting piece is; those before it are gone.
  private var head = 0
  /// How many pieces left `pieces` for good: places are counted from the queue's beginning.
  private var removed = 0
  private var places: [String: Int] = [:]
  /// The bytes that wait.
  private(set) var byteCount = 0

  mutating func append(_ bytes: [UInt8]) {
    byteCount += bytes.count
    pieces.append(Piece(bytes: bytes, key: nil))
  }

  mutating func update(_ key: String, _ bytes: [UInt8]) {
    if let place = places[key] {
      byteCount += bytes.count - pieces[place - removed].bytes.count
      pieces[place - removed].bytes = bytes
    } else {
      byteCount += bytes.count
      places[key] = removed + pieces.count
      pieces.append(Piece(bytes: bytes, key: key))
    }
  }

  /// Takes the first piece, and those after it as long as all fit into `limit` bytes.
  mutating func take(_ limit: Int) -> [[UInt8]] {
    var taken: [[UInt8]] = []
    var count = 0
    while head < pieces.count, taken.isEmpty || count + pieces[head].bytes.count <= limit {
      count += pieces[head].bytes.count
      taken.append(pieces[head].bytes)
      // NB: keeps the memory of what is written from living as long as the queue is never empty.
      pieces[head].bytes = []
      if let key = pieces[head].key { places[key] = nil }
      head += 1
    }
    byteCount -= count
    if head == pieces.count || head > 1024 && head > pieces.count / 2 {
      pieces.removeFirst(head)
      removed += head
      head = 0
    }
    return taken
  }

  mutating func removeAll() {
    self = OutboundQueue()
  }
}
