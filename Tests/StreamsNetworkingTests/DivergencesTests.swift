import ExpectSupport
import Foundation
import Streams
import StreamsNetworking
import StreamsSupport
import StreamsTesting
import Support
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The difference from Combine that `FromCombineToStreams` lists for data tasks.
@Suite(.timeLimit(.minutes(30))) struct DivergencesTests {
  /// Combine resumes it at each request.
  @Test func `a data task is resumed once`() async {
    let (heard, hear) = AsyncStream.makeStream(of: String.self)
    let (session, url) = StandInProtocol.session("once.test", .answer(status: 200, Data())) { hear.yield($0) }
    let recorder = RecordingSubscriber<URLSession.DataTaskPublisher.Output, URLError>(demand: .max(1))
    session.dataTaskPublisher(for: url).handleEvents(receiveCompletion: { _ in hear.finish() }).subscribe(recorder)
    recorder.request(.max(1))
    for await _ in heard {}
    expectEqual(StandInProtocol.events("once.test").count { $0 == "start" }, 1)
  }
}
