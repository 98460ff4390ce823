import Screens

/// The calls of tools that are not answered yet.
@MainActor final class ToolCalls {
  /// Those that wait for work, or for a person who is asked while the call is open.
  private(set) var pending: [ToolAnswer] = []
  /// Those that wait for a person by a second call.
  let inputs = PendingInputs()
  /// What the app has presented while no call was open.
  private var presented: [AnyScreenInstance] = []
  private static let presentedLimit = 8
  /// The screens that the assistant has not closed because they ask first, and no person could be asked.
  var undecided: Set<String> = []
  /// What the app has told, of which no answer has told the assistant yet.
  private var notices: [OpenQuestion] = []
  private static let noticeLimit = 8
  /// The screens of the calls that were answered with a notice, by the id of its question, as long as it is open.
  private var offers: [String: String] = [:]
  /// The call that opens a screen, until the screen is open.
  private var opening: ToolAnswer?

  func add(_ answer: ToolAnswer) { if !pending.contains(where: { $0 === answer }) { pending.append(answer) } }

  func remove(_ answer: ToolAnswer) { pending.removeAll { $0 === answer } }

  /// Runs what opens the screen of a call. If it throws, the call has ended.
  func open<Failure: Error>(for answer: ToolAnswer, _ open: () throws(Failure) -> Void) throws(Failure) {
    opening = answer
    add(answer)
    defer { opening = nil }
    do throws(Failure) { try open() } catch {
      remove(answer)
      throw error
    }
  }

  /// A screen was opened.
  ///
  /// - Parameters:
  ///   - isOwn: Whether by the assistant's front.
  ///   - isOfOthers: Whether by another front.
  func didOpen(_ screen: AnyScreenInstance, isOwn: Bool, isOfOthers: Bool) {
    if isOwn, let opening, opening.screen == nil {
      opening.screen = screen
      return
    }
    for answer in pending { answer.didOpen(screen) }
    // What the app presents because of a call, or of its own accord, has no opener.
    guard !isOfOthers, screen.opener == nil else { return }
    if let answer = pending.last { return answer.add([screen]) }
    presented.append(screen)
    if presented.count > Self.presentedLimit { presented.removeFirst() }
  }

  /// The app has told something.
  func add(notice: OpenQuestion) {
    guard !notices.contains(where: { $0.id == notice.id }) else { return }
    notices.append(notice)
    if notices.count > Self.noticeLimit { notices.removeFirst() }
  }

  /// What the app has told since the last answer.
  func takeNotices() -> [OpenQuestion] {
    defer { notices = [] }
    return notices
  }

  /// A call is answered, with notices.
  func didTell(_ notices: [OpenQuestion], about screen: AnyScreenInstance?) {
    for notice in notices { offers[notice.id] = screen?.id }
  }

  /// The screen of the call that was answered with a notice.
  func screen(ofOffer question: String) -> String? { offers[question] }

  /// A notice has ended.
  func didEnd(_ notice: OpenQuestion) { offers[notice.id] = nil }

  /// The open screens that the app has presented while no call was open: the next answer names them.
  func takePresented() -> [AnyScreenInstance] {
    defer { presented = [] }
    return presented.filter(\.isOpen)
  }
}
