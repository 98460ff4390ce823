import Streams
import Testing

@Suite struct FutureFromTaskTests {
  enum Broken: Error { case badly }

  @Test func aTaskFulfilsAFuture() async throws {
    #expect(await Future<Int, Never> { promise in Task { promise(.success(7)) } }.value == 7)
    #expect(try await Future<Int, Broken> { promise in Task { promise(.success(8)) } }.value == 8)
    await #expect(throws: Broken.badly) {
      try await Future<Int, Broken> { promise in Task { promise(.failure(.badly)) } }.value
    }
  }
}
