import Dispatch
import JSONRPC
public import StandardIO

/// A pipe between the standard streams and a Unix socket, for programs that can only start another program.
extension StdioTransport {
  /// Carries what is read from the standard input to a socket, and what the socket sends to the standard output, and ends
  /// the process when the other side of the socket has ended. The end of the input ends that direction alone.
  ///
  /// The exit code is 0, or 1 if the output cannot be written or the connection is cut.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - firstLine: what the socket is sent first.
  public func pipe(to connection: SocketConnection, firstLine: String) -> Never {
    DispatchQueue(label: "tributary.pipe", qos: .userInitiated).async { [self] in
      do throws(IOFailure) {
        try Self.write(Array((firstLine + "\n").utf8), to: connection.descriptor)
        try Self.copy(.standardInput, to: connection.descriptor)
      } catch {
        // The other side has ended, which is found out below; or the input cannot be read.
        if error != .readerGone { report("The input cannot be carried on: \(error.words).") }
      }
      connection.endOutput()
    }
    do throws(IOFailure) {
      try Self.copy(connection.descriptor, to: descriptor)
    } catch {
      report(error == .readerGone ? WriteFailure(error).message : "The connection was cut: \(error.words).")
      exitProcess(1)
    }
    exitProcess(0)
  }

  private nonisolated static func copy(_ source: Descriptor, to sink: Descriptor) throws(IOFailure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try read(source, &buffer)
      guard count > 0 else { return }
      try write(buffer[..<count], to: sink)
    }
  }

  private nonisolated static func read(_ source: Descriptor, _ buffer: inout [UInt8]) throws(IOFailure) -> Int {
    // `withUnsafeMutableBytes` loses the type of the error, so the outcome leaves it as a value.
    let outcome = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(IOFailure) in try source.read(into: bytes) }
    }
    return try outcome.get()
  }

  private nonisolated static func write(_ bytes: some Sequence<UInt8>, to sink: Descriptor) throws(IOFailure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let outcome = rest.withUnsafeBytes { bytes in Result { () throws(IOFailure) in try sink.write(bytes) } }
      rest = rest.dropFirst(try outcome.get())
    }
  }

  private func exitProcess(_ code: Int32) -> Never {
    CurrentProcess.exit(code)
    dispatchMain()
  }
}
