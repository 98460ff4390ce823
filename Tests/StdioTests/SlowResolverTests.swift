#if os(Linux) && !TRIBUTARY_SANITIZE_THREAD
  import ExpectSupport
  import Foundation
  import Testing
  import ThreadsSupport

  @testable import ServerSupport

  /// The built program with a resolver that does not return.
  @Suite(.ownThreads, .timeLimit(.minutes(30))) struct SlowResolverTests {
    /// Takes the place of the system's resolver, says so on the standard error, and waits without end.
    private static let resolver = """
      #include <unistd.h>
      int getaddrinfo(const char *node, const char *service, const void *hints, void *result) {
        (void)!write(2, "resolving\\n", 10);
        for (;;) pause();
      }
      """

    private func child(_ folder: URL) throws -> Child {
      let (source, library) = (folder.appending(path: "resolver.c"), folder.appending(path: "resolver.so"))
      try Self.resolver.write(to: source, atomically: true, encoding: .utf8)
      let compiler = try Process.run(
        URL(filePath: "/usr/bin/env"),
        arguments: ["clang", "-fuse-ld=lld", "-shared", "-fPIC", source.path, "-o", library.path])
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      return try Child(
        executable: URL(filePath: "/usr/bin/env"),
        ["LD_PRELOAD=\(library.path)", Child.program.path, "--backend", "http://backend.test", "--timeout", "86400"])
    }

    @Test func `neither the program nor its end waits for it`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let child = try child(folder)
      child.say(open(1, "balance"))
      expectEqual(child.errorLine(), "resolving")
      child.say(open(2, "counter"), request(3, "ping"))
      while let line = child.line(), line != result(3) {}
      child.say(open(4, "product"))
      expectEqual(child.errorLine(), "resolving")
      child.say(request(5, "screen/close", #"{"instance":"product-1"}"#), request(6, "shutdown"))
      while let line = child.line(), line != result(6) {}
      child.say(#"{"jsonrpc":"2.0","method":"exit"}"#)
      expectEqual(child.end().code, 0)
    }
  }
#endif
