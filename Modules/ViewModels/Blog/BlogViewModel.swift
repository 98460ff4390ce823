public import Foundation
import Models
public import Streams

extension Notification.Name {
  /// A blog post was published; the notification's object is the `BlogPost` (seed 002).
  public static let newBlogPost = Notification.Name("newPost")
}

/// A blog: publishing a post announces it, and every open blog screen hears of it (seed 002).
public final class BlogViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<BlogEvent, Never>()
  @Published public private(set) var state = BlogState()
  public var statePublisher: Published<BlogState>.Publisher { $state }

  private let notificationCenter: NotificationCenter
  private var cancellables: Set<AnyCancellable> = []

  /// A blog in which nothing was published yet.
  public init(_ environment: AppEnvironment) {
    notificationCenter = environment.notificationCenter

    Self.titles(notificationCenter)
      .receive(on: environment.main)
      .sink { [weak self] in self?.hear($0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  // NB: nonisolated, because a notification comes on the thread that posts it.
  private nonisolated static func titles(_ center: NotificationCenter) -> AnyPublisher<String?, Never> {
    center.publisher(for: .newBlogPost)
      .map { ($0.object as? BlogPost)?.title }
      .eraseToAnyPublisher()
  }

  private func handleEvent(_ event: BlogEvent) {
    switch event {
    case .titleChanged(let text): state.title = text
    case .publishButtonWasTapped:
      state.isPublishing = true
      notificationCenter.post(name: .newBlogPost, object: BlogPost(draft: state.title))
    }
  }

  private func hear(_ title: String?) {
    guard let title else { return }
    var state = state
    state.newestTitle = title
    state.isPublishing = false
    self.state = state
  }
}
