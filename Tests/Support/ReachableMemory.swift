#if canImport(Glibc)
  import Glibc
#endif

/// The bytes of an object and of everything that it reaches: whatever a word in them points to, as long as it is a block
/// of the heap.
///
/// A search for a secret in them finds one that `dump` and `Mirror` do not show. Unused memory at the end of a block is
/// searched, too, and may hold what another object has left there; the more steps, the more of it is found.
///
/// - Parameters:
///   - object: the object.
///   - steps: how many references in a row are followed.
/// - Returns: `nil` where the heap is not that of glibc.
public func reachableBytes(from object: AnyObject, steps: Int = .max) -> [UInt8]? {
  #if canImport(Glibc) && !TRIBUTARY_SANITIZE_THREAD
    let heap = Heap()
    var waiting = [(address: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), steps: 0)]
    var seen: Set<UInt> = []
    var bytes: [UInt8] = []
    // NB: the nearest first. A block that is reached by a longer way first would not be followed to the last step.
    var position = 0
    while position < waiting.count, bytes.count < 16 << 20 {
      let (address, step) = waiting[position]
      position += 1
      guard seen.insert(address).inserted, let block = heap.block(at: address) else { continue }
      bytes += block
      if step == steps { continue }
      block.withUnsafeBytes { block in
        for offset in stride(from: 0, to: block.count - 7, by: 8) {
          let word = block.loadUnaligned(fromByteOffset: offset, as: UInt.self)
          // A reference to a long text has flags in its highest byte.
          waiting.append((word & 0x00FF_FFFF_FFFF_FFFF, step + 1))
        }
      }
    }
    withExtendedLifetime(object) {}
    return bytes
  #else
    return nil
  #endif
}

#if canImport(Glibc)
  /// The blocks that `malloc` has given out.
  private struct Heap {
    private let memory = open("/proc/self/mem", O_RDONLY)
    private var regions: [Range<UInt>] = []

    init() {
      // Writable regions without a file, such as "[heap]" and the arenas of threads.
      guard let maps = fopen("/proc/self/maps", "r") else { return }
      defer { fclose(maps) }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      defer { free(line) }
      while getline(&line, &capacity, maps) > 0, let line {
        let fields = String(cString: line).split(whereSeparator: \.isWhitespace)
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        let isAnonymous = fields.count < 6 || fields[5] == "[heap]"
        if isAnonymous, fields[1].hasPrefix("rw"), bounds.count == 2 { regions.append(bounds[0]..<bounds[1]) }
      }
    }

    /// The bytes of a block; `nil` if none begins here.
    func block(at address: UInt) -> [UInt8]? {
      guard address.isMultiple(of: 16), let region = regions.first(where: { $0.contains(address) }),
        address - region.lowerBound >= 16, let header = read(8, at: address - 8)
      else { return nil }
      // The size of a block precedes it; its lowest bits are flags, and the header is a part of it.
      let size = header.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) } & ~15
      guard (32...(1 << 20)).contains(size), address - 16 + size <= region.upperBound else { return nil }
      return read(Int(size) - 8, at: address)
    }

    /// Reads memory that may be gone by now.
    private func read(_ count: Int, at address: UInt) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(memory, &bytes, count, off_t(address)) == count ? bytes : nil
    }
  }
#endif
