public import Foundation
public import Screens

/// An app with a view model of its own, for tests: a club, whose member signs in once for all rooms.
public enum ClubEvent: ScreenEvent {
  case clubDidAppear
  case memberChanged(String)
  case unreadChanged(Int)
  case roomButtonWasTapped(Int)
  case roomsCloseButtonWasTapped
  case tabButtonWasTapped(String)
  case signOutButtonWasTapped
  case replaceButtonWasTapped
  case closeButtonWasTapped

  public static let cases: [EventCase<ClubEvent>] = [
    EventCase(.clubDidAppear, "The club appeared."),
    EventCase(memberChanged, member: "name", "Another member is there."),
    EventCase(unreadChanged, member: "count", "So many messages are unread."),
    EventCase(roomButtonWasTapped, member: "id", "Open a room."),
    EventCase(.roomsCloseButtonWasTapped, "Close the rooms."),
    EventCase(tabButtonWasTapped, member: "name", "Show a tab."),
    EventCase(.signOutButtonWasTapped, "Sign out.").disabled(by: \ClubState.signOutDisabledReason),
    EventCase(.replaceButtonWasTapped, "Continue with a room in place of the app."),
    EventCase(.closeButtonWasTapped, "Close the app's own view model."),
  ]
}

/// What belongs to the club as a whole. The member is private.
public struct ClubState: ScreenState, Equatable {
  public var member: String?
  public var unread = 0
  public var notes: [String] = []
  public var signOutDisabledReason: String? { member == nil ? "No member is signed in." : nil }
  public var isBusy = false

  /// A club without a member.
  public init(member: String? = nil, unread: Int = 0) {
    self.member = member
    self.unread = unread
  }

  public static let fields: Fields<ClubState> = [
    Field(\.member, "The member.", .isPrivate(as: "•••")), Field(\.unread, "How many messages are unread."),
    Field(\.notes, "What has happened."),
    Field(\.signOutDisabledReason, name: "signOutDisabledReason", "Why the member cannot sign out."),
    Field(\.isBusy, "Whether it works."),
  ]
  public static var samples: [ClubState] { [ClubState(member: "Ada", unread: 2)] }
}

/// The club's own view model. With a first room it opens that at the start.
public final class ClubModel: ViewModel {
  public let eventSubject = EventSubject<ClubEvent>()
  @Published public var state = ClubState()
  public var statePublisher: Published<ClubState>.Publisher { $state }

  /// Opens screens at the top.
  public let navigator: Navigator
  private var cancellable: AnyCancellable?

  public init(_ environment: AppEnvironment, firstRoom: Int?) {
    navigator = environment.navigator
    state.notes = [environment.now().formatted(.iso8601)]
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
    if let firstRoom { open(firstRoom) }
  }

  private func open(_ id: Int) {
    do throws(NavigationError) {
      try navigator.open(.room, RoomParameters(id: id)) { [weak self] in
        self?.state.notes.append("room \(id): \($0?.name ?? "left")")
      }
    } catch {
      state.notes.append("\(error)")
    }
  }

  private func handle(_ event: ClubEvent) {
    switch event {
    case .clubDidAppear: state.notes.append("appeared")
    case .memberChanged(let name): state.member = name
    case .unreadChanged(let count): state.unread = count
    case .roomButtonWasTapped(let id): open(id)
    case .roomsCloseButtonWasTapped: navigator.closeOpened()
    case .tabButtonWasTapped(let name): navigator.select(tab: name)
    case .signOutButtonWasTapped: state.member = nil
    case .replaceButtonWasTapped:
      do throws(NavigationError) {
        try navigator.replace(with: .room, RoomParameters(id: 0))
      } catch {
        state.notes.append("\(error)")
      }
    case .closeButtonWasTapped: navigator.close()
    }
  }
}

extension Screen<ClubModel> {
  /// The club's own view model.
  public static var app: Self { club(firstRoom: nil) }

  /// The club's own view model, which opens a room at the start.
  public static func club(firstRoom: Int?) -> Self {
    Screen("app", about: "The club.", appearance: .clubDidAppear) { ClubModel($1, firstRoom: firstRoom) }
  }
}

/// What a room takes to open. The PIN is private.
public struct RoomParameters: ScreenParameters, Equatable {
  public var id = 0
  public var topic = ""
  public var isQuiet = false
  public var since: Date?
  public var temperature: Double?
  public var pin: String?
  public var tags: [String] = []

  /// A room.
  public init(id: Int, topic: String = "", isQuiet: Bool = false) {
    self.id = id
    self.topic = topic
    self.isQuiet = isQuiet
  }

  public static var defaults: RoomParameters { RoomParameters(id: 0) }
  public static let fields: Fields<RoomParameters> = [
    Field(required: \.id, "The number of the room."), Field(\.topic, "The topic."),
    Field(\.isQuiet, "Whether it is quiet."), Field(\.since, "Since when."), Field(\.temperature, "How warm it is."),
    Field(\.pin, "The PIN.", .isPrivate(as: "")), Field(\.tags, "The tags."),
  ]
}

/// What a room shows: what it knows of the club, too.
public struct RoomState: ScreenState, Equatable {
  public var id = 0
  public var topic = ""
  public var member: String?
  public var notes: [String] = []
  public var seconds = 0
  public var isBusy: Bool { false }

  public static let fields: Fields<RoomState> = [
    Field(\.id, "The number."), Field(\.topic, "The topic."), Field(\.member, "The member of the club."),
    Field(\.notes, "What has happened."), Field(\.seconds, "How many seconds it is open."),
  ]
  public static var samples: [RoomState] { [RoomState()] }
}

/// What a user does in a room.
public enum RoomEvent: ScreenEvent {
  case roomDidAppear
  case enterButtonWasTapped
  case enterLaterButtonWasTapped
  case stopButtonWasTapped
  case clockButtonWasTapped
  case greetButtonWasTapped(Int)
  case leaveButtonWasTapped(String)

  public static let cases: [EventCase<RoomEvent>] = [
    EventCase(.roomDidAppear, "The room appeared."),
    EventCase(.enterButtonWasTapped, "Sign in to the club."),
    EventCase(.enterLaterButtonWasTapped, "Sign in to the club, by a publisher."),
    EventCase(.stopButtonWasTapped, "Wait for the sign-in no more."),
    EventCase(.clockButtonWasTapped, "Count the seconds."),
    EventCase(greetButtonWasTapped, member: "count", "Tell the club of unread messages."),
    EventCase(leaveButtonWasTapped, member: "name", "Close with a name."),
  ]
}

/// A room of the club.
public final class RoomModel: ViewModel {
  public typealias Parameters = RoomParameters
  public typealias Outcome = MemberName

  public let eventSubject = EventSubject<RoomEvent>()
  @Published public var state = RoomState()
  public var statePublisher: Published<RoomState>.Publisher { $state }

  private let environment: AppEnvironment
  private var cancellables: Set<AnyCancellable> = []
  private var signIn: AnyCancellable?

  public init(_ parameters: RoomParameters, _ environment: AppEnvironment) {
    self.environment = environment
    state.id = parameters.id
    state.topic = parameters.topic
    environment.app(ClubModel.self).states.map(\.member).removeDuplicates()
      .sink { [weak self] in self?.state.member = $0 }
      .store(in: &cancellables)
    eventSubject.sink { [weak self] in self?.handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: RoomEvent) {
    switch event {
    case .roomDidAppear: state.notes.append("appeared")
    case .enterButtonWasTapped:
      do throws(NavigationError) {
        try environment.navigator.present(.login) { [weak self] in self?.state.notes.append($0?.name ?? "cancelled") }
      } catch {
        state.notes.append("\(error)")
      }
    case .enterLaterButtonWasTapped:
      signIn = environment.navigator.presented(.login).sink { [weak self] in
        self?.state.notes.append("\($0)")
      } receiveValue: { [weak self] in
        self?.state.notes.append($0.name)
      }
    case .stopButtonWasTapped: signIn = nil
    case .clockButtonWasTapped:
      environment.every(.seconds(1)).sink { [weak self] _ in self?.state.seconds += 1 }.store(in: &cancellables)
    case .greetButtonWasTapped(let count): environment.app(ClubModel.self).send(.unreadChanged(count))
    case .leaveButtonWasTapped(let name): environment.navigator.close(with: MemberName(name))
    }
  }
}

extension Screen<RoomModel> {
  /// A room.
  public static var room: Self { Screen("room", about: "A room.", appearance: .roomDidAppear) { RoomModel($0, $1) } }
}

/// A name, as a result.
public struct MemberName: ScreenOutcome {
  public var name: String

  public init(_ name: String) { self.name = name }
  public init?(_ json: JSONText) {
    guard let text = json.string else { return nil }
    name = text
  }

  public static var shape: Shape { .text() }
  public static var expectation: String { "a name" }
  public static var example: MemberName { MemberName("Ada") }
  public func write(to writer: inout JSONWriter) { writer.write(name) }
}

/// What the sign-in shows.
public struct LoginState: ScreenState, Equatable {
  public var name = ""
  public var isBusy: Bool { false }

  /// A sign-in without a name.
  public init() {}

  public static let fields: Fields<LoginState> = [Field(\.name, "The name.")]
  public static var samples: [LoginState] { [LoginState()] }
}

/// What a user does in the sign-in.
public enum LoginEvent: ScreenEvent {
  case nameChanged(String)
  case signInButtonWasTapped
  case helpButtonWasTapped

  public static let cases: [EventCase<LoginEvent>] = [
    EventCase(nameChanged, member: "name", "The name."), EventCase(.signInButtonWasTapped, "Sign in."),
    EventCase(.helpButtonWasTapped, "Continue with another sign-in."),
  ]
}

/// The sign-in, which closes with a name.
public final class LoginModel: ViewModel {
  public typealias Outcome = MemberName

  public let eventSubject = EventSubject<LoginEvent>()
  @Published public var state = LoginState()
  public var statePublisher: Published<LoginState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  public init(_ environment: AppEnvironment) {
    let navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .nameChanged(let name): state.name = name
      case .signInButtonWasTapped:
        environment.app(ClubModel.self).send(.memberChanged(state.name))
        navigator.close(with: MemberName(state.name))
      case .helpButtonWasTapped: try? navigator.replace(with: .help, NoParameters())
      }
    }
  }
}

extension Screen<LoginModel> {
  /// The sign-in.
  public static var login: Self { Screen("login", about: "Sign in.") { LoginModel($1) } }
  /// Another sign-in.
  public static var help: Self { Screen("help", about: "Sign in, with help.") { LoginModel($1) } }
}

extension AppDefinition {
  /// The club.
  public static var club: AppDefinition { club(firstRoom: nil) }

  /// The club, which opens a room at the start.
  public static func club(firstRoom: Int?) -> AppDefinition {
    AppDefinition(
      screens: [AnyScreen(.room), AnyScreen(.login), AnyScreen(.help)], app: AnyScreen(.club(firstRoom: firstRoom)),
      title: AppTitle("Club", sign: "♣", greeting: "Members meet here."),
      layout: AppLayout(
        start: .login, tabs: [AppTab("door", "Door", .login, badge: "unread"), AppTab("desk", "Desk", .help)],
        details: [ListDetail(list: .login, detail: .room)]),
      links: AppLinks(
        origins: ["https://club.example", "club:"], [Route("/rooms/{id}", .room), Route("/", .login)]))
  }
}
