package import Requests
package import Streams

/// Records feeds, or plays recorded ones.
package protocol FeedRecorder {
  /// What takes the place of the events of a feed.
  func recorded<Element>(
    _ events: AnyPublisher<FeedEvent<Element>, ServiceError>, of feed: ServiceFeed<Void, Element>
  ) -> AnyPublisher<FeedEvent<Element>, ServiceError>
}

extension AppEnvironment {
  /// What a recording, or its replay, puts in the place of publishers that are recorded as feeds; `nil` without one.
  package var feedRecorder: (any FeedRecorder)? {
    get { self[ofApp: (any FeedRecorder).self] }
    set { self[ofApp: (any FeedRecorder).self] = newValue }
  }
}
