#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing

  /// A running program that was built beside the tests.
  final class RunningProgram {
    private let process = Process()
    private let input = Pipe()
    private var chunks: AsyncStream<Data>.Iterator
    private var unread = ""

    /// Starts a program of the package by its product's name.
    init(_ name: String, _ arguments: [String]) throws {
      let output = Pipe()
      let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
      self.chunks = chunks.makeAsyncIterator()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent(name)
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      // A program that outlives a crash of the tests holds no pipe of their runner, which would wait for its end.
      process.standardError = output
      try process.run()
      // NB: a thread of its own, because a blocking read would occupy one of the few threads that run tests.
      Thread.detachNewThread {
        while true {
          let data = output.fileHandleForReading.availableData
          guard !data.isEmpty else { break }
          chunk.yield(data)
        }
        chunk.finish()
      }
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
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
      let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// Whether a library whose file name contains a text is part of the process.
    func hasLoaded(_ library: String) throws -> Bool {
      // A read returns a page of the file at most.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).contains(library)
    }

    /// Kills the program and waits for the end of its output.
    func terminate() async {
      // SIGTERM may be blocked, because a child inherits the signal mask of the thread that starts it.
      kill(process.processIdentifier, SIGKILL)
      // Foundation may report an exit only after a child that was started later has ended too.
      while await chunks.next() != nil {}
    }
  }
#endif
