#if canImport(Glibc)
  import Foundation
  import Glibc
  import Support
  import Testing

  /// A running program that was built beside the tests.
  final class RunningProgram {
    private let process: ChildProcess
    private let input = Pipe()
    private var chunks: AsyncStream<Data>.Iterator
    private var unread = ""

    /// Starts a program of the package by its product's name.
    init(_ name: String, _ arguments: [String]) throws {
      let output = Pipe()
      let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
      self.chunks = chunks.makeAsyncIterator()
      let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
        name)
      // A program that outlives a crash of the tests holds no pipe of their runner, which would wait for its end.
      process = try ChildProcess(program.path, arguments, .pipes(input: input, output: output, errors: output))
      // NB: a thread of its own, because a blocking read would occupy one of the few threads that run tests.
      Thread.detachNewThread {
        while true {
          let data = Data(output.nextBytes())
          guard !data.isEmpty else { break }
          chunk.yield(data)
        }
        chunk.finish()
      }
    }

    /// Writes to the program's standard input.
    func send(_ text: String) {
      input.fileHandleForWriting.write(Data(text.utf8))
    }

    /// Reads the standard output up to the end of a text.
    ///
    /// - Returns: the output before the text.
    @discardableResult
    func read(until text: String) async throws -> String {
      while true {
        if let found = unread.range(of: text) {
          defer { unread.removeSubrange(..<found.upperBound) }
          return String(unread[..<found.lowerBound])
        }
        let data = try #require(await chunks.next(), "the program ended before \(text)")
        unread += String(decoding: data, as: UTF8.self)
      }
    }

    /// A value in kB from the `/proc` status of the process.
    func kilobytes(_ name: String) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// Whether a library whose file name contains a text is part of the process.
    func hasLoaded(_ library: String) throws -> Bool {
      // A read returns a page of the file at most.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process.identifier)/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).contains(library)
    }

    /// Kills the program and waits for the end of its output.
    func terminate() async {
      process.send(signal: SIGKILL)
      while await chunks.next() != nil {}
    }
  }
#endif
