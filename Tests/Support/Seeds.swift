import Foundation

/// How many cases a random test plays: a few in `swift test`, and many in CI.
///
/// `TRIBUTARY_SEEDS=10 swift test --filter Random` plays ten times as many.
public enum Seeds {
  /// How many times the few cases are played.
  public static let factor = ProcessInfo.processInfo.environment["TRIBUTARY_SEEDS"].flatMap { Int($0) } ?? 1

  /// The seeds from 0 on.
  ///
  /// - Parameter few: how many there are without `TRIBUTARY_SEEDS`.
  public static func first(_ few: Int) -> [UInt64] { (0..<UInt64(few * factor)).map { $0 } }
}
