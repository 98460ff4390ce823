import ExpectSupport
import Foundation
import JSON
import Locking
import Requests
import RequestsSupport
import Streams
import Testing

@Suite struct WrappedBackendTests {
  /// Writes each request and answer as lines of JSON, and replays the answers in their order. It knows no operation.
  private final class Tape: Sendable {
    private let state = LockedValue((lines: [String](), next: 0))
    private let isReplay: Bool

    init(replaying lines: [String]? = nil) {
      isReplay = lines != nil
      state.withLock { $0.lines = lines ?? [] }
    }

    var lines: [String] { state.withLock { $0.lines } }

    func intercept(_ request: ServiceRequest, _ next: (ServiceRequest) -> ServiceUpdates) -> ServiceUpdates {
      guard isReplay else {
        return next(request).handleEvents(
          receiveSubscription: { _ in self.write(request.name, request.inputCodec.json(request.input)) },
          receiveOutput: {
            if case .answer(let answer) = $0 { self.write("answer", request.outputCodec.json(answer)) }
          },
          receiveCompletion: { if case .failure(let error) = $0 { self.write("failure", error.json) } }
        )
        .eraseToAnyPublisher()
      }
      return Deferred { self.next(request).publisher }.eraseToAnyPublisher()
    }

    private func write(_ word: String, _ json: [UInt8]) {
      state.withLock { $0.lines.append("\(word) \(String(decoding: json, as: UTF8.self))") }
    }

    private func next(_ request: ServiceRequest) -> Result<ServiceUpdate, ServiceError> {
      let line = state.withLock { state in
        defer { state.next += 2 }
        return state.lines[state.next + 1]
      }
      let json = JSONText(scanned: Array(line.utf8.drop { $0 != 0x20 }.dropFirst())[...])
      if line.hasPrefix("failure"), let error = ServiceError(json) { return .failure(error) }
      return request.outputCodec.read(json).map { .success(.answer($0)) } ?? .failure(.decoding)
    }
  }

  /// Asks for everything once, and for weather that is not known.
  private func answers(of backend: Backend) -> [String] {
    let report = Report(city: oslo, pass: Pass("xyzzy-7319"), key: .example)
    return [
      backend.answer(.weather, oslo).answerText, backend.answer(.report, report).answerText,
      backend.answer(.cities).answerText, backend.answer(.weather, City(name: "Bergen")).answerText,
    ]
  }

  @Test func `sees the answer of a transfer, whose progress passes`() {
    let base = Backend.handlers([
      ServiceHandler(transferring: .weather) { _ in
        [
          .progress(TransferProgress(.sent, 1, of: 2)),
          .answer(Weather(degrees: 7, date: Date(timeIntervalSince1970: 0))),
        ].publisher.setFailureType(to: ServiceError.self).eraseToAnyPublisher()
      }
    ])
    let tape = Tape()
    var updates: [TransferUpdate<Weather>] = []
    let transfer = base.wrapped(tape.intercept).transfer(.weather, oslo)
      .sink(receiveCompletion: { _ in }, receiveValue: { updates.append($0) })
    #expect(updates.first == .progress(TransferProgress(.sent, 1, of: 2)) && updates.last?.answer?.degrees == 7)
    expectEqual(tape.lines.count, 2)
    transfer.cancel()
  }

  @Test func `sees feeds, too`() {
    let backend = Backend.handlers([
      ServiceHandler(publishing: .texts) { Just("a").setFailureType(to: ServiceError.self).eraseToAnyPublisher() }
    ])
    let tape = Tape()
    expectEqual(
      Recording(backend.wrapped(tape.intercept).follow(.texts)).soFar.outcome.values,
      [.condition(.open), .element("a")])
    expectEqual(tape.lines, ["texts null"])
  }

  @Test func `sees every operation, and no secret`() {
    let tape = Tape()
    _ = answers(of: station.wrapped(tape.intercept))
    expectEqual(
      tape.lines,
      [
        #"weather {"country":"NO","name":"Oslo"}"#,
        #"answer {"date":"2025-12-01T16:04:05.25Z","degrees":7}"#,
        #"report {"city":{"country":"NO","name":"Oslo"},"key":"key"}"#,
        #"answer "thanks for Oslo""#,
        "cities null",
        #"answer [{"country":"NO","name":"Oslo"}]"#,
        #"weather {"country":null,"name":"Bergen"}"#,
        #"failure {"code":404,"detail":"Nobody looks there.","kind":"problem"}"#,
      ])
  }

  @Test func `answers without a call`() {
    let tape = Tape()
    let recorded = answers(of: station.wrapped(tape.intercept))
    let replay = Backend.handlers([]).wrapped(Tape(replaying: tape.lines).intercept)
    expectEqual(answers(of: replay), recorded)
  }

  @Test func `starts nothing before a subscription`() {
    let tape = Tape()
    let publisher = station.wrapped(tape.intercept).answer(.cities)
    #expect(tape.lines.isEmpty)
    _ = publisher.answerText
    expectEqual(tape.lines.count, 2)
  }

  @Test func `is seen first if it is added last`() {
    let (inner, outer) = (Tape(), Tape(replaying: ["cities null", #"failure {"kind":"cancelled"}"#]))
    let backend = station.wrapped(inner.intercept).wrapped(outer.intercept)
    expectEqual(Recording(backend.answer(.cities)).soFar.outcome.error, .cancelled)
    #expect(inner.lines.isEmpty)
  }
}
