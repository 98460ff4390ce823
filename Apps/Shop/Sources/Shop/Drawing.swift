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

  /// The picture at an address of the products in memory; `nil` for another one.
  @Sendable static func picture(at address: Link) -> [UInt8]? {
    Products.all.first { $0.product.picture == address.description }.flatMap { products[$0.product.id]?.gif }
  }

  /// How each product looks, by its number.
  private static let products: [Int: Drawing] = [
    1: Drawing(squares: 0x0018_3C7E_BFFE_7C38, color: [56, 102, 65]),
    2: Drawing(squares: 0x0000_7C7E_7D7E_7C38, color: [188, 71, 73]),
    3: Drawing(squares: 0x0000_0081_FF7E_3C18, color: [69, 123, 157]),
    4: Drawing(squares: 0x3C42_99A5_A599_423C, color: [131, 56, 236]),
    5: Drawing(squares: 0x183C_3C18_1818_1818, color: [90, 90, 90]),
    6: Drawing(squares: 0x5A5A_5A3C_1818_1818, color: [110, 110, 110]),
    7: Drawing(squares: 0x3C18_3C7E_7E7E_7E3C, color: [214, 40, 40]),
    8: Drawing(squares: 0x1818_7E7E_7E7E_7E7E, color: [153, 88, 42]),
    9: Drawing(squares: 0x0000_3F3F_FF3F_1E00, color: [40, 40, 48]),
    10: Drawing(squares: 0x1018_1818_3C3C_3C7E, color: [244, 162, 97]),
    11: Drawing(squares: 0x2424_183C_7E7E_7E3C, color: [38, 70, 83]),
    12: Drawing(squares: 0x0024_7E7E_7EFF_7E24, color: [120, 120, 140]),
  ]
}
