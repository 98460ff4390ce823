import Cases

/// Plays case after case for a time, and collects what differs.
final class Run {
  private let options: Options
  private var played = 0
  private var compared = 0
  private var classes: [String: (count: Int, seed: UInt64, report: String)] = [:]

  init(_ options: Options) {
    self.options = options
    if let included = options.included { Exclusion.include(included) }
  }

  /// Whether anything differs.
  var hasFound: Bool { !classes.isEmpty }

  func start() {
    if let seed = options.seed { return show(seed) }
    let end = ContinuousClock.now + .seconds(options.seconds)
    var seed = options.from
    while ContinuousClock.now < end {
      for _ in 0..<100 {
        play(seed)
        seed += 1
      }
    }
  }

  /// Plays a case: ours alone as it is, and with the peer what of it is not excluded.
  private func play(_ seed: UInt64) {
    CrashReporter.seed = seed
    played += 1
    let script = Case(seed: seed, of: options.operators, length: options.length)
    let admitted = Exclusion.admitted(script)
    if admitted != script { judge(Trial(script, withPeer: false), seed) }
    guard let admitted else { return }
    compared += 1
    judge(Trial(admitted, withPeer: true), seed)
  }

  private func show(_ seed: UInt64) {
    play(seed)
    let script = Case(seed: seed, of: options.operators, length: options.length)
    if let exclusion = Exclusion.of(script) { print("\(script.text)\nexcluded: \(exclusion.reason)\n") }
    print(Trial(Exclusion.admitted(script) ?? script, withPeer: Exclusion.admitted(script) != nil).report(nil))
  }

  private func judge(_ trial: Trial, _ seed: UInt64) {
    guard let difference = trial.difference else { return }
    let small = trial.shrunk(difference)
    let smallest = small.difference ?? difference
    let signature = small.signature(smallest)
    if classes[signature] == nil { classes[signature] = (0, seed, small.report(smallest)) }
    classes[signature]?.count += 1
  }

  func report() {
    for (signature, found) in classes.sorted(by: { $0.value.count < $1.value.count }) {
      print("\n== \(found.count) times, seed \(found.seed): \(signature)\n\(found.report)")
    }
    let counts = "cases played: \(played), with the peer: \(compared), classes of differences: \(classes.count)"
    print("\n\(counts); last seed \(CrashReporter.seed)")
  }
}
