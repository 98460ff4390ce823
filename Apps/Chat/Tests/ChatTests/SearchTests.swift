import AppTesting
import Testing

@testable import Chat

@MainActor @Suite struct SearchTests {
  private let world = TestWorld(catalogs: AppDefinition.chat.catalogs)

  @Test func `searches when a person has stopped typing`() {
    let model = SearchViewModel(world.environment)
    model.eventSubject.send(.textChanged("p"))
    world.scheduler.advance(by: .milliseconds(200))
    model.eventSubject.send(.textChanged("pan"))
    world.scheduler.advance(by: .milliseconds(299))
    #expect(world.backend.calls(.search).isEmpty)
    world.scheduler.advance(by: .milliseconds(1))
    #expect(world.backend.calls(.search).map(\.input.text) == ["pan"])
    #expect(model.state.isBusy)
    world.backend.last(.search).succeed([.sample(1, "Who has the big pan?")])
    world.scheduler.advance()
    #expect(model.state.found?.map(\.text) == ["Who has the big pan?"])
    #expect(model.state.count == "One message found")
  }

  @Test func `says that nothing was found only after a search that found nothing`() throws {
    let model = SearchViewModel(world.environment)
    #expect(model.state.found == nil)
    let found = try #require(SearchState.fields.members.first { $0.name == "found" })
    #expect(found.list?.emptyText == "Nothing was found.")
    model.eventSubject.send(.textChanged("xyz"))
    world.scheduler.advance(by: .milliseconds(300))
    #expect(model.state.found == nil)
    world.backend.last(.search).succeed([])
    world.scheduler.advance()
    #expect(model.state.found == [] && model.state.count == nil)
  }

  @Test func `drops the answer to a text that was changed`() {
    let model = SearchViewModel(world.environment)
    model.eventSubject.send(.textChanged("pan"))
    world.scheduler.advance(by: .milliseconds(300))
    model.eventSubject.send(.textChanged("tea"))
    world.scheduler.advance(by: .milliseconds(300))
    #expect(world.backend.calls(.search).map(\.isCancelled) == [true, false])
  }

  @Test func `shows nothing for an empty text, without a request`() {
    let model = SearchViewModel(world.environment)
    model.eventSubject.send(.textChanged("pan"))
    world.scheduler.advance(by: .milliseconds(300))
    world.backend.last(.search).succeed([.sample(1)])
    world.scheduler.advance()
    model.eventSubject.send(.textChanged(""))
    world.scheduler.advance(by: .milliseconds(300))
    #expect(model.state.found == nil && model.state.count == nil)
    #expect(world.backend.calls(.search).count == 1)
  }

  @Test func `opens what was found in its room`() throws {
    let session = Session()
    let search = session.open(.search)
    try session.send(.textChanged("big pan"), to: search)
    session.scheduler.advance(by: .milliseconds(300))
    #expect(search.state.found?.map(\.room) == ["Kitchen"])
    try session.send(.openButtonWasTapped(121), to: search)
    let room = try #require(session.opened(.room))
    #expect(room.state.name == "Kitchen")
  }
}
