import ExpectSupport
import Testing

@testable import Requests

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

  @Test func `after a break the entries stay, and what was answered comes with the next page`() {
    var list = Remarks()
    list.receive([.init("a"), .init("b")])
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key)), .init("b")])
    list.removeElements()
    #expect(ids(list) == ["b"] && list.hasEarlier)
    list.receive([.init("a", .sent, answer: Remark(id: 2, key: key)), .init("b")])
    expectEqual(ids(list), ["b"])
    list.receive(page: [Remark(id: 2, key: key)], hasEarlier: false)
    expectEqual(ids(list), ["a", "b"])
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
