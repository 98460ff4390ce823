import Foundation
import Requests
import Streams

/// Knows what an app handles at the moment (commands, answers, and jobs of its main scheduler), and so when what happens is reported, by
/// its ``ReportQueue``. An event that a view model's `eventSubject` receives meanwhile is a consequence of what is handled.
///
/// The instances of an app retain it, so that they need no weak reference to the app.
///
/// Sendable because it is used on the main queue only.
final class Reporter: @unchecked Sendable {
  /// What has happened and is not reported yet.
  let queue = ReportQueue()
  /// Publishes when no screen is busy any more.
  let busyEnded = PassthroughSubject<Void, Never>()
  /// Whether the app is released.
  var isOver: Bool { lifetime.isOver }
  /// How long the app lasts.
  let lifetime = Lifetime()
  /// The instance of the app's own view model; `nil` if it has none.
  weak var appScreen: RunningScreen?
  /// The names of the presented screens at which a person signs in again, and for which requests wait.
  var signIns: Set<String> = []
  /// The fronts that are attached or away.
  var fronts: FrontList { queue.fronts }
  /// Whether the frames of any front hide what is private, or the application is inactive.
  var hidesSomewhere = false
  /// The front that acts while nothing is handled: what is sent to a view model's `eventSubject` is its command.
  var actor = FrontID.host

  var uses = Uses()

  /// How many things are handled, one inside of the other.
  private var depth = 0
  /// How many of these are commands and events, and neither jobs nor answers.
  private var commandDepth = 0
  private(set) var handled = Handled()
  /// The mistakes that are reported once each.
  private var reportedFaults: Set<String> = []
  /// The commands of fronts that wait until what is handled is done.
  private var waiting: [() -> Void] = []
  /// How much was handled when the reports began to be delivered.
  private var reportingDepth = 0

  // MARK: - Handling

  /// Whether something is handled.
  var isHandling: Bool { depth > 0 }

  /// Begins to handle a job or an answer.
  func begin() { depth += 1 }

  /// Ends what ``begin()`` began, and performs what waits for it.
  func end() {
    depth -= 1
    if depth == 0 {
      while !waiting.isEmpty {
        let commands = waiting
        waiting = []
        depth += 1
        for command in commands { command() }
        depth -= 1
      }
    }
    if commandDepth == 0 { deliver() }
  }

  /// Handles a command or an event.
  ///
  /// - Parameters:
  ///   - instance: The instance that it concerns.
  ///   - front: The front whose command it is; `nil` for a consequence of what is handled.
  func run<Result>(for instance: String? = nil, by front: FrontID?, _ body: () throws -> Result) rethrows -> Result {
    let outer = begin(for: instance, by: front)
    defer { end(for: outer) }
    return try body()
  }

  /// What is handled at a moment.
  struct Handled {
    /// The instance whose command it is.
    fileprivate var instance: String?
    /// The pending work of the screen whose event it is.
    fileprivate(set) var work: PendingWork?
    /// The front whose command it is; `nil` for a job or an answer, or nothing.
    fileprivate(set) var sender: FrontID?
    /// Whether it is an appearance, or what one has started. Only a debug build carries it on to answers and jobs.
    fileprivate(set) var isAppearance = false
  }

  /// The last commands of the fronts.
  struct Uses {
    /// The front that has performed the last one.
    private var last = FrontID.host
    /// When each front has performed its last one: a number that grows, by the number of the front.
    private(set) var numbers: [Int: Int] = [:]
    private var count = 0

    mutating func didSend(_ front: FrontID) {
      guard front.number != 0, last != front else { return }
      last = front
      count += 1
      numbers[front.number] = count
    }

    /// A front has left.
    mutating func forget(_ front: FrontID) {
      numbers[front.number] = nil
      if last == front { last = .host }
    }
  }

  /// Begins to handle a command or an event.
  ///
  /// - Parameters:
  ///   - instance: The instance that it concerns.
  ///   - front: The front whose command it is; `nil` for a consequence of what is handled.
  ///   - isAppearance: Whether the command is the appearance of a screen.
  ///   - work: The pending work of the screen, for an event of it.
  /// - Returns: What ``end(for:)`` takes.
  func begin(
    for instance: String?, by front: FrontID?, isAppearance: Bool = false, work: PendingWork? = nil
  ) -> Handled {
    let outer = handled
    if let instance { handled.instance = instance }
    if let work { handled.work = work }
    if let front {
      handled.sender = front
      handled.isAppearance = isAppearance
      uses.didSend(front)
    }
    depth += 1
    commandDepth += 1
    return outer
  }

  /// Ends what ``begin(for:by:)`` began.
  func end(for outer: Handled) {
    handled = outer
    commandDepth -= 1
    end()
  }

  /// Performs a command when nothing is handled any more: a replay performs one command after the other, and could not repeat
  /// one in the middle of something else.
  func perform(_ command: @escaping () -> Void) {
    if isHandling { waiting.append(command) } else { command() }
  }

  // MARK: - Appearances

  /// A job that an appearance has started.
  func appearing(_ job: @escaping () -> Void) -> () -> Void {
    { [self] in
      let outer = handled.isAppearance
      handled.isAppearance = true
      job()
      handled.isAppearance = outer
    }
  }

  /// Whether an appearance asks for what begins now; a release build does not know.
  var isAskedByAppearance: Bool {
    #if DEBUG
      isMainQueue && handled.isAppearance
    #else
      false
    #endif
  }

  /// A job that is scheduled now.
  func continuing(_ job: @escaping () -> Void) -> () -> Void { isAskedByAppearance ? appearing(job) : job }

  /// An operation is asked for. In a debug build it is reported if it changes something, and an appearance asks for it.
  func willRequest(_ name: String, changesSomething: @autoclosure () -> Bool) {
    guard isAskedByAppearance, changesSomething(), reportedFaults.insert(name).inserted else { return }
    Self.report(
      fault:
        "The appearance of a screen asks for \"\(name)\", which changes something. What an appearance starts "
        + "only reads: mark the operation with effect(.reads) or effect(.repeatable) if that is what it does.",
      to: self)
  }

  /// Notes a mistake of the app's code, once. It is reported with what is reported next, because a frame may be written at this moment.
  func note(fault: String) {
    guard !isOver, reportedFaults.insert(fault).inserted else { return }
    queue.pass(fault: fault)
    queue.append(AppReport(instance: nil, cause: .unknown, event: .fault(fault)))
  }

  // MARK: - Causes

  /// The cause of an event that an instance receives by its view model's `eventSubject`.
  func cause(for instance: String) -> AppReport.Cause {
    isHandling && !isFollowing ? .instance(handled.instance ?? instance) : .front(actor)
  }

  // MARK: - Reporting

  /// Whether a subscriber of the reports runs in the middle of a job or an answer. What it sends is a front's, and follows.
  var isFollowing: Bool { queue.isDelivering && depth == reportingDepth && depth > 0 }

  /// Reports something: at once, or when the command that is handled is done.
  // NB: at once in a job and in an answer. A receipt has to leave the program before the key of its purchase does.
  func report(_ event: AppReport.Event, about instance: AnyScreenInstance? = nil, by cause: AppReport.Cause) {
    queue.append(AppReport(instance: instance, cause: cause, event: event))
    if commandDepth == 0 { deliver() }
  }

  /// Reports something about a screen.
  @MainActor func report(_ event: AppReport.Event, about screen: RunningScreen, by cause: AppReport.Cause) {
    report(event, about: screen.hostInstance, by: cause)
  }

  /// Delivers what is not reported yet, and what a subscriber causes meanwhile.
  func deliver() {
    guard queue.isWaiting else { return }
    reportingDepth = depth
    queue.deliver()
  }
}

extension Reporter {
  /// Reports a mistake of the app's code, from any thread. Without an app it is written to the standard error.
  static func report(fault: String, to reporter: Reporter?) {
    guard let reporter else { return FileHandle.standardError.write(Data("\(fault)\n".utf8)) }
    onMain {
      guard !reporter.isOver else { return }
      reporter.queue.pass(fault: fault)
      reporter.report(.fault(fault), by: .unknown)
    }
  }
}

extension AppEnvironment {
  /// Knows what the app of this environment handles; `nil` without an app.
  var reporter: Reporter? {
    get { self[ofApp: Reporter.self] }
    set { self[ofApp: Reporter.self] = newValue }
  }
}
