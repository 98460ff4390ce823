import Screens

/// A picture of eight by eight squares in one colour, which the shop draws itself.
struct Drawing {
  /// How many points a square has at each side.
  static let scale = 12

  /// A bit for each square, from the top left one.
  var squares: UInt64
  var color: [UInt8]

  /// As a GIF. Each of its codes is a byte, since a new table begins before they would become longer.
  var gif: [UInt8] {
    let side = 8 * Self.scale
    let white: [UInt8] = [250, 247, 242]
    var points: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        points.append(squares >> (63 - y / Self.scale * 8 - x / Self.scale) & 1 == 1 ? 1 : 0)
      }
    }
    // 128 begins a new table, and 129 ends the picture.
    var codes: [UInt8] = []
    for start in stride(from: 0, to: points.count, by: 120) {
      codes += [128] + points[start..<min(start + 120, points.count)]
    }
    codes.append(129)
    var bytes = Array("GIF89a".utf8) + [UInt8(side), 0, UInt8(side), 0, 0xF6, 0, 0] + white + color
    bytes += [UInt8](repeating: 0, count: 126 * 3)
    bytes += [0x2C, 0, 0, 0, 0, UInt8(side), 0, UInt8(side), 0, 0, 7]
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0, 0x3B]
  }

  /// The picture at an address of the world in memory; `nil` for another one.
  @Sendable static func picture(at address: Link) -> [UInt8]? {
    World.products.first { $0.product.picture == address.description }?.drawing.gif
  }
}
