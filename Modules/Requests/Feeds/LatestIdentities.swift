/// The identities of the latest elements of a feed, at most as many as stated.
struct LatestIdentities<Identity: Hashable> {
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
