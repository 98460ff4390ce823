import Descriptions
import ExpectSupport
import Foundation
import Services
import Streams
import StreamsExtras
import Testing
import ViewModels

@testable import Recording

/// A letter whose price is private, in a page and in a list.
private struct Letter: JSONRecord, Equatable {
  struct Stamp: JSONRecord, Equatable {
    var price: Int
    var colour: String?

    static let record = Codec(
      Stamp.init(price:colour:), Field(\.price, "What it costs.", .isPrivate(as: 0)), Field(\.colour))
  }

  var id: Int
  var stamp: Stamp?

  static let record = Codec(Letter.init(id:stamp:), \.id, \.stamp)
}

private struct Page: JSONRecord, Equatable, Sendable {
  var letters: [Letter]
  var total: Int

  static let record = Codec(Page.init(letters:total:), \.letters, \.total)
}

extension ServiceOperation<Int, Page> {
  fileprivate static var page: Self { Self("page") }
}

extension ServiceOperation<Int, [Letter]> {
  fileprivate static var letters: Self { Self("letters") }
}

private struct DrawerState: ScreenState {
  struct Row: ListRow {
    let id: Int
    var price: String

    static let fields: Fields<Row> = [
      Field(\.id, "The letter."), Field(\.price, "What its stamp was.", .isPrivate(as: "•")),
    ]
  }

  var rows: [Row] = []
  var isBusy = false

  static let fields: Fields<DrawerState> = [
    Field(\.rows, "The letters."), Field(\.isBusy, "Whether letters are being asked for."),
  ]
}

private enum DrawerEvent: ScreenEvent {
  case pageWasChosen(Int)
  case allWereChosen

  static let cases: [EventCase<DrawerEvent>] = [
    EventCase(pageWasChosen, member: "number", "Show a page."), EventCase(.allWereChosen, "Show all letters."),
  ]
}

private final class DrawerViewModel: ViewModel {
  let eventSubject = EventSubject<DrawerEvent>()
  @Published private(set) var state = DrawerState()
  var statePublisher: Published<DrawerState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    let backend = environment.backend
    eventSubject
      .handleEvents(receiveOutput: { [unowned self] _ in state.isBusy = true })
      .map { event in
        switch event {
        case .pageWasChosen(let number):
          backend.answer(.page, number).map(\.letters).eraseToAnyPublisher()
        case .allWereChosen: backend.answer(.letters, 0)
        }
      }
      .map { $0.result() }
      .switchToLatest()
      .sink { [unowned self] result in
        let letters = (try? result.get()) ?? []
        state = DrawerState(
          rows: letters.map { .init(id: $0.id, price: $0.stamp.map { "\($0.price) cents" } ?? "none") })
      }
      .store(in: &cancellables)
  }
}

/// Private members inside of members and of lists.
@MainActor @Suite struct NestedPrivateMembersTests {
  nonisolated private static let letters = [
    Letter(id: 1, stamp: .init(price: 8501, colour: "red")), Letter(id: 2, stamp: nil),
    Letter(id: 3, stamp: .init(price: 9502, colour: nil)),
  ]
  nonisolated private static let page = Page(letters: letters, total: 3)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `are left out of a member, which is hidden as a whole`() {
    let members = PrivateMembers(of: ServiceOperation.page.answer)
    let (rest, hidden) = members.remove(from: Self.page.json)
    expectEqual(
      text(rest),
      #"{"letters":[{"id":1,"stamp":{"colour":"red"}},{"id":2,"stamp":null},{"id":3,"stamp":{"colour":null}}],"total":3}"#
    )
    expectEqual(hidden.map(\.name), ["letters"])
    expectEqual(hidden.first.map { text($0.value) }, text(Self.letters.json))
    expectEqual(text(members.insert(["letters": Self.letters.json], into: rest)), text(Self.page.json))
    let filled = try? Page(JSONText(scanning: members.insert([:], into: rest)))
    expectEqual(filled?.letters.map(\.stamp?.price), [0, nil, 0])
    expectEqual(filled?.letters.map(\.stamp?.colour), ["red", nil, nil])
  }

  @Test func `are left out of a list, which is hidden as a whole`() {
    let members = PrivateMembers(of: ServiceOperation.letters.answer)
    let (rest, hidden) = members.remove(from: Self.letters.json)
    #expect(!text(rest).contains("850"))
    expectEqual(hidden.map(\.name), [""])
    expectEqual(members.insert(["": Self.letters.json], into: rest), Self.letters.json)
    #expect(text(members.insert([:], into: rest)).contains(#"{"id":3,"stamp":{"colour":null,"price":0}}"#))
  }

  @Test func `nothing is hidden where nothing private is`() {
    let (rest, hidden) = PrivateMembers(of: ServiceOperation.page.answer)
      .remove(from: Page(letters: [Letter(id: 2, stamp: nil)], total: 1).json)
    expectEqual(text(rest), #"{"letters":[{"id":2,"stamp":null}],"total":1}"#)
    #expect(hidden.isEmpty)
  }

  /// The prices that are written when a drawer changes, after two answers to one operation.
  ///
  /// - Parameter isActive: whether the application had the user's attention when each of them came.
  private func shownPrices(isActive first: Bool, _ second: Bool) -> [String] {
    var hidden = HiddenMembers()
    for (number, isActive) in [(1, first), (2, second)] {
      let json = [Letter(id: 1, stamp: .init(price: number))].json
      _ = hidden.take(
        PrivateMembers(of: ServiceOperation.letters.answer), from: json, of: "letters", AnswerID(request: number),
        isActive: isActive)
    }
    let state = DrawerState(rows: [.init(id: 1, price: "in words")])
    return hidden.shown(by: state, isActive: true).map(text)
  }

  @Test func `what two screens have asked for is written when one of them changes`() {
    expectEqual(shownPrices(isActive: true, true).count, 2)
  }

  @Test func `what was replaced while the application was hidden is not written`() {
    #expect(shownPrices(isActive: false, true).allSatisfy { $0.contains(#""shown":2"#) })
    expectEqual(shownPrices(isActive: false, true).count, 1)
    expectEqual(shownPrices(isActive: true, false).count, 2)
  }

  @Test(arguments: [DrawerEvent.pageWasChosen(1), .allWereChosen])
  fileprivate func `a recording has them once a state shows them, and replays both`(event: DrawerEvent) async throws {
    let definition = AppDefinition(screens: [
      AnyScreen(Screen<DrawerViewModel>("drawer", about: "Letters.") { DrawerViewModel($1) })
    ])
    let server = Backend.handlers([
      ServiceHandler(.page) { _ in Self.page }, ServiceHandler(.letters) { _ in Self.letters },
    ])
    let recording = Lines()
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt),
      write: { recording.text += String(decoding: $0, as: UTF8.self) })
    func replay() async throws -> String? {
      await Replay(try Recording(Array(recording.text.utf8)), definition, threadTimeout: .seconds(600)).run()?.message
    }

    let app = recorder.makeApp(definition, server: server)
    let drawer = try recorder.turn { try app.open("drawer") }
    recorder.turn { app.send(.willResignActive) }
    let json = try JSONText(
      scanning: (event == .allWereChosen ? #"{"type":"allWereChosen"}"# : #"{"number":1,"type":"pageWasChosen"}"#).utf8)
    try await app.untilIdle { try recorder.turn { try drawer.send(json) } }
    #expect(recording.text.contains(#""price":"•""#))
    #expect(recording.text.contains(#""colour":"red""#))
    // NB: with the names, because the times of turns have any digits.
    for price in [8501, 9502] {
      #expect(!recording.text.contains("\"price\":\(price)") && !recording.text.contains("\(price) cents"))
    }
    #expect(try await replay() == nil)

    recorder.turn { app.send(.didBecomeActive) }
    recorder.end()
    #expect(recording.text.contains("8501 cents"))
    #expect(recording.text.contains(#""shown":1,"value":[{"id":1,"stamp":{"colour":"red","price":8501}}"#))
    #expect(try await replay() == nil)
  }

  private final class Lines {
    var text = ""
  }
}
