public import Foundation
import Models

extension Screen<BlogViewModel> {
  /// A blog: publish a post, and read the newest title.
  public static var blog: Self {
    Screen("blog", about: "A blog: publish a post, and hear of the newest one.") { BlogViewModel($1) }
  }
}

/// What the user did on the blog screen (seed 002).
public enum BlogEvent: ScreenEvent {
  /// The text in the title's field changed.
  case titleChanged(String)
  /// The user publishes the post.
  case publishButtonWasTapped

  public static let cases: [EventCase<BlogEvent>] = [
    EventCase(titleChanged, member: "text", "Enter the title."),
    EventCase(.publishButtonWasTapped, "Publish the post.").purpose(.submit),
  ]
}

/// What a front shows of the blog.
public struct BlogState: ScreenState {
  /// The text in the title's field.
  public internal(set) var title = ""
  /// The newest published title; `nil` before the first one.
  public internal(set) var newestTitle: String?
  /// Whether a publication of this screen is in flight.
  public internal(set) var isPublishing = false

  public var isBusy: Bool { isPublishing }

  public static let fields: Fields<BlogState> = [
    Field(\.title, "The text in the title's field."),
    Field(\.newestTitle, "The newest published title; null before the first one.").labelled("Newest post")
      .shownWhenEmpty(),
    Field(\.isPublishing, "Whether a publication is in flight.", as: .activity),
  ]

  public static var samples: [BlogState] { [BlogState()] }

  mutating func receive(title: String) {
    newestTitle = title
    isPublishing = false
  }
}

extension Notification.Name {
  /// A blog post was published. The notification's object is the `BlogPost` (seed 002).
  public static let newBlogPost = Notification.Name("newPost")
}

/// A blog: a publication is announced to every open blog screen (seed 002).
public final class BlogViewModel: ViewModel {
  public let eventSubject = EventSubject<BlogEvent>()
  @Published public private(set) var state = BlogState()
  public var statePublisher: Published<BlogState>.Publisher { $state }

  private let notificationCenter: NotificationCenter
  private var cancellables: Set<AnyCancellable> = []

  /// Creates a blog without publications.
  public init(_ environment: AppEnvironment) {
    notificationCenter = environment.notificationCenter

    Self.titles(notificationCenter)
      .receive(on: environment.main)
      .sink { [weak self] in self?.state.receive(title: $0) }
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
    case .titleChanged(let text): state.title = text
    case .publishButtonWasTapped:
      state.isPublishing = true
      notificationCenter.post(name: .newBlogPost, object: BlogPost(draft: state.title))
    }
  }
}
