// The C library of the system, whichever it is: `import LibC` in place of the names of four. What differs between them, beyond a name, is
// in this file.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

#if canImport(Glibc)
  /// The type of a socket that carries a stream of bytes.
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  /// The type of a socket that carries a stream of bytes.
  package let streamSocket = SOCK_STREAM
#endif

extension stat {
  /// When the file was last written to.
  package var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

/// Waits until the bytes of a file are on its disk.
///
/// - Returns: 0, or -1 with the reason in `errno`.
package func synchronizeWithDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // NB: `fsync` on Darwin leaves the bytes in the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor)
}
