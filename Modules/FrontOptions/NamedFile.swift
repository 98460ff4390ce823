import StandardIO

extension Front {
  /// Reads a small file that the owner of the process has named, in answer to a question of the app: a regular file, and no link.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - limit: how many bytes it may have.
  /// - Throws: an error whose description is a sentence for people.
  public static func readFile(_ path: String, limit: Int) throws -> [UInt8] {
    try SmallFile.read(path, limit: limit)
  }
}
