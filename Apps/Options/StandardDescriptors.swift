#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The three descriptors that every program is given.
public enum StandardDescriptors {
  /// Opens nothing in the place of those that were closed at the start: otherwise the next file that is opened would be
  /// taken for the standard input, output or error. To be called before anything else runs.
  public static func openMissing() {
    #if !os(Windows)
      // NB: a file gets the lowest number that is free.
      var number: Int32
      repeat { number = open("/dev/null", O_RDWR) } while (0...2).contains(number)
      if number > 2 { close(number) }
    #endif
  }
}
