/// Numbers that several threads send at the same time.
public enum Stress {
  /// How many numbers each thread sends.
  public static let count = 300
  /// How many threads send.
  public static let threads = 3

  /// Calls a closure from each thread with the numbers of that thread, in order.
  public static func send(_ send: @escaping @Sendable (Int) -> Void) {
    together(
      (0..<threads).map { thread in
        { @Sendable in for number in 0..<count { send(thread * count + number) } }
      })
  }

  /// Whether every number arrived once, and those of one thread in order.
  public static func isComplete(_ values: [Int]) -> Bool {
    values.sorted() == Array(0..<threads * count)
      && (0..<threads).allSatisfy { thread in
        let own = values.filter { $0 / count == thread }
        return own == own.sorted()
      }
  }
}
