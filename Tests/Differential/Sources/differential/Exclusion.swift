import Cases

/// A class of cases that says nothing, because the peer does something else than Combine.
struct Exclusion {
  let reason: String
  let covers: @Sendable (Case) -> Bool

  init(_ reason: String, _ covers: @escaping @Sendable (Case) -> Bool) {
    self.reason = reason
    self.covers = covers
  }

  /// The exclusion that covers a case.
  static func of(_ script: Case) -> Exclusion? { inForce.first { $0.covers(script) } }

  /// The case without what is excluded; nothing if nothing is left.
  static func admitted(_ script: Case) -> Case? {
    var left = script
    if of(left) != nil { left.script.removeAll { $0 == .attach } }
    if of(left) != nil { left.script.removeAll { $0 == .request(0) } }
    if of(left) != nil { left.plan.inside = [:] }
    if of(left) != nil { left.plan.calls = [:] }
    while of(left) != nil, !left.chain.isEmpty {
      let ways = left.chain.indices.map { index in
        var way = left
        way.chain.remove(at: index)
        return way
      }
      left = ways.first { of($0) == nil } ?? ways[0]
    }
    return of(left) == nil ? left : nil
  }

  // Unsafe because it is changed before the first case alone, and one thread runs.
  nonisolated(unsafe) private static var inForce = all

  /// Leaves out the exclusions whose reason contains a text.
  static func include(_ text: String) { inForce.removeAll { $0.reason.contains(text) } }

  static let all = [
    Exclusion("The peer has no such operator.") { $0.chain.contains(where: \.isOurs) },
    Exclusion("The peer delivers what is sent from inside a delivery inside it.") { $0.sendsInside },
    Exclusion("Combine's closures are not said to be safe from cancels and demands in them.") {
      !$0.plan.calls.isEmpty
    },
    Exclusion("The peer's subjects and futures call their subscribers in random order.") {
      $0.sources.contains(where: \.isSubject) && ($0.attaches || $0.has("flatMap"))
    },
    Exclusion("The peer's output(at:), output(in:) and prefix(_:) do not finish with their last value.") {
      $0.has("outputAt", "outputIn", "prefix")
    },
    Exclusion("The peer's replaceEmpty asks for everything at once.") {
      $0.has("replaceEmpty") && ($0.isThrifty || $0.has("buffer", "flatMap", "subscribeOn"))
    },
    Exclusion("The peer's replaceError sends its value twice where more is asked for from inside it.") {
      $0.has("replaceError", "assertNoFailure", "autoconnect") && ($0.isThrifty || !$0.plan.inside.isEmpty)
    },
    Exclusion("The peer's replaceError asks for what measureInterval returns, without end.") {
      $0.has("replaceError", "assertNoFailure", "autoconnect") && $0.has("measureInterval")
    },
    Exclusion("The peer's zip loses demand that is returned for a value, and cancels late when a side fails.") {
      $0.has("zip", "zip3") && ($0.isThrifty || $0.has("buffer", "flatMap", "retry"))
    },
    Exclusion("The peer's zip may finish before it hands out its subscription.") {
      $0.has("zip", "zip3") && (!$0.isDriven || $0.sources.contains(.passthrough))
    },
    Exclusion("The peer keeps the end of what sends at most one value, if there is none, until a value is asked for.") {
      $0.isThrifty
        && $0.has(
          "first", "firstWhere", "tryFirstWhere", "last", "lastWhere", "tryLastWhere", "min", "max", "minBy", "maxBy",
          "tryMin", "tryMax")
    },
    Exclusion("The peer's flatMap leaves the outer publisher running when an inner one fails.") {
      $0.has("flatMap") && $0.mayFail
    },
    Exclusion("The peer's flatMap asks an inner publisher for more between two values that waited.") {
      $0.has("flatMap") && $0.cancelsInside
    },
    Exclusion("The peer's drop(untilOutputFrom:) asks for none in place of what it drops.") {
      $0.has("dropUntil") && ($0.isThrifty || $0.has("buffer", "flatMap"))
    },
    Exclusion("The peer's prefix and drop(untilOutputFrom:) hand out their subscription after a trigger's end.") {
      $0.has("prefixUntil", "dropUntil") && (!$0.isDriven || $0.sources.contains(.passthrough))
    },
    Exclusion("What is shared stays connected in the peer when its first subscriber has cancelled by then.") {
      $0.has("share", "multicast", "multicastCurrent", "autoconnect")
        && ($0.cancelsInside || !$0.isDriven || $0.has("prependValues"))
        || $0.has("multicastCurrent") && $0.chain.count > 1
    },
    Exclusion(
      "The peer's share connects anew for those who come after the end, and calls its subscribers in random order."
    ) {
      $0.has("share", "multicast", "multicastCurrent", "autoconnect") && ($0.has("retry") || $0.attaches)
    },
    Exclusion("The peer's zip crashes behind some operators.") {
      $0.chain.dropFirst().contains { $0.name.hasPrefix("zip") }
    },
    Exclusion("Some operators of the peer hand out a subscription before they have one.") {
      $0.chain.dropLast().contains(.subscribeOn)
    },
    Exclusion(
      "The peer's buffer asks upstream before downstream has its subscription, and may keep the end for itself."
    ) {
      $0.has("buffer") && ($0.isThrifty || !$0.isDriven || $0.has("prepend", "prependValues", "autoconnect"))
    },
    Exclusion("The peer's timeout begins anew when values are asked for.") { $0.has("timeout") && $0.isThrifty },
    Exclusion("What falls due at the same time as a timeout may come before or after it.") {
      $0.has("timeout") && $0.chain.count(where: \.isTimed) > 1
    },
    Exclusion("The peer's flatMap goes on after the cancel with what has waited.") {
      $0.has("flatMap", "flatMapJust") && $0.isThrifty && $0.chain.count > 1
    },
    Exclusion("The peer's ignoreOutput asks for as many values as downstream does, though none will come.") {
      $0.has("ignoreOutput") && $0.isThrifty
    },
    Exclusion("The peer's throttle sends the first of the values that come before its first job, latest or not.") {
      $0.has("throttle") && ($0.chain.count > 1 || $0.hurries)
    },
    Exclusion("The peer's throttle drops a value that is asked for between its arrival and the first job.") {
      $0.has("throttle") && $0.isThrifty
    },
    Exclusion("The peer's throttle sends nothing at the end of an interval where the first value of each counts.") {
      $0.chain.contains { if case .throttle(_, latest: false) = $0 { true } else { false } }
    },
    Exclusion("The peer's receive(on:), delay and debounce send what is due after the end or the cancel.") {
      $0.chain.dropLast().contains { ["receiveOn", "delay", "debounce"].contains($0.name) }
    },
    Exclusion("The peer's print and handleEvents go on after the cancel.") {
      $0.has("print", "handleEvents") && ($0.chain.count > 1 || $0.cancelsInside)
    },
    Exclusion("The peer's append has asked for more where an end waits for demand.") {
      $0.has("append") && $0.has("subscribeOn")
    },
    Exclusion("The peer's subscribe(on:) passes on the demand that is returned by whoever has cancelled.") {
      $0.has("subscribeOn") && $0.cancelsInside
    },
    Exclusion("The peer's throttle asks upstream before downstream has its subscription.") {
      $0.has("throttle") && !$0.isDriven
    },
    Exclusion("The peer's share stops the program at a request for no value.") {
      $0.has("share") && $0.asksForNothing
    },
  ]
}

extension Case {
  func has(_ names: String...) -> Bool { chain.contains { names.contains($0.name) } }
  /// Whether the subscriber does not ask for everything at first.
  var isThrifty: Bool { plan.first >= 0 }
  /// Whether the script alone decides when the sources send something.
  var isDriven: Bool { sources.allSatisfy { [.probe, .never, .passthrough].contains($0) } }
  /// Whether a source may fail.
  var mayFail: Bool { !isDriven || script.contains { if case .fail = $0 { true } else { false } } }
  var sendsInside: Bool {
    plan.inside.values.contains { $0 != .cancel && $0 != .attach && !$0.isRequest }
  }
  var cancelsInside: Bool { plan.inside.values.contains(.cancel) }
  /// Whether values come with no time between them.
  var hurries: Bool {
    zip(script, script.dropFirst()).contains { a, b in
      if case .advance = a { return false }
      if case .send = b { return true }
      return false
    }
  }
  var asksForNothing: Bool { script.contains(.request(0)) }
  /// Whether there are several subscribers.
  var attaches: Bool { script.contains(.attach) || plan.inside.values.contains(.attach) }
}
