import JSON
import Requests
import Streams
import Support
import Testing

@Suite struct IdempotencyKeysTests {
  private let keys = IdempotencyKeys()

  /// Sends a request, and answers it.
  ///
  /// - Returns: the key that it carried.
  @discardableResult private func send(
    _ identity: String, _ result: Result<Weather, ServiceError>? = nil
  ) -> IdempotencyKey? {
    var sent: IdempotencyKey?
    let cancellable = keys.request(.weather, for: identity, newKey: .random()) { key in
      sent = key
      return result.publisher
    }
    .sink { _ in }
    cancellable.cancel()
    return sent
  }

  @Test(
    arguments: [
      .timeout, .somethingWentWrong, .status(409), .status(429), .transport(code: -1005), .decoding, .cancelled,
    ] as [ServiceError])
  func `keep the key after an answer that is not definite`(error: ServiceError) {
    let first = send("wand", .failure(error))
    #expect(first != nil)
    #expect(send("wand") == first)
  }

  @Test(
    arguments: [
      .success(rain), .failure(.status(404)), .failure(.noSuchOperation("a")),
    ] as [Result<Weather, ServiceError>])
  func `end the key with a definite answer`(answer: Result<Weather, ServiceError>) {
    let first = send("wand", answer)
    #expect(send("wand") != first)
  }

  @Test func `keep the key of a request without an answer`() {
    #expect(send("wand") == send("wand"))
  }

  @Test func `tell identities and operations apart`() {
    let key = keys.key(of: .weather, for: "wand", newKey: .random())
    #expect(keys.key(of: .weather, for: "wand", newKey: .random()) == key)
    #expect(keys.key(of: .weather, for: "cloak", newKey: .random()) != key)
    #expect(keys.key(of: .cities, for: "wand", newKey: .random()) != key)
    #expect(keys.key(of: .weather, for: ["wand"], newKey: .random()) != key)
    // Canonically equivalent texts are different bytes on the way to a server.
    #expect(
      keys.key(of: .weather, for: "\u{E9}", newKey: .random())
        != keys.key(of: .weather, for: "e\u{301}", newKey: .random()))
  }

  @Test func `keep a newer key when a late answer ends an older one`() {
    let late = PassthroughSubject<Result<Weather, ServiceError>, Never>()
    var cancellables: Set<AnyCancellable> = []
    keys.request(.weather, for: "wand", newKey: .random()) { _ in late }.sink { _ in }.store(in: &cancellables)
    send("wand", .success(rain))
    let newer = send("wand")
    late.send(.success(rain))
    #expect(send("wand") == newer)
  }

  @Test func `replace the oldest beyond the limit`() {
    func key(_ number: Int) -> IdempotencyKey { keys.key(of: .weather, for: number, newKey: .random()) }
    let first = (0...IdempotencyKeys.limit).map(key)
    #expect(key(IdempotencyKeys.limit) == first[IdempotencyKeys.limit])
    #expect(key(1) == first[1])
    #expect(key(0) != first[0])
  }

  @Test func `hold no secret of a request, also after a conflict`() throws {
    // Made at run time, so that each copy of it is in the heap.
    let secret = ["xyzzy", "7319", "plugh"].joined(separator: "-")
    let report = Report(city: oslo, pass: Pass(secret), key: .example)
    for error in [ServiceError.timeout, .problem(status: 409, detail: "This city has a reporter.")] {
      // The whole input is the identity, and its secret is not part of it.
      let cancellable = keys.request(.report, for: report, newKey: .random()) { _ in
        Just(Result<String, ServiceError>.failure(error))
      }
      .sink { _ in }
      cancellable.cancel()
      var dumped = ""
      dump(keys, to: &dumped)
      #expect(!dumped.contains(secret))
      #expect(text(of: keys)?.contains(secret) != true)
    }
    // What the keys hold is found, and so is a secret that an object holds.
    #expect(text(of: keys)?.contains(#""name":"Oslo""#) != false)
    #expect(text(of: Holder(report))?.contains(secret) != false)
  }

  private final class Holder {
    private let list: [Report]
    init(_ report: Report) { list = [report] }
  }

  /// The memory of an object as text.
  private func text(of object: AnyObject) -> String? {
    reachableBytes(from: object).map { bytes in
      String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
  }
}
