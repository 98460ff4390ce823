/// Appends the content of a JSON string with its escapes resolved. The string must have passed `Tokens.string`.
func unescape(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, into text: inout [UInt8]) {
  var at = start
  while at < end {
    let byte = bytes[at]
    guard byte == 0x5C else {
      text.append(byte)
      at += 1
      continue
    }
    switch bytes[at + 1] {
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75:
      var scalar = UInt32(Tokens.hexUnit(bytes, at + 2, end))
      if 0xD800...0xDBFF ~= scalar {
        let low = UInt32(Tokens.hexUnit(bytes, at + 8, end))
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
        at += 6
      }
      if let valid = Unicode.Scalar(scalar) { text.append(contentsOf: UTF8.encode(valid)!) }
      at += 4
    case let plain: text.append(plain)
    }
    at += 2
  }
}
