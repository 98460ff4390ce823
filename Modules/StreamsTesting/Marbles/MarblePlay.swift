import Streams

/// The error that `#` in a marble diagram stands for.
public struct MarbleFailure: Error, Equatable {
  /// Creates a failure.
  public init() {}
}

/// The publishers of a marble diagram, by the names of their rows: `rows.a` or `rows["a"]`.
@dynamicMemberLookup
public struct MarbleInputs {
  let probes: [String: ProbePublisher<String, MarbleFailure>]

  /// The publisher of a row. The program stops if the diagram has no such row.
  public subscript(name: String) -> ProbePublisher<String, MarbleFailure> {
    guard let probe = probes[name] else { preconditionFailure("The diagram has no row named \"\(name)\"") }
    return probe
  }

  /// The publisher of a row. The program stops if the diagram has no such row.
  public subscript(dynamicMember name: String) -> ProbePublisher<String, MarbleFailure> { self[name] }
}

extension MarbleDiagram {
  /// Plays the diagram with a publisher, and returns a diagram of what happened.
  ///
  /// Time advances for a hundred frames after the last one in the diagram, so that late events appear too.
  ///
  /// ```swift
  /// let diagram = try MarbleDiagram("a: -1-2-|\nresult: -1-2-|")
  /// #expect(diagram.played { rows, _ in rows.a.removeDuplicates() } == diagram)
  /// ```
  ///
  /// - Parameters:
  ///   - frame: The length of a frame; one second by default.
  ///   - make: A closure that returns the publisher to test, made from the publishers of the diagram and a scheduler whose
  ///     time is zero.
  /// - Returns: A diagram with the same rows: `result` and the upstream rows as they happened, the others unchanged. An event
  ///   that does not happen at the beginning of a frame is drawn with its time in frames, as in `[2@5.5]`.
  public func played<P: Publisher>(
    frame: TestScheduler.SchedulerTimeType.Stride = 1, _ make: (MarbleInputs, TestScheduler) -> P
  ) -> MarbleDiagram {
    precondition(frame > 0, "A frame must have a length")
    let scheduler = TestScheduler()
    var probes: [String: ProbePublisher<String, MarbleFailure>] = [:]
    for row in rows where row.kind == .input { probes[row.name] = ProbePublisher(row.name, on: scheduler) }
    let publisher = make(MarbleInputs(probes: probes), scheduler)

    let demandRow = rows.first { $0.kind == .demand }
    let first = demandRow.map { $0.frames.first.map(total) ?? .none } ?? .unlimited
    let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: first, on: scheduler)
    for index in 0..<length {
      for row in rows where index < row.frames.count && !row.frames[index].isEmpty {
        let symbols = row.frames[index]
        let date = TestScheduler.SchedulerTimeType(sinceStart: .nanoseconds(frame.magnitude * index))
        switch row.kind {
        case .input: scheduler.schedule(after: date) { for symbol in symbols { probes[row.name]?.perform(symbol) } }
        case .demand: if index > 0 { scheduler.schedule(after: date) { recorder.request(total(symbols)) } }
        case .cancel: scheduler.schedule(after: date) { recorder.cancel() }
        case .result, .upstream: break
        }
      }
    }
    // After the rows, so that they precede work that is scheduled at the subscription.
    publisher.subscribe(recorder)
    scheduler.advance(by: .nanoseconds(frame.magnitude * (length + 100)))
    defer { recorder.cancel() }
    return MarbleDiagram(
      rows: rows.map { row in
        switch row.kind {
        case .input, .demand, .cancel: return row
        case .result:
          return drawn(row.name, recorder.entries.map { ($0.time, $0.event.symbol) }, frame)
        case .upstream(let name):
          return drawn(row.name, (probes[name]?.log ?? []).map { ($0.time, $0.event.symbol) }, frame)
        }
      })
  }
}

private func total(_ symbols: [MarbleSymbol]) -> Subscribers.Demand {
  symbols.reduce(.none) { sum, symbol in
    if case .demand(let demand) = symbol { sum + demand } else { sum }
  }
}

private func drawn(
  _ name: String, _ events: [(time: TestScheduler.SchedulerTimeType?, symbol: MarbleSymbol?)],
  _ frame: TestScheduler.SchedulerTimeType.Stride
) -> MarbleRow {
  var row = MarbleRow(name)
  for case (let time?, let symbol?) in events {
    let (index, rest) = time.sinceStart.magnitude.quotientAndRemainder(dividingBy: frame.magnitude)
    let exact = Double(time.sinceStart.magnitude) / Double(frame.magnitude)
    row.add(rest == 0 ? symbol : .value("\(symbol.text)@\(exact)"), at: index)
  }
  return row
}

extension ProbePublisher<String, MarbleFailure> {
  fileprivate func perform(_ symbol: MarbleSymbol) {
    switch symbol {
    case .value(let value): if outstanding > .none { send(value) }
    case .finish: send(completion: .finished)
    case .failure: send(completion: .failure(MarbleFailure()))
    case .subscribe, .cancel, .demand, .additional: break
    }
  }
}

extension RecordingSubscriber.Event {
  fileprivate var symbol: MarbleSymbol? {
    switch self {
    case .subscription: nil
    case .value(let value): .value("\(value)")
    case .completion(.finished): .finish
    case .completion(.failure): .failure
    }
  }
}

extension ProbeEvent {
  fileprivate var symbol: MarbleSymbol {
    switch self {
    case .subscribe: .subscribe
    case .request(let demand): .demand(demand)
    case .additional(let demand): .additional(demand)
    case .cancel: .cancel
    }
  }
}
