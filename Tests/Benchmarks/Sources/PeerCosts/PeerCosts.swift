import Scenario

/// The rows that the peer has, by section as those of Streams.
public var peerCosts: [Cost] {
  subjects + subscribers + origins + oneUpstream + reducing + timing + severalUpstreams + sharing
}
