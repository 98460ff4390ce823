public import Requests
public import Screens

extension Front {
  /// Opens a file that the owner of the process has named, in answer to a question of the app: a regular file, and no link.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - mediaType: the media type, if the owner has named one.
  ///   - wish: what the app wants.
  /// - Throws: an error whose description is a sentence for people.
  public static func openFile(_ path: String, mediaType: String?, wish: FileWish) throws -> FileReference {
    try wish.open(path, mediaType: mediaType)
  }
}
