public import Foundation
import Models
public import Streams

extension Notification.Name {
  /// A blog post was published. The notification's object is the `BlogPost` (seed 002).
  public static let newBlogPost = Notification.Name("newPost")
}

/// A blog: a publication is announced to every open blog screen (seed 002).
public final class BlogViewModel: ViewModel {
  public let eventSubject = PassthroughSubject<BlogEvent, Never>()
  @Published public private(set) var state: BlogState
  public var statePublisher: Published<BlogState>.Publisher { $state }

  private var facts = BlogFacts() {
    didSet { updateState() }
  }
  private let notificationCenter: NotificationCenter
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a blog without publications.
  public init(_ environment: AppEnvironment) {
    notificationCenter = environment.notificationCenter
    state = BlogState(facts)

    Self.titles(notificationCenter)
      .receive(on: environment.main)
      .sink { [weak self] in self?.facts.receive(title: $0) }
      .store(in: &cancellables)

    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  // NB: nonisolated, because a notification arrives on the thread that posts it.
  private nonisolated static func titles(_ center: NotificationCenter) -> some Publisher<String, Never> {
    center.publisher(for: .newBlogPost).compactMap { ($0.object as? BlogPost)?.title }
  }

  private func handleEvent(_ event: BlogEvent) {
    switch event {
    case .titleChanged(let text): facts.title = text
    case .publishButtonWasTapped:
      facts.isPublishing = true
      notificationCenter.post(name: .newBlogPost, object: BlogPost(draft: facts.title))
    }
  }

  private func updateState() {
    let state = BlogState(facts)
    if state != self.state { self.state = state }
  }
}
