import AppTesting
import Foundation
import ScreenServer
import Screens
import Testing

@testable import Expenses

/// What a client of the stdio front reads and writes.
@MainActor @Suite struct TranscriptTests {
  /// The client's end of the wire.
  private final class Client: Output {
    private(set) var frames: [String] = []

    func write(_ bytes: UnsafeRawBufferPointer, ends: [Int]) -> Int {
      frames += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      return bytes.count
    }

    func takeFrames() -> [String] {
      defer { frames = [] }
      return frames
    }
  }

  private let client = Client()

  private func server(_ session: Session) -> ScreenServer {
    let server = ScreenServer(output: client) { session.app }
    let initialize = #"{"protocolVersion":"1","capabilities":{"patches":true}}"#
    _ = request(server, session, "initialize", initialize)
    return server
  }

  /// Sends a request, and returns what comes of it.
  private func request(_ server: ScreenServer, _ session: Session, _ method: String, _ params: String) -> [String] {
    server.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8) + [0x0A])
    session.scheduler.advance()
    return client.takeFrames()
  }

  @Test func `opens the journal, and deletes an expense`() {
    let session = Session(count: 2)
    let server = server(session)
    let delete = #"{"instance":"journal-1","event":{"type":"deleteButtonWasTapped","id":2}}"#
    let opened = request(server, session, "screen/open", #"{"screen":"journal"}"#)
    let rows = """
      {"amount":{"amount":"4.34","currency":"EUR"},"category":"home","date":"2026-11-20T15:04:05Z","id":2,"note":"Electricity"},\
      {"amount":{"amount":"66.29","currency":"EUR"},"category":"home","date":"2026-11-20T12:04:05Z","id":1,"note":"Rent"}
      """
    #expect(opened.count == 3)
    #expect(
      opened.last == """
        {"jsonrpc":"2.0","method":"screen/update","params":{"instance":"journal-1","rev":3,"state":{\
        "cannotRetry":true,"cannotSignIn":true,"count":"2 of 2","expenses":[\(rows)],"filter":{"category":null},"isBusy":false,"message":null,\
        "moreDisabledReason":"These are all expenses.","search":"","signOutHidden":true}}}
        """)
    #expect(
      request(server, session, "screen/send", delete) == [
        """
        {"jsonrpc":"2.0","method":"screen/update","params":{"from":3,"instance":"journal-1","patch":[\
        {"op":"replace","path":"/count","value":"1 of 1"},\
        {"op":"remove","path":"/expenses/0"}],"rev":4}}
        """,
        #"{"id":1,"jsonrpc":"2.0","result":{"rev":4}}"#,
      ])
    #expect(
      request(server, session, "screen/send", delete) == [
        """
        {"error":{"code":1004,"data":{"code":"missingRow","reason":"This row is no longer in the list."},"message":"Event rejected"},\
        "id":1,"jsonrpc":"2.0"}
        """
      ])
  }

  @Test func `sends a changed row of 10,000 in 310 bytes`() throws {
    let session = Session(count: 10_000)
    let server = server(session)
    _ = request(server, session, "screen/open", #"{"screen":"journal"}"#)
    let more = #"{"instance":"journal-1","event":{"type":"moreButtonWasTapped"}}"#
    for _ in 1..<50 { _ = request(server, session, "screen/send", more) }
    let journal = try #require(session.opened(.journal))
    #expect(journal.state.expenses.count == 10_000)

    let row = try #require(journal.state.expenses.first { $0.id == 5_000 })
    let details = ExpenseDetails(amount: 3, date: row.date, category: row.category, note: "Tea")
    session.app.environment.ledger.changed.send(Expense(id: row.id, details: details, version: .number(2)))
    session.scheduler.advance()
    let frames = client.takeFrames()
    #expect(frames.count == 1 && frames[0].contains("Tea"))
    #expect(frames[0].utf8.count <= 310)
  }
}
