import Allocations
import Foundation
import Lookups
import Scenario
import StreamsCosts

#if PEER
  import PeerCosts
#endif

// usage: costs [--list | --check | --peer] [TEXT...]
//
// Without an option: what operators cost, as tables of Markdown. --peer: beside the peer. TEXT: only rows whose title contains it.
@main
enum Costs {
  static func main() {
    let options = CommandLine.arguments.dropFirst()
    let filters = options.filter { !$0.hasPrefix("--") }
    let sections = costs.map { section in
      let rows = section.rows.filter { row in filters.isEmpty || filters.contains { row.title.contains($0) } }
      return (title: section.title, rows: rows)
    }.filter { !$0.rows.isEmpty }
    if options.contains("--list") {
      for name in Set(sections.flatMap(\.rows).map(\.name)).sorted() { print(name) }
    } else if options.contains("--check") {
      let rows = sections.flatMap(\.rows)
      let unspecialised = rows.count { !isSpecialised($0) }
      if unspecialised == 0 { print("\(rows.count) rows call nothing of the runtime for an element.") }
      exit(unspecialised == 0 ? 0 : 1)
    } else if options.contains("--peer") {
      #if PEER
        printRatios(sections.flatMap(\.rows), beside: peerCosts)
      #endif
    } else {
      for section in sections {
        print("\n### \(section.title)\n")
        printTable(section.rows)
      }
    }
  }
}

// MARK: What a row costs

private func printTable(_ rows: [Cost]) {
  let hasValues = rows.contains { $0.values != nil }
  print(hasValues ? "| | element | counted | pipeline | allocations |" : "| | pipeline | allocations |")
  print(hasValues ? "|---|---:|---:|---:|---:|" : "|---|---:|---:|")
  for row in rows {
    let portions = hasValues ? [row.values, row.countedValues] : []
    let times = portions.map { $0.map { text(nanoseconds($0(), events: 1_000)) } ?? "" }
    let life = text(nanoseconds(row.lives, events: 100))
    let before = allocations_count()
    row.lives(100)
    let cells = ["`\(row.name)`\(row.variant.isEmpty ? "" : ", " + row.variant)"] + times + [life]
    print("| \((cells + ["\((allocations_count() - before) / 100)"]).joined(separator: " | ")) |")
  }
}

/// How many times as fast as the peer each row is that the peer has, and the times of both.
private func printRatios(_ rows: [Cost], beside peer: [Cost]) {
  let peer = Dictionary(uniqueKeysWithValues: peer.map { ($0.title, $0) })
  for row in rows {
    guard let other = peer[row.title] else { continue }
    let kinds = [("element", row.values, other.values), ("counted", row.countedValues, other.countedValues)]
    var times = kinds.compactMap { kind, own, other in
      own.flatMap { own in other.map { (kind, nanoseconds(own(), events: 1_000), nanoseconds($0(), events: 1_000)) } }
    }
    times.append(("pipeline", nanoseconds(row.lives, events: 100), nanoseconds(other.lives, events: 100)))
    for (kind, own, other) in times {
      print(String(format: "%7.2f  %8.1f %8.1f  ", other / own, own, other) + "\(row.title): \(kind)")
    }
  }
}

private func text(_ nanoseconds: Double) -> String { String(format: "%.0f", nanoseconds) }

/// The fastest of many short slices, per event.
private func nanoseconds(_ send: (Int) -> Void, events: Int) -> Double {
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

// MARK: Whether a row is specialised

/// Whether a row calls the runtime for its types as often for twice as many elements.
private func isSpecialised(_ row: Cost) -> Bool {
  [("elements", row.values), ("elements requested one by one", row.countedValues)].allSatisfy { name, make in
    guard let send = make?() else { return true }
    // Until buffers have grown. A timer that fires once may call it, too, so the least of several differences counts.
    send(64)
    let additional =
      (0..<3).map { _ in
        let once = lookups { send(16) }
        lookups_take_callers { _, _, _ in }
        return abs(lookups { send(32) } - once)
      }.min() ?? 0
    guard additional > 0 else { return true }
    print("\(row.title): \(Double(additional) / 16) calls of the runtime for each of its \(name), from:")
    lookups_take_callers { caller, function, count in
      guard count >= 16 else { return }
      print("  0x\(String(caller, radix: 16)) \(String(cString: function!)), \(count) times for 32")
    }
    return false
  }
}

private func lookups(of work: () -> Void) -> Int {
  let before = lookups_count()
  work()
  return Int(lookups_count() - before)
}
