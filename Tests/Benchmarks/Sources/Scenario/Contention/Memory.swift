import Foundation

/// The memory of this process.
enum Memory {
  /// The most bytes that were resident at a time.
  static var peak: Int {
    #if os(Linux)
      status("VmHWM:")
    #else
      usage
    #endif
  }

  /// The bytes that are resident.
  static var resident: Int {
    #if os(Linux)
      status("VmRSS:")
    #else
      usage
    #endif
  }

  #if os(Linux)
    // NB: not `getrusage`, whose peak a process inherits from the one that started it.
    private static func status(_ key: String) -> Int {
      guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
      for line in text.split(separator: "\n") where line.hasPrefix(key) {
        let digits = line.filter(\.isNumber)
        return (Int(digits) ?? 0) * 1024
      }
      return 0
    }
  #else
    private static var usage: Int {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    }
  #endif
}
