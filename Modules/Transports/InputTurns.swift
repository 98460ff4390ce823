/// Divides a serial queue among the clients of a program: a chunk of input is served in small pieces, one for each turn of the
/// queue, and the pieces of other clients come between them.
struct InputTurns: Sendable {
  /// The most bytes of a piece. It bounds the messages that a client has served before the next one has its turn.
  static let pieceSize = 1 << 12

  /// Adds a body to the end of the queue.
  let enqueue: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// Serves a chunk. A client's next chunk must wait for `done`, or its pieces mix with those of this one.
  ///
  /// - Parameters:
  ///   - chunk: the bytes.
  ///   - size: how many bytes the next piece has, on the queue.
  ///   - done: runs on the queue after the last piece.
  ///   - handle: receives each piece, on the queue.
  ///   - wait: runs on the queue after each piece, with what goes on when the client is ready for more.
  func serve(
    _ chunk: ArraySlice<UInt8>, size: @escaping @Sendable () -> Int = { InputTurns.pieceSize },
    done: @escaping @Sendable () -> Void,
    handle: @escaping @Sendable (_ piece: [UInt8]) -> Void,
    wait: @escaping @Sendable (_ goOn: @escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    enqueue {
      let count = size()
      handle(Array(chunk.prefix(count)))
      let rest = chunk.dropFirst(count)
      wait { if rest.isEmpty { done() } else { serve(rest, size: size, done: done, handle: handle, wait: wait) } }
    }
  }
}
