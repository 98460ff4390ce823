import Foundation
import Programs
import StandardIO
import Terminal
import TextUI
import WebFiles
import Words

/// The bridge that shows the app of a prompt in browsers: a child of this process, which ends with it, however that ends.
@MainActor final class WebBridge {
  /// Shows a line to the person.
  var show: @MainActor (String) -> Void = { _ in }
  private let words: @MainActor () -> Words
  private let command: [String]
  private let ownFolder: String?
  private var helper: Helper?
  /// Resumed by the next line of the bridge, and by its end.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The bridge needs what older versions lack, and could not say so itself.
  private static let oldPython: Int32 = 39
  private static let start = """
    import os, sys
    if sys.version_info < (3, 9):
      sys.stdout.write(sys.version.split()[0])
      sys.exit(\(oldPython))
    os.execv(sys.executable, [sys.executable] + sys.argv[1:])
    """

  /// The bridge of a process that listens at a socket.
  ///
  /// - Parameters:
  ///   - pages: the folder with the user's own pages; empty for those of the app, if it has any.
  ///   - ownFolder: the folder of the socket, if it was named for this bridge alone. The process makes it, and whichever ends last removes it.
  /// - Throws: an `OptionError` if the bridge's files are nowhere, or the folder cannot be made.
  init(
    socket: String, ownFolder: String?, pages: String, files named: String?, words: @escaping @MainActor () -> Words
  ) throws(OptionError) {
    let found = WebFiles.find(named: named)
    guard let folder = found.folder else {
      throw OptionError(
        Words.text(
          "--web: the files of the page are in none of these folders: \(found.places.joined(separator: ", ")). Apps/Web/install puts them beside a program, and --web-files DIR names a folder."
        ))
    }
    do {
      if let ownFolder {
        try FileManager.default.createDirectory(
          atPath: ownFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw OptionError(Words.text("--web: the folder \(ownFolder ?? "") cannot be made."))
    }
    self.ownFolder = ownFolder
    self.words = words
    command =
      ["python3", "-c", Self.start, WebFiles.bridge(in: folder), "--connect", socket]
      + ["--child=" + (ownFolder ?? "")]
      + ((pages.isEmpty ? WebFiles.pages() : pages).map { ["--pages", $0] } ?? [])
  }

  /// Starts the bridge, and shows the address of the page.
  ///
  /// - Throws: an `OptionError` if it ends before it has one.
  func start() async throws(OptionError) {
    guard let helper = Helper(command) else {
      throw OptionError(Words.text("--web needs Python 3.9 or later, and there is no python3."))
    }
    let lines = LineReader(helper.output)
    var texts: [String] = []
    while let line = await lines.next() {
      guard case .text(let text) = line else { continue }
      texts.append(text)
      guard Self.isAddress(text) else { continue }
      self.helper = helper
      showLine(text)
      Task { await follow(helper, lines) }
      return
    }
    let code = await close(helper)
    throw OptionError(
      code == Self.oldPython
        ? Words.text("--web needs Python 3.9 or later, and python3 is \(texts.last ?? "").")
        : Words.text("--web: \(texts.last ?? "")"))
  }

  /// Shows another address: one is good for a minute, and for one browser. A bridge that has ended is started again.
  func showAddress() async throws(OptionError) {
    guard let helper else { return try await start() }
    try? helper.input.writeAll("\n")
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets the bridge end.
  func end() {
    helper?.input.close()
    helper = nil
    removeFolder()
  }

  private func follow(_ helper: Helper, _ lines: LineReader) async {
    while let line = await lines.next() {
      if case .text(let text) = line { showLine(text) }
      resume()
    }
    guard self.helper != nil else { return }
    self.helper = nil
    let code = await close(helper)
    let ending =
      code.map {
        Words.text("The page has ended, because its bridge has: exit code \(String($0)). \"web\" starts it again.")
      } ?? Words.text("The page has ended, because its bridge was killed. \"web\" starts it again.")
    show(words().string(ending))
    resume()
  }

  /// An address has a line of its own, which a terminal need not break.
  private func showLine(_ line: String) {
    if Self.isAddress(line) { show(words().string(Words.text("The page in a browser, at this address for a minute:"))) }
    show(line)
  }

  private static func isAddress(_ line: String) -> Bool { line.hasPrefix("http://") }

  private func resume() {
    let waiting = waiting
    self.waiting = []
    for one in waiting { one.resume() }
  }

  private func close(_ helper: Helper) async -> Int32? {
    helper.input.close()
    helper.output.close()
    return await helper.end()
  }

  private func removeFolder() {
    if let ownFolder { try? FileManager.default.removeItem(atPath: ownFolder) }
  }

  /// The command of the prompt.
  var showsAddress: Command {
    Command("web", Words.text("print an address of the page for another browser, or start the page again")) {
      [unowned self] _, _ throws(CommandError) in
      do throws(OptionError) { try await showAddress() } catch { throw CommandError(error.text) }
    }
  }
}
