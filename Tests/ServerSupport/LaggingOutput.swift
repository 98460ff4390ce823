import ScreenServer

/// An output with a slow reader: it takes as many bytes as a test allows, and splits frames anywhere.
final class LaggingOutput: Output {
  /// A frame that the reader has whole.
  struct Frame {
    let text: String
    /// Whether something was to be hidden when its first byte was written.
    let isHidden: Bool
    /// How much was recorded when its first byte was written.
    let recordedCount: Int
  }

  /// How many bytes it takes before it is full; `nil` if it never is.
  var room: Int?
  /// Whether something is to be hidden at the moment.
  var isHidden = false
  /// How many bytes are recorded at the moment.
  var recordedCount = { 0 }
  private(set) var frames: [Frame] = []
  /// How many frames were cut.
  private(set) var cutCount = 0
  private var partial: [UInt8] = []
  private var isPartialHidden = false
  private var partialRecordedCount = 0

  func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
    let count = min(bytes.count, room ?? .max)
    room = room.map { $0 - count }
    for byte in bytes.prefix(count) {
      if partial.isEmpty { (isPartialHidden, partialRecordedCount) = (isHidden, recordedCount()) }
      if byte == 0x0A {
        frames.append(
          Frame(
            text: String(decoding: partial, as: UTF8.self), isHidden: isPartialHidden,
            recordedCount: partialRecordedCount))
        partial = []
      } else {
        partial.append(byte)
      }
    }
    if !partial.isEmpty { cutCount += 1 }
    return count
  }
}
