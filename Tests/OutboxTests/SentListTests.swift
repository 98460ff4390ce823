import ExpectSupport
import Requests
import Testing

@testable import Outbox

private struct Remark: SentElement, Equatable {
  var id: Int
  var text = ""
  var key: IdempotencyKey?
}

private typealias Remarks = SentList<Remark, String>

extension OutboxEntry<String, Remark> {
  fileprivate init(_ key: String, _ state: OutboxState = .waiting, answer: Remark? = nil, heldBy: IdempotencyKey? = nil)
  {
    self.init(
      key: .init(rawValue: key)!, lane: "", input: key, state: state, failure: nil, answer: answer,
      needsDecision: false, heldBy: heldBy, number: 1)
  }
}

@Suite struct SentListTests {
  private let key = IdempotencyKey(rawValue: "a")!

  private func ids(_ list: Remarks) -> [String] { list.rows.map(\.id) }

  @Test func `elements come in any order, and stand in that of the server`() {
    var list = Remarks()
    list.receive(Remark(id: 5))
    list.receive(page: [Remark(id: 3), Remark(id: 5, text: "new")], hasEarlier: true)
    list.receive(Remark(id: 4))
    #expect(list.elements.map(\.id) == [3, 4, 5] && list.elements.last?.text == "new")
    #expect(list.hasEarlier)
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false)
    #expect(list.elements.map(\.id) == [1, 2, 3, 4, 5] && !list.hasEarlier)
    // A page in the middle says nothing about the start.
    list.receive(page: [Remark(id: 4)], hasEarlier: true)
    #expect(!list.hasEarlier)
  }

  @Test func `what was stored gives way to the first page, apart from what the server has named since`() {
    var list = Remarks(stored: [Remark(id: 1), Remark(id: 2)])
    list.receive(Remark(id: 2, text: "new"))
    list.receive(page: [Remark(id: 3)], hasEarlier: false)
    expectEqual(list.elements.map(\.id), [2, 3])
  }

  @Test func `what was deleted does not come back with an old page`() {
    var list = Remarks()
    list.receive(Remark(id: 1))
    list.remove(1)
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false)
    expectEqual(list.elements.map(\.id), [2])
  }

  @Test func `what was deleted is here again when the server has restored it`() {
    var list = Remarks()
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false)
    list.remove(1)
    list.receive(Remark(id: 1, text: "again"))
    expectEqual(list.elements, [Remark(id: 1, text: "again"), Remark(id: 2)])
  }

  @Test func `a page that was asked for later brings back what was restored`() {
    var list = Remarks()
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false)
    list.remove(1)
    let revision = list.revision
    list.remove(2)
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false, askedAt: revision)
    expectEqual(list.elements.map(\.id), [1])
    list.remove(1)
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false, askedAt: list.revision)
    expectEqual(list.elements.map(\.id), [1, 2])
  }

  @Test func `what is restored before the elements that are loaded comes with its page`() {
    var list = Remarks()
    list.receive(page: [Remark(id: 5), Remark(id: 6)], hasEarlier: true)
    list.receive(Remark(id: 1))
    expectEqual(list.elements.map(\.id), [5, 6])
    list.receive(page: [Remark(id: 1), Remark(id: 2)], hasEarlier: false)
    list.receive(Remark(id: 0))
    expectEqual(list.elements.map(\.id), [0, 1, 2, 5, 6])
  }

  @Test func `an entry is one row, whether its answer or the feed comes first`() {
    for feedIsFirst in [true, false] {
      var list = Remarks()
      list.receive(page: [Remark(id: 1)], hasEarlier: false)
      list.receive([.init("a", .sending)])
      expectEqual(ids(list), ["1", "a"])
      if feedIsFirst { list.receive(Remark(id: 2, key: key)) }
      expectEqual(ids(list), ["1", "a"])
      list.receive([.init("a", .sent, answer: Remark(id: 2, key: key))])
      if !feedIsFirst { list.receive(Remark(id: 2, key: key)) }
      expectEqual(ids(list), ["1", "a"])
      #expect(list.waiting.isEmpty && list.element("a")?.id == 2)
    }
  }

  @Test func `an answer does not replace what the feed has told since`() {
    var list = Remarks()
    list.receive([.init("a")])
    list.receive(Remark(id: 2, text: "edited", key: key))
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key))])
    expectEqual(list.elements.map(\.text), ["edited"])
  }

  @Test func `an answer counts although the server tells no key`() {
    var list = Remarks()
    list.receive([.init("a")])
    list.receive([.init("a", .sent, answer: Remark(id: 2))])
    #expect(ids(list) == ["2"] && list.waiting.isEmpty)
  }

  @Test func `what was sent and deleted is not among the rows`() {
    var list = Remarks()
    list.receive([.init("a")])
    list.receive(Remark(id: 2, key: key))
    list.remove(2)
    // Its key was seen, so the outbox has no answer for it.
    list.receive([.init("a", .sent)])
    #expect(list.rows.isEmpty)
    // The same with an answer that comes behind the deletion.
    list = Remarks()
    list.receive([.init("a")])
    list.remove(2)
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key))])
    #expect(list.rows.isEmpty)
  }

  @Test func `what was sent before the list began is shown as the server says`() {
    var list = Remarks()
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key)), .init("b", .sent)])
    list.receive(page: [Remark(id: 9)], hasEarlier: true)
    expectEqual(ids(list), ["9"])
  }

  @Test func `after a break all stays until a page takes its place`() {
    var list = Remarks()
    list.receive([.init("a"), .init("b")])
    list.receive(page: [Remark(id: 1)], hasEarlier: false)
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key)), .init("b")])
    let early = list.revision
    list.invalidate()
    #expect(ids(list) == ["1", "a", "b"] && !list.isCurrent)
    // One that was asked for before says nothing about what came later.
    list.receive(page: [Remark(id: 7)], hasEarlier: false, askedAt: early)
    #expect(ids(list) == ["1", "a", "b"] && !list.isCurrent)
    list.receive(Remark(id: 9))
    list.receive(Remark(id: 0))
    list.receive(page: [Remark(id: 2, key: key), Remark(id: 8)], hasEarlier: true, askedAt: list.revision)
    #expect(ids(list) == ["a", "8", "9", "b"] && list.isCurrent && list.hasEarlier)
  }

  @Test func `an empty room is current after its page, too`() {
    var list = Remarks(stored: [Remark(id: 1)])
    #expect(!list.isCurrent)
    list.receive(page: [], hasEarlier: false)
    #expect(list.isCurrent && list.elements.isEmpty)
    list.invalidate()
    #expect(!list.isCurrent)
  }

  @Test func `forgets the first elements, and knows what it has named`() {
    var list = Remarks()
    list.receive([.init("a")])
    list.receive(page: [Remark(id: 1), Remark(id: 2, key: key), Remark(id: 3)], hasEarlier: false)
    list.removeFirst(2)
    #expect(ids(list) == ["3"] && list.hasEarlier)
  }

  @Test func `an entry says how it stands`() {
    func texts(_ state: OutboxState, heldBy: IdempotencyKey? = nil) -> [String?] {
      let entry = OutboxEntry<String, Remark>("a", state, heldBy: heldBy)
      return [entry.status, entry.retryDisabledReason, entry.editDisabledReason].map { $0?.description }
    }
    expectEqual(texts(.waiting), ["Waiting", nil, nil])
    expectEqual(texts(.waiting, heldBy: key), ["Waits for the one before it", nil, nil])
    expectEqual(texts(.sending), ["Sending", "It is being sent.", "It may have been sent."])
    expectEqual(texts(.perhapsSent), ["Perhaps sent", nil, "It may have been sent."])
    expectEqual(texts(.refused(.timeout)), ["Not sent: The backend took too long to answer.", nil, nil])
    expectEqual(texts(.sent), [nil, "It was sent.", "It was sent."])
  }
}
