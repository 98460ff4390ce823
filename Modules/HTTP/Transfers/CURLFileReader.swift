#if os(Linux) || os(Android)
  import CURL

  /// Reads a file that is sent, as libcurl asks for its bytes.
  ///
  /// Sendable because everything that changes is touched by the transfers' thread alone.
  final class CURLFileReader: @unchecked Sendable {
    private let content: FileContent
    private let meter: TransferMeter?
    private let onFailure: (String) -> Void
    private var offset = 0

    /// - Parameter onFailure: receives the reason why the file cannot be read, as a sentence for people.
    init(_ file: FileReference, _ meter: TransferMeter?, onFailure: @escaping (String) -> Void) {
      content = file.content
      self.meter = meter
      self.onFailure = onFailure
    }

    /// The function of the library's that reads, whose context is a reader.
    static let read: tributary_curl_receiver = { bytes, size, count, context in
      Unmanaged<CURLFileReader>.fromOpaque(context!).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      do {
        let count = try content.read(at: offset, into: buffer)
        offset += count
        meter?.add(count)
        return count
      } catch {
        onFailure(error.description)
        return tributary_curl_read_failed
      }
    }
  }
#endif
