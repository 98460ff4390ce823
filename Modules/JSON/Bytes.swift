extension ArraySlice<UInt8> {
  /// The position of the first byte of a value, eight bytes at a time; `nil` if there is none.
  ///
  /// NB: in place of `firstIndex(of:)` and `contains(_:)`, which are slow in a debug build: its tests read and write megabytes.
  package func position(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
      let wanted = ones &* UInt64(byte)
      var position = 0
      while position + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ wanted
        if (word &- ones) & ~word & highs != 0 { break }
        position += 8
      }
      while position < bytes.count {
        if bytes[position] == byte { return startIndex + position }
        position += 1
      }
      return nil
    }
  }

  /// Where other bytes occur first; `nil` if they do not.
  package func range(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = bytes.first else { return startIndex..<startIndex }
    var rest = self
    while let start = rest.position(of: first), endIndex - start >= bytes.count {
      let range = start..<(start + bytes.count)
      let isThere = self[range].withUnsafeBufferPointer { found in
        bytes.withUnsafeBufferPointer { haveSameBytes(found, $0) }
      }
      if isThere { return range }
      rest = self[(start + 1)...]
    }
    return nil
  }
}
