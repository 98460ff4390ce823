import ExpectSupport
import Foundation
import StandardIO
import Support
import Testing

@Suite struct CurrentProcessTests {
  @Test func `misses nothing where there is enough`() {
    #expect(CurrentProcess.missingResource == nil)
  }

  @Test func `names each resource that is missing`() {
    expectEqual(
      CurrentProcess.Resource.allCases.map(\.message),
      [
        "Too few files can be opened (ulimit -n).", "Too few threads can be started (ulimit -u, ulimit -v).",
        "Too little memory can be allocated (ulimit -v).",
      ])
  }

  @Test func `ends with a line when descriptors are missing`() async throws {
    let process = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      setDescriptorLimit(16)
      CurrentProcess.requireResources(name: "greeter")
    }
    let errors = String(decoding: try #require(process).standardErrorContent, as: UTF8.self)
    expectEqual(errors, "greeter: Too few files can be opened (ulimit -n).\n")
  }
}
