import Storage

/// What belongs to which account among the jobs of an app: what was begun while an account was there sets nothing after its end, however
/// late it runs.
///
/// Sendable because what changes is used on the main queue only.
final class AccountTurns: @unchecked Sendable {
  private let session: AccountSession
  private let storage: Storage
  /// Whether a job runs that was begun for an account which has ended.
  private var isLate = false

  init(_ session: AccountSession, _ storage: Storage) {
    self.session = session
    self.storage = storage
  }

  /// A job that is scheduled now.
  ///
  /// - Parameter waits: Whether it runs after a time. What a late job schedules at once is a part of it; a timer that goes on is not.
  func job(waits: Bool, _ job: @escaping () -> Void) -> () -> Void {
    // What is not begun on the main queue is not a part of what runs there.
    let isOfEnd = isMainQueue && isLate ? !waits : storage.isEndingWithoutAccount
    let endCount = isOfEnd ? nil : session.endCount
    return { [self] in
      guard isMainQueue, endCount != session.endCount else { return job() }
      let end = storage.beginEnd()
      let outer = isLate
      isLate = true
      job()
      isLate = outer
      storage.finishEnd(end)
    }
  }
}
