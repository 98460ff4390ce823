extension Case {
  /// Makes the case as small as the fault that it shows allows.
  ///
  /// - Parameter stays: Whether a smaller case shows the fault too.
  public func shrunk(while stays: (Case) -> Bool) -> Case {
    var best = self
    while let smaller = best.smaller().first(where: stays) { best = smaller }
    return best
  }

  /// The cases that are one part smaller.
  private func smaller() -> [Case] {
    var all: [Case] = []
    func add(_ change: (inout Case) -> Void) {
      var copy = self
      change(&copy)
      if copy != self { all.append(copy) }
    }
    for index in chain.indices { add { $0.chain.remove(at: index) } }
    for index in script.indices.reversed() { add { $0.script.remove(at: index) } }
    for key in plan.inside.keys.sorted() { add { $0.plan.inside[key] = nil } }
    for key in plan.calls.keys.sorted() { add { $0.plan.calls[key] = nil } }
    add { $0.plan.answers = [0] }
    if plan.first != -1 { add { $0.plan.first = -1 } }
    for index in sources.indices {
      let isUsed = index == 0 || chain.contains { $0.sources.contains(index) }
      switch sources[index] {
      case .never: break
      case .probe: if !isUsed { add { $0.sources[index] = .never } }
      case _ where !isUsed: add { $0.sources[index] = .never }
      case .sequence(let values), .record(let values, _):
        if !values.isEmpty { add { $0.sources[index] = .sequence(Array(values.dropLast())) } }
        add { $0.sources[index] = .probe }
      default: add { $0.sources[index] = .probe }
      }
    }
    return all
  }
}
