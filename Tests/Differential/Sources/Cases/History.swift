/// What happened while a case was played, in order.
public struct History: Sendable {
  public private(set) var entries: [Entry] = []
  /// The number of the step of the script that is played; 0 while the chain is being subscribed.
  public var step = 0

  public init() {}

  public mutating func note(_ site: Site, _ mark: Mark, by number: Int = 0) {
    entries.append(Entry(step: step, site: site, number: number, mark: mark))
  }
}

/// One thing that happened.
public struct Entry: Equatable, Sendable, CustomStringConvertible {
  public let step: Int
  public let site: Site
  /// Which subscription it was, where there may be several in a site.
  public let number: Int
  public let mark: Mark

  public var description: String { "\(step) \(site)#\(number) \(mark)" }
}

/// Where something happened.
public enum Site: Hashable, Sendable, Comparable {
  /// At the subscriber.
  case subscriber
  /// At a source.
  case source(Int)
  /// In a closure of the operator of that index in the chain.
  case handler(Int)
  /// Behind the operator of that index, where there is a spy.
  case between(Int)
}

/// What happened.
public enum Mark: Equatable, Sendable {
  case subscription
  case value(Int)
  case finished
  case failed(Int)
  /// Values asked for, by request or in answer to a value; below zero all.
  case demand(Int)
  case cancel
  /// A closure was called, with this.
  case call(Int)
  case text(String)
  /// A promise was broken.
  case violation(String)

  public static let valueAfterTheEnd = "a value after the end"
}
