import Allocations
import Foundation
import Lookups
import StreamsCosts

// usage: costs [--list | --check]
//
// Without an option: what each operator costs, as a table of Markdown.
@main
enum Costs {
  static func main() {
    let options = CommandLine.arguments.dropFirst()
    let filters = options.filter { !$0.hasPrefix("--") }
    let rows = filters.isEmpty ? costs : costs.filter { row in filters.contains { row.title.contains($0) } }
    if options.contains("--list") {
      for name in Set(costs.map(\.name)).sorted() { print(name) }
    } else if options.contains("--check") {
      exit(rows.map(isSpecialised).contains(false) ? 1 : 0)
    } else {
      printTable(rows)
    }
  }

  private static func printTable(_ rows: [Cost]) {
    print("| operator | ns a value | with counted demand | ns a pipeline | allocations |")
    print("|---|---:|---:|---:|---:|")
    for row in rows {
      let values = row.values.map { nanoseconds($0(), events: 1_000) }
      let counted = row.countedValues.map { nanoseconds($0(), events: 1_000) }
      let life = nanoseconds(row.lives, events: 100)
      let before = allocations_count()
      row.lives(100)
      let allocations = (allocations_count() - before) / 100
      let cells = [row.title, values.map(text) ?? "", counted.map(text) ?? "", text(life), "\(allocations)"]
      print("| \(cells.joined(separator: " | ")) |")
    }
  }

  private static func text(_ nanoseconds: Double) -> String {
    nanoseconds < 100 ? String(format: "%.1f", nanoseconds) : String(format: "%.0f", nanoseconds)
  }

  /// The fastest of many short slices, per event.
  private static func nanoseconds(_ send: (Int) -> Void, events: Int) -> Double {
    send(events)
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .milliseconds(30))
    var fastest = Duration.seconds(1)
    var rounds = 0
    repeat {
      fastest = min(fastest, clock.measure { send(events) })
      rounds += 1
    } while clock.now < end || rounds < 5
    return fastest / .nanoseconds(events)
  }
}

// MARK: Whether everything is specialised

/// Whether a row calls the runtime for types as often for twice as many values.
private func isSpecialised(_ row: Cost) -> Bool {
  let portions: [(String, ((Int) -> Void)?)] = [
    ("values", row.values?()), ("values one at a time", row.countedValues?()), ("pipelines", row.lives),
  ]
  let unspecialised = portions.filter { what, send in
    guard let send else { return false }
    send(8)
    let once = lookups { send(16) }
    lookups_take_callers { _, _, _ in }
    let twice = lookups { send(32) }
    guard twice != once else { return false }
    print("\(row.title): \(Double(twice - once) / 16) calls of the runtime for each of the \(what):")
    lookups_take_callers { print("  0x\(String($0, radix: 16)) \(String(cString: $1!)) \($2)") }
    return true
  }
  return unspecialised.isEmpty
}

private func lookups(of work: () -> Void) -> Int {
  let before = lookups_count()
  work()
  return Int(lookups_count() - before)
}

extension Cost {
  var title: String { variant.isEmpty ? name : "\(name), \(variant)" }
}
