import ExpectSupport
import Foundation
import Testing

@testable import Stdio

/// The guide for embedders tells the truth. It needs `bash` and Python 3.
@Suite(.ownThreads) struct GuidePageTests {
  @Test(arguments: GuidePage.all)
  func `prints what the page shows`(name: String) throws {
    let page = try GuidePage(GuidePage.url(name))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tributary-guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in page.files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    for command in page.commands where !command.text.hasPrefix("node ") || ClientFolder.nodeStripsTypes {
      let lines = try command.run(in: folder)
      expectEqual(lines, command.lines, "If what it prints is right, change Apps/Stdio/\(name): \(command.text)")
    }
  }

  @Test func `every page is in the list of pages`() throws {
    let entry = try String(contentsOf: GuidePage.url("README.md"), encoding: .utf8)
    #expect(GuidePage.all.count > 9)
    expectEqual(GuidePage.all.dropFirst().filter { !entry.contains("(\($0))") }, [])
  }
}
