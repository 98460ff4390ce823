import ExpectSupport
import Foundation
import Testing
import ThreadsSupport

/// Neovim's LSP client drives the program as it comes, where Neovim is installed.
@Suite(.ownThreads) struct NeovimTests {
  private static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/nvim") }

  @Test(.enabled(if: isInstalled)) func `an LSP client shakes hands, opens a screen and shuts down`() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../StdioBench/neovim.lua").standardizedFileURL
    let child = try Child(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      ["PROGRAM=\(Child.program.path)", "nvim", "--clean", "--headless", "-S", script.path])
    let ending = child.end()
    expectEqual(ending.code, 0)
    expectEqual(ending.errors, "works\n")
  }
}
