import Foundation
import StandardIO

/// The file in which a prompt keeps its history from run to run.
///
/// It is `history` in a folder with the name of the program, below `XDG_STATE_HOME` or `~/.local/state` (XDG Base Directory
/// Specification). Only its owner can read it. It has at most ``History/limit`` lines when a session begins, and a line of
/// the session is added at once, so that sessions that run side by side lose nothing. A file that cannot be read or written
/// costs the history alone.
///
/// ```swift
/// @MainActor func makePrompt() -> TerminalPrompt {
///   let prompt = TerminalPrompt()
///   if let file = HistoryFile(program: "library") { prompt.keepHistory(in: file) }
///   return prompt
/// }
/// ```
public struct HistoryFile: Sendable {
  /// The folder of the file.
  public let folder: String

  /// A longer line is not kept.
  private static let longestLine = 4_096
  private static let largestFile = 16 << 20

  /// The file of a program; `nil` if the environment has no folder for it.
  ///
  /// - Parameters:
  ///   - program: the name of the program.
  ///   - environment: the variables of the process.
  public init?(program: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    // A relative path is to be ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = "\(state)/\(program)"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = "\(home)/.local/state/\(program)"
    } else {
      return nil
    }
  }

  private var path: String { folder + "/history" }

  /// The lines of earlier sessions, oldest first. A file with more lines than a history has is cut.
  func load() -> [String] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      (attributes?[.size] as? Int).map({ $0 <= Self.largestFile }) == true,
      let data = FileManager.default.contents(atPath: path)
    else { return [] }
    let lines = data.split(separator: 0x0A).compactMap { line -> String? in
      guard case .text(let text) = InputLine(decoding: Array(line)[...]) else { return nil }
      return text
    }
    guard lines.count > History.limit else { return lines }
    let kept = Array(lines.suffix(History.limit))
    replace(with: kept)
    return kept
  }

  /// Adds a line.
  func append(_ line: String) {
    guard line.utf8.count <= Self.longestLine else { return }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard let file = try? Descriptor.appendToFile(path) else { return }
    try? file.writeAll(line + "\n")
    file.close()
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  private func replace(with lines: [String]) {
    let other = path + ".\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.removeItem(atPath: other)
    guard let file = try? Descriptor.createFile(other) else { return }
    let isWritten = (try? file.writeAll(lines.joined(separator: "\n") + "\n")) != nil
    file.close()
    if isWritten, rename(other, path) == 0 { return }
    try? FileManager.default.removeItem(atPath: other)
  }
}
