public import Dispatch
public import Foundation
public import Requests
public import Storage
public import StreamsExtras
public import Words

/// What makes an app, whichever front shows it: its screens, its backends, and the values of its environment.
///
///     extension AppDefinition {
///       static let library = AppDefinition(
///         screens: [AnyScreen(.shelf), AnyScreen(.book)],
///         mock: { context in Backend.handlers([ServiceHandler(.books) { _ in Book.samples(now: context.now) }]) },
///         server: { Backend.http($0, routes: [.books]) },
///         prepare: { environment in environment.shelf = "upper" })
///     }
public struct AppDefinition: Sendable {
  /// What a backend in memory is made with, so that a session can be repeated.
  public struct MockContext: Sendable {
    /// The clock.
    public let now: @Sendable () -> Date
    /// Random numbers, which follow from the seed of the session if it has one.
    public let random: any RandomNumberGenerator & Sendable
    /// The scheduler for work that takes time: the main queue.
    public let scheduler: AnySchedulerOf<DispatchQueue>
    /// The values that outlive the process, such as the user's access token.
    public let storage: Storage

    /// A context.
    public init(
      now: @escaping @Sendable () -> Date, random: any RandomNumberGenerator & Sendable,
      scheduler: AnySchedulerOf<DispatchQueue>, storage: Storage = Storage()
    ) {
      self.now = now
      self.random = random
      self.scheduler = scheduler
      self.storage = storage
    }
  }

  /// The screens that can be opened by name.
  public var screens: [AnyScreen]
  /// The app's own view model, for what belongs to no screen; `nil` for an app without one. It is a screen with the name `app`,
  /// which is open from the start, stays open, and is not among ``screens``.
  public var app: AnyScreen?
  /// What people call the app; `nil` for an app that says nothing of it, which a front calls after its program.
  public var title: AppTitle?
  /// How the screens stand: the start, tabs, lists with their details.
  public var layout: AppLayout
  /// The links to screens.
  public var links: AppLinks
  /// The questions to fronts that are the app's own.
  public var questions: [QuestionDescription]
  /// Makes the backend in memory.
  public var mock: @Sendable (MockContext) -> Backend
  /// Makes the backend of a server; `nil` for an app without one. A front gives the server credentials that keep their token
  /// in the storage of the session.
  public var server: (@Sendable (ServerConnection) -> Backend)?
  /// The catalogues of the app's texts, the first one first.
  public var catalogs: [StringCatalog]
  /// What a server or a client may answer beside the mock's operations, such as a feed that the app can do without.
  public var optionalServices: [ServiceDescription]
  /// Makes what the app has beside its screens, behind what was added by ``adding(mistakes:startsAtOnce:_:)``; see ``AppFeature``.
  public var features: @MainActor @Sendable () -> [any AppFeature]
  /// Whether a program makes the app when it starts, and not when a front first asks for it: a feature has something to do by then.
  public private(set) var startsAtOnce = false
  /// Make the features that were added, the last one first.
  private(set) var addedFeatures: [@MainActor @Sendable () -> any AppFeature] = []
  /// What is wrong with what those are defined by.
  private(set) var featureMistakes: [DescriptionMistake] = []
  /// How many screens may be open, and how long a front may be away.
  public var limits: AppLimits
  /// Sets the app's own values. The backend, the clock, the scheduler, the randomness and the time zone are set.
  public var prepare: @Sendable (inout AppEnvironment) -> Void

  /// Defines an app.
  ///
  /// - Parameters:
  ///   - screens: The screens that can be opened by name.
  ///   - app: The app's own view model, as a screen with the name `app`.
  ///   - title: What people call the app.
  ///   - layout: How the screens stand.
  ///   - links: The links to screens.
  ///   - questions: The questions to fronts that are the app's own.
  ///   - mock: Makes the backend in memory; by default, one that answers no request.
  ///   - server: Makes the backend of a server.
  ///   - catalogs: The catalogues of the app's texts.
  ///   - optionalServices: What a server or a client may answer beside the mock's operations.
  ///   - limits: How many screens may be open, and how long a front may be away.
  ///   - features: Makes what the app has beside its screens.
  ///   - prepare: Sets the app's own values in the environment.
  public init(
    screens: [AnyScreen], app: AnyScreen? = nil, title: AppTitle? = nil, layout: AppLayout = AppLayout(),
    links: AppLinks = AppLinks(), questions: [QuestionDescription] = [],
    mock: @escaping @Sendable (MockContext) -> Backend = { _ in Backend.handlers([]) },
    server: (@Sendable (ServerConnection) -> Backend)? = nil, catalogs: [StringCatalog] = [],
    optionalServices: [ServiceDescription] = [], limits: AppLimits = AppLimits(),
    features: @escaping @MainActor @Sendable () -> [any AppFeature] = { [] },
    prepare: @escaping @Sendable (inout AppEnvironment) -> Void = { _ in }
  ) {
    self.screens = screens
    self.app = app
    self.title = title
    self.layout = layout
    self.links = links
    self.questions = questions
    self.mock = mock
    self.server = server
    self.catalogs = catalogs
    self.optionalServices = optionalServices
    self.limits = limits
    self.features = features
    self.prepare = prepare
  }

  /// The definition with a feature before those that it has.
  ///
  /// - Parameters:
  ///   - mistakes: What is wrong with what the feature is defined by: ``check(inAllLanguages:)`` finds it, and the process stops with it.
  ///   - startsAtOnce: Whether the feature has something to do when a program starts: see ``startsAtOnce``.
  ///   - feature: Makes the feature.
  public func adding(
    mistakes: [DescriptionMistake] = [], startsAtOnce: Bool = false,
    _ feature: @escaping @MainActor @Sendable () -> any AppFeature
  ) -> AppDefinition {
    var definition = self
    definition.addedFeatures.insert(feature, at: 0)
    definition.startsAtOnce = definition.startsAtOnce || startsAtOnce
    definition.featureMistakes += mistakes
    return definition
  }

  /// The names of the operations that the mock answers, if it is a table of handlers; empty if they are not known.
  public var operations: [String] { mockServices.map(\.name) }

  /// The operations and feeds that a client may answer: those of the mock, if it is a table of handlers, and the optional ones.
  /// Empty if they are not known.
  public var services: [ServiceDescription] {
    let services = mockServices
    return services.isEmpty ? [] : services + optionalServices
  }

  private var mockServices: [ServiceDescription] {
    let context = MockContext(
      now: { Date() }, random: SystemRandomNumberGenerator(), scheduler: .main)
    return mock(context).services
  }
}

extension AppDefinition {
  /// What the screens are and, last, what the app itself is, if it has a view model.
  public var descriptions: [ScreenDescription] { allScreens.map(ScreenDescription.init) }
}
