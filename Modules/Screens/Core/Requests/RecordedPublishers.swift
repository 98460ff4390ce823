public import Requests
public import Streams
import StreamsExtras

extension AppEnvironment {
  /// What a value of the environment publishes by itself, such as the state of a connection, on the ``main`` scheduler. A
  /// recording has each element, and a replay publishes them at the same points in place of the publisher.
  ///
  /// ```swift
  /// extension ServiceFeed<Void, Bool> {
  ///   static var connections: Self { Self("connections") }
  /// }
  ///
  /// func follow(_ network: AnyPublisher<Bool, Never>, _ environment: AppEnvironment) -> AnyCancellable {
  ///   environment.recorded(network, as: .connections).sink { isConnected in print(isConnected) }
  /// }
  /// ```
  ///
  /// What is published without it changes states without a cause that a recording knows: the recording says so, and a replay
  /// ends there.
  ///
  /// - Demand: The publisher is asked for everything, because a subject drops what was not asked for. What waits for the app has
  ///   the feed's window as its bound, and more ends the publisher.
  /// - Completion: That of the publisher, after its elements.
  /// - Parameters:
  ///   - publisher: What publishes.
  ///   - feed: The name under which a recording has it, and how an element is written.
  public func recorded<Element>(
    _ publisher: some Publisher<Element, Never>, as feed: ServiceFeed<Void, Element>
  ) -> AnyPublisher<Element, Never> {
    let events = feed.publisher { source in
      publisher.sink { _ in
        source.send(completion: .finished)
      } receiveValue: {
        source.send($0)
      }
    }
    let recorded = feedRecorder?.recorded(events, of: feed) ?? events
    return recorded.paced(on: main).elements().catch { [reporter] error in
      Reporter.report(fault: error.message, to: reporter)
      return Empty<Element, Never>()
    }
    .eraseToAnyPublisher()
  }
}
