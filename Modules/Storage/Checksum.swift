/// The 64-bit FNV-1a hash of bytes. It finds damage, and does not protect against forgery.
package struct Checksum: Equatable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The checksum of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      hash ^= UInt64(byte)
      hash = hash &* 0x100_0000_01B3
    }
  }

  /// 16 hexadecimal digits.
  package var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
