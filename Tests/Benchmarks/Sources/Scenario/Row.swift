/// One line of the table: what is measured, on every side that can run it.
///
/// The raw value is the title, and what `--filter` looks into.
public enum Row: String, CaseIterable, Sendable {
  // A subject and operators with one upstream.
  case sink = "subject -> sink"
  case mapFilter = "subject -> map -> filter -> sink"
  case genericMapFilter = "generic in another module: map -> filter"
  case erasedMapFilter = "two eraseToAnyPublisher: map -> filter"
  case oneAtATime = "demand of one at a time: map -> filter"
  case classPayload = "class payload: map -> filter"
  case stringPayload = "String payload: map -> filter"
  case sequence = "sequence -> map -> filter -> sink"
  case removeDuplicates = "subject -> removeDuplicates -> sink"
  case scan = "subject -> scan -> sink"
  case prefixWhile = "subject -> prefix(while:) -> sink"
  case reduce = "subject -> reduce -> sink"
  case currentValue = "current value subject -> sink"

  // Chains of equal operators: the longer one shows where specialisation is lost.
  case map4 = "chain: map x 4"
  case map8 = "chain: map x 8"
  case map16 = "chain: map x 16"
  case removeDuplicates4 = "chain: removeDuplicates x 4"
  case removeDuplicates8 = "chain: removeDuplicates x 8"
  case removeDuplicates16 = "chain: removeDuplicates x 16"
  case flatMapJust4 = "chain: flatMap { Just } x 4"
  case flatMapJust8 = "chain: flatMap { Just } x 8"
  case flatMapJust16 = "chain: flatMap { Just } x 16"

  // Several upstreams.
  case combineLatest = "combineLatest of two, one moving"
  case zip = "zip of two"
  case zipSkew = "zip, one side 2,000 ahead"
  case merge = "merge of two"
  case flatMapJust = "flatMap { Just }"
  case flatMapSequence = "flatMap { one-element sequence }"
  case switchToLatest = "map { Just }.switchToLatest"

  // Many subscribers, and subscribing itself.
  case fanOut10 = "fan-out to 10, per delivery"
  case fanOut1000 = "fan-out to 1,000, per delivery"
  case buildAndCancel = "build map and filter, sink, cancel"
  case afterCancelled = "sink after 10,000 cancelled ones"

  // Time, queues and tasks.
  case forAwait = "for await over sequence.values"
  case receiveOnQueue = "receive(on:) a queue"
  case debounce = "debounce on a queue"
  case buffer = "buffer, finite demand"
}

extension Row {
  public var title: String { rawValue }

  /// How many events one slice carries: enough to drown the clock's own cost, few enough to fit between two
  /// interruptions of the machine.
  public var events: Int {
    switch self {
    case .sequence, .fanOut1000: 100_000
    case .zipSkew: 4_000
    case .flatMapSequence, .receiveOnQueue, .debounce: 2_000
    case .flatMapJust4, .flatMapJust8, .flatMapJust16: 1_000
    case .removeDuplicates8, .removeDuplicates16: 2_000
    case .buildAndCancel: 500
    default: 10_000
    }
  }

  /// Whether everything happens inside the call that sends: only then a count of allocations means something.
  public var isSynchronous: Bool {
    switch self {
    case .forAwait, .receiveOnQueue, .debounce: false
    default: true
    }
  }

  /// The part of the table that a row belongs to.
  public enum Section: String, CaseIterable, Sendable {
    case oneUpstream = "One publisher"
    case chains = "Chains of equal operators"
    case severalUpstreams = "Several publishers"
    case subscribing = "Many subscribers, and subscribing"
    case time = "Time, queues and tasks"
  }

  /// The section of the row.
  public var section: Section {
    switch self {
    case .map4, .map8, .map16, .removeDuplicates4, .removeDuplicates8, .removeDuplicates16, .flatMapJust4,
      .flatMapJust8, .flatMapJust16:
      .chains
    case .combineLatest, .zip, .zipSkew, .merge, .flatMapJust, .flatMapSequence, .switchToLatest: .severalUpstreams
    case .fanOut10, .fanOut1000, .buildAndCancel, .afterCancelled: .subscribing
    case .forAwait, .receiveOnQueue, .debounce, .buffer: .time
    default: .oneUpstream
    }
  }

  /// What Streams has to reach in a release build.
  public var goal: Goal {
    switch self {
    case .sink, .currentValue, .afterCancelled: .nanoseconds(12)
    case .mapFilter: .nanoseconds(15)
    case .genericMapFilter: .nanoseconds(25)
    case .erasedMapFilter: .nanoseconds(18)
    case .oneAtATime: .nanoseconds(22)
    case .classPayload, .stringPayload: .nanoseconds(30)
    case .sequence: .nanoseconds(10)
    case .combineLatest: .nanoseconds(22)
    case .flatMapJust: .nanoseconds(25)
    case .flatMapSequence: .nanoseconds(330)
    case .switchToLatest: .nanoseconds(30)
    case .fanOut10, .fanOut1000: .nanoseconds(9)
    case .forAwait: .nanoseconds(70)
    case .buildAndCancel: .nanoseconds(400)
    case .scan, .prefixWhile, .reduce, .zip, .zipSkew: .faster(10)
    case .merge: .nanoseconds(34)  // OpenCombine has no merge; a third of the 102 ns that another peer takes.
    case .receiveOnQueue, .debounce, .buffer: .faster(3)
    // Each further operator of a kind may cost what the goals for 8 maps, one removeDuplicates and one flatMap imply.
    case .map4: .nanoseconds(24)
    case .map8: .nanoseconds(35)
    case .map16: .nanoseconds(58)
    case .removeDuplicates: .nanoseconds(18)
    case .removeDuplicates4: .nanoseconds(36)
    case .removeDuplicates8: .nanoseconds(60)
    case .removeDuplicates16: .nanoseconds(108)
    case .flatMapJust4: .nanoseconds(64)
    case .flatMapJust8: .nanoseconds(116)
    case .flatMapJust16: .nanoseconds(220)
    }
  }

  /// What Streams has to reach in a debug build, where only the first two rows have a goal.
  public var debugGoal: Goal? {
    switch self {
    case .sink, .mapFilter: .faster(2)
    default: nil
    }
  }
}

/// What a row has to reach.
public enum Goal: Sendable {
  /// At most so many nanoseconds per event.
  case nanoseconds(Double)
  /// So many times as fast as the peer.
  case faster(Double)
}
