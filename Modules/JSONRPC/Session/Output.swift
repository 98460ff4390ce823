/// Where a session's frames go. `Writer` is the one that never blocks; a test may simply collect.
public protocol Output: AnyObject {
  /// Takes frames that must all be written, after everything taken before.
  func send(_ frames: [UInt8])

  /// Takes a frame that replaces an earlier one of the same key, in the earlier one's place, as long as that one is
  /// not being written yet.
  func update(_ key: String, _ frame: [UInt8])
}
