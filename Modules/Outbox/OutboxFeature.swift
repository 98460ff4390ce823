public import Screens

extension AppDefinition {
  /// The app with an outbox that sends the entries of operations. Sending begins when the app is made, before any screen asks; see
  /// `AppEnvironment.outbox(_:)`.
  ///
  /// ```swift
  /// struct Vote: JSONRecord {
  ///   var song: Int
  ///   var key: IdempotencyKey
  ///
  ///   static let record = Codec(Vote.init(song:key:), \.song, \.key)
  /// }
  ///
  /// extension OutboxOperation<Vote, Int> {
  ///   static var vote: Self { Self(ServiceOperation("vote"), key: \.key) }
  /// }
  ///
  /// let party = AppDefinition(screens: []).outbox(.vote)
  /// ```
  public func outbox<each Input, each Answer>(
    _ operations: repeat OutboxOperation<each Input, each Answer>
  ) -> AppDefinition {
    var all: [AnyOutboxOperation] = []
    repeat all.append(AnyOutboxOperation(each operations))
    return adding(mistakes: all.flatMap(\.mistakes), startsAtOnce: true) { [all] in OutboxFeature(all) }
  }
}

/// Sends the entries of an app's operations from its launch on, and says what is wrong with them.
final class OutboxFeature: AppFeature {
  private let operations: [AnyOutboxOperation]
  /// What a person is asked about entries.
  private var questions: [AnyCancellable] = []

  init(_ operations: [AnyOutboxOperation]) { self.operations = operations }

  func prepare(_ environment: inout AppEnvironment) { environment[AppOutboxKey.self].connection.worker.add(operations) }

  func launch(in app: AppCore) { reportProblems(in: app) }

  func accountDidChange(in app: AppCore) { reportProblems(in: app) }

  /// Reports what is wrong with the entries of the present account, and asks a person about each that cannot be read.
  private func reportProblems(in app: AppCore) {
    let environment = app.environment
    guard let worker = environment.outboxWorker else { return }
    for problem in worker.problems { app.report(fault: problem) }
    let words = environment.words
    // NB: a replay has no such entries, so a recording has no such question.
    let entries = environment.feedRecorder == nil ? worker.unreadable : []
    questions = entries.map { entry in
      let choices: [ConfirmChoice] = [
        ConfirmChoice("skip", words.text("Go on without it")), .destructive("discard", words.text("Discard it")),
        .cancel("later", words.text("Decide later")),
      ]
      let title = words.text("Another version of the app has kept something to send, which this one cannot read.")
      let message = words.text("What was to be sent after it waits.")
      return environment.front.ask(.confirm(title, message: message, choices)).sink { reply in
        if reply.answer == "skip" { worker.decide(.skip, aboutUnreadable: entry.number) }
        if reply.answer == "discard" { worker.decide(.drop, aboutUnreadable: entry.number) }
      }
    }
  }
}
