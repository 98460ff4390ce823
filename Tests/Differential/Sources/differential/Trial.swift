import Cases
import PeerSide
import StreamsSide

/// A case and what both libraries make of it.
struct Trial {
  let script: Case
  let ours: History
  /// What ours makes of it with a spy behind each operator.
  let spied: History
  /// What the peer makes of it, unless the case is excluded.
  let peers: History?

  init(_ script: Case, withPeer: Bool) {
    self.script = script
    CrashReporter.script = script
    CrashReporter.side = "Streams"
    ours = StreamsSide.play(script)
    spied = StreamsSide.play(script, isSpied: true)
    CrashReporter.side = "the peer"
    peers = withPeer ? PeerSide.play(script) : nil
  }

  var difference: Difference? { Difference.first(in: self) }

  /// The smallest case that shows a difference of the same kind.
  func shrunk(_ difference: Difference) -> Trial {
    let needsPeer = difference.kind.needsPeer
    let smallest = script.shrunk { smaller in
      if needsPeer, Exclusion.of(smaller) != nil { return false }
      return Trial(smaller, withPeer: needsPeer).difference?.kind == difference.kind
    }
    return Trial(smallest, withPeer: needsPeer)
  }

  /// What differences of one cause have in common.
  func signature(_ difference: Difference) -> String {
    let site = "\(difference.site)".prefix { $0 != "(" }
    return "\(difference.kind) at \(site) of \(script.chain.map(\.name).joined(separator: " "))"
  }

  /// The case, the difference, and what was made of it by each side that the difference is about.
  func report(_ difference: Difference?) -> String {
    var lines = [script.text]
    if let difference { lines.append("\(difference.kind) at \(difference.site) \(difference.text)") }
    for (name, history) in [("ours", ours), ("ours, spied", spied), ("peer", peers)] {
      guard let history, name != "ours, spied" || difference?.kind.needsPeer == false else { continue }
      lines.append("\(name):")
      lines += history.entries.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

extension Case {
  /// All of it, in lines.
  var text: String {
    """
    sources  \(sources)
    chain    \(chain)
    plan     \(plan)
    script   \(script.enumerated().map { "\($0 + 1): \($1)" }.joined(separator: ", "))
    """.replacing(/Cases\.\w+\./, with: "")
  }
}
