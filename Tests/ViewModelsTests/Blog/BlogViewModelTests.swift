import AppTesting
import ExpectSupport
import Foundation
import Models
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct BlogViewModelTests {
  let world = TestWorld()
  let model: BlogViewModel

  init() {
    model = BlogViewModel(world.environment)
  }

  @Test func `starts without a publication`() {
    expectEqual(model.state.title, "")
    #expect(model.state.newestTitle == nil)
    #expect(!model.state.isBusy)
  }

  @Test func `shows a published title`() {
    model.eventSubject.send(.titleChanged("Wands"))
    expectEqual(model.state.title, "Wands")
    #expect(model.state.newestTitle == nil)
    model.eventSubject.send(.publishButtonWasTapped)
    #expect(model.state.isPublishing)
    world.scheduler.advance()
    expectEqual(model.state.newestTitle, "Wands")
    #expect(!model.state.isPublishing)
  }

  @Test(arguments: ["", "  \n"])
  func `publishes "Coming soon" without a title`(_ title: String) {
    model.eventSubject.send(.titleChanged(title))
    model.eventSubject.send(.publishButtonWasTapped)
    world.scheduler.advance()
    expectEqual(model.state.newestTitle, "Coming soon")
  }

  @Test func `publishes to every open blog`() {
    let other = BlogViewModel(world.environment)
    model.eventSubject.send(.titleChanged("Wands"))
    model.eventSubject.send(.publishButtonWasTapped)
    world.scheduler.advance()
    expectEqual(other.state.newestTitle, "Wands")
    expectEqual(other.state.title, "")
  }

  @Test func `shows publications from any thread`() async {
    let center = world.environment.notificationCenter
    await Task.detached {
      center.post(name: .newBlogPost, object: BlogPost(title: "From afar"))
    }.value
    #expect(model.state.newestTitle == nil)
    world.scheduler.advance()
    expectEqual(model.state.newestTitle, "From afar")
  }

  @Test func `ignores notifications about something else`() {
    world.environment.notificationCenter.post(name: .newBlogPost, object: "Wands")
    world.environment.notificationCenter.post(name: Notification.Name("other"), object: BlogPost(title: "Other"))
    world.scheduler.advance()
    #expect(model.state.newestTitle == nil)
  }

  @Test func `releases everything`() {
    let alive = leaks { detector in
      let model = detector.watch(BlogViewModel(world.environment))
      model.eventSubject.send(.publishButtonWasTapped)
    }
    world.scheduler.advance()
    expectEqual(alive, [])
  }
}
