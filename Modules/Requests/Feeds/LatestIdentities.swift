import Locking

/// The identities of the latest elements of a feed, at most as many as stated.
struct LatestIdentities<Identity: Hashable & Sendable>: Sendable {
  private let capacity: Int
  private var known: Set<Identity> = []
  /// The known identities, the oldest at `next` once there are as many as may be.
  private var ring: [Identity] = []
  private var next = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Remembers an identity in place of the oldest one.
  ///
  /// - Returns: whether it was not known.
  mutating func insert(_ identity: Identity) -> Bool {
    guard known.insert(identity).inserted else { return false }
    if ring.count < capacity {
      ring.append(identity)
    } else {
      known.remove(ring[next])
      ring[next] = identity
      next = (next + 1) % capacity
    }
    return true
  }
}

/// Tells the elements of a feed that are new, from any thread.
final class RepeatFilter<Identity: Hashable & Sendable>: Sendable {
  private let identities: LockedValue<LatestIdentities<Identity>>

  init(capacity: Int) { identities = LockedValue(LatestIdentities(capacity: capacity)) }

  /// Remembers an identity.
  ///
  /// - Returns: whether it was not known.
  func insert(_ identity: Identity) -> Bool { identities.withLock { $0.insert(identity) } }
}
