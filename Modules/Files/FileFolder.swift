import LibC
public import StandardIO

/// A folder of the app's own for files, such as downloads. It is created when it is first written to, for its owner alone, as each
/// file in it is.
///
/// ```swift
/// func keep(_ file: FileReference) throws -> FileReference {
///   try file.copy(to: FileFolder("/home/ada/.shop/files"))
/// }
/// ```
///
/// A file is there whole or not at all, under a cleaned name, and is never written over: a second `report.pdf` is
/// `report (2).pdf`. A name keeps a dot that it begins with, as `.bashrc` does, so the folder is none in which that means something,
/// such as a person's home. What a killed process has left unfinished is removed when the next file is written.
public struct FileFolder: Hashable, Sendable {
  /// The path of the folder.
  public let path: String

  /// The folder at a path.
  public init(_ path: String) { self.path = path }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name of a file in the folder, without a path.
  ///   - mediaType: The media type, such as `image/png`.
  public func file(named name: String, mediaType: String? = nil) throws(FileError) -> FileReference {
    let folder = try open(creating: false)
    defer { folder.close() }
    guard Self.isName(name) else { throw FileError("There is no such file.") }
    let file = try RegularFile.open(name, in: folder)
    return FileReference(
      name: name, mediaType: mediaType, content: FileContent(.file(file, path: place(of: name)), size: file.size))
  }

  /// Removes a file, if there is one.
  ///
  /// - Parameter name: The name of a file in the folder, without a path.
  public func remove(named name: String) throws(FileError) {
    guard Self.isName(name), unlink(place(of: name)) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw .lastCall
  }

  package func place(of name: String) -> String { path + "/" + name }

  /// Begins a file, which has no name before it is finished.
  package func begin() throws(FileError) -> UnfinishedFile {
    let folder = try open(creating: true)
    do throws(FileError) {
      return try UnfinishedFile(in: self, folder)
    } catch {
      folder.close()
      throw error
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
  }

  private func open(creating: Bool) throws(FileError) -> Descriptor {
    guard !path.utf8.contains(0) else { throw FileError("There is no such folder.") }
    // The mode of what is new lacks what the process's mask takes away.
    if creating, mkdir(path, 0o700) == 0 { chmod(path, 0o700) }
    let number = LibC.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .lastCall }
    return Descriptor(number)
  }
}
