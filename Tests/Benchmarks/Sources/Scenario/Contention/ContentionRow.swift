/// One line of the table of contention: what several threads feed at the same time.
///
/// The raw value is the title, and what `--filter` looks into.
public enum ContentionRow: String, CaseIterable, Sendable, Codable {
  case subject = "subject"
  case currentValue = "current value subject"
  case share = "share, two subscribers"
  case merge = "merge"
  case combineLatest = "combineLatest"
  case zip = "zip"
  case flatMap = "flatMap"
  case switchToLatest = "switchToLatest, one thread switches"
  case buffer = "flatMap -> buffer(.keepFull)"
  case receiveOnQueue = "receive(on:) a queue"
  case sendDuringChurn = "send while others subscribe and cancel"
  case churn = "subscribe and cancel while others send"
}

extension ContentionRow {
  /// The title.
  public var title: String { rawValue }

  /// What the row is compared with.
  public var rival: Rival {
    switch self {
    case .merge: .flatMapOfPeer
    case .combineLatest: .lock
    default: .peer
    }
  }

  /// What a row is compared with.
  public enum Rival: String, Sendable {
    case peer = "same operator"
    /// OpenCombine has no `merge`; `flatMap` over the same publishers does the same.
    case flatMapOfPeer = "its flatMap"
    /// OpenCombine has no `combineLatest`.
    case lock = "plain lock"

    /// The side that runs it.
    var side: Options.Side { self == .lock ? .plain : .peer }
  }
}
