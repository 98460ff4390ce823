import Foundation
import Models
import Streams
import StreamsTesting
import Support
import Testing

@testable import ViewModels

@MainActor @Suite struct BlogViewModelTests {
  let world = World()
  let model: BlogViewModel

  init() {
    model = BlogViewModel(world.environment)
  }

  @Test func nothingIsPublishedAtFirst() {
    #expect(model.state.title == "")
    #expect(model.state.newestTitle == nil)
    #expect(!model.state.isBusy)
  }

  @Test func aPublishedTitleIsShown() {
    model.eventSubject.send(.titleChanged("Wands"))
    #expect(model.state.title == "Wands")
    #expect(model.state.newestTitle == nil)
    model.eventSubject.send(.publishButtonWasTapped)
    #expect(model.state.isPublishing)
    world.scheduler.advance()
    #expect(model.state.newestTitle == "Wands")
    #expect(!model.state.isPublishing)
  }

  @Test(arguments: ["", "  \n"])
  func noTitleMeansComingSoon(_ title: String) {
    model.eventSubject.send(.titleChanged(title))
    model.eventSubject.send(.publishButtonWasTapped)
    world.scheduler.advance()
    #expect(model.state.newestTitle == "Coming soon")
  }

  @Test func twoScreensHearOfOnePublication() {
    let other = BlogViewModel(world.environment)
    model.eventSubject.send(.titleChanged("Wands"))
    model.eventSubject.send(.publishButtonWasTapped)
    world.scheduler.advance()
    #expect(other.state.newestTitle == "Wands")
    #expect(other.state.title == "")
  }

  @Test func anyonesPublicationIsHeardFromAnyThread() async {
    let center = world.notificationCenter
    await Task.detached {
      center.post(name: .newBlogPost, object: BlogPost(title: "From afar"))
    }.value
    #expect(model.state.newestTitle == nil)
    world.scheduler.advance()
    #expect(model.state.newestTitle == "From afar")
  }

  @Test func aNotificationOfSomethingElseSaysNothing() {
    world.notificationCenter.post(name: .newBlogPost, object: "Wands")
    world.notificationCenter.post(name: Notification.Name("other"), object: BlogPost(title: "Other"))
    world.scheduler.advance()
    #expect(model.state.newestTitle == nil)
  }

  @Test func nothingIsAliveAfterwards() {
    let alive = leaks { detector in
      let model = detector.watch(BlogViewModel(world.environment))
      model.eventSubject.send(.publishButtonWasTapped)
    }
    world.scheduler.advance()
    #expect(alive == [])
  }
}
