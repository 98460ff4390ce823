import JSON
import JSONRPC

/// A part of a list that is too long for one answer.
struct Page<Element> {
  let elements: ArraySlice<Element>
  /// Where the next one begins; `nil` if this is the last one.
  private let next: Int?

  /// How many elements an answer has. Most apps have fewer tools, and some hosts read one page alone.
  private static var size: Int { 200 }

  /// The part that a request asks for by its `cursor`: the number of elements before it.
  init(_ all: [Element], of request: Request) throws(RPCError) {
    var start = 0
    if let cursor = request.params["cursor"], !cursor.isNull {
      guard let number = cursor.string.flatMap(Int.init), number >= 0 else {
        throw .invalidParams(JSONPointer("cursor"), expected: "a nextCursor of an answer", reason: "wrongType")
      }
      start = min(number, all.count)
    }
    let end = min(start + Self.size, all.count)
    elements = all[start..<end]
    next = end < all.count ? end : nil
  }

  /// The member that leads to the next part.
  var members: [String: JSON] { next.map { ["nextCursor": .string(String($0))] } ?? [:] }
}
