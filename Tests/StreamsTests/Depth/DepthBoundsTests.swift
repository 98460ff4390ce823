import ExpectSupport
import Foundation
import Testing

/// The bounds of the page "Depth" hold. `Tests/Depth/run` measures how far they are from the limits, in a release build too.
@Suite struct DepthBoundsTests {
  // Not under ThreadSanitizer, whose stack frames are larger.
  #if !TRIBUTARY_SANITIZE_THREAD
    @Test(.exitTest, arguments: DepthCase.Kind.allCases, DepthCase.stackSizes.indices)
    func `stages and rounds fit on a stack`(_ kind: DepthCase.Kind, _ stack: Int) async {
      await #expect(processExitsWith: .success) { [kind, stack] in
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
          for depthCase in DepthCase.all where depthCase.kind == kind {
            precondition(depthCase.run(kind.bounds()[stack]), "\(depthCase) has a wrong outcome")
          }
          done.signal()
        }
        thread.stackSize = DepthCase.stackSizes[stack] * 1024
        thread.start()
        done.wait()
      }
    }
  #endif

  @Test func `the page has the bounds`() throws {
    // This file is three folders below the root of the package.
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Modules/Streams/Streams.docc/Depth.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    for kind in DepthCase.Kind.allCases {
      let numbers = (kind.bounds(isDebug: false) + kind.bounds(isDebug: true)).map {
        $0.formatted(.number.locale(Locale(identifier: "en_US")))
      }
      #expect(text.contains(numbers.joined(separator: " | ")), "\(kind): \(numbers)")
    }
  }
}
