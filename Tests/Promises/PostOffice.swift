import Foundation
import Locking
import Screens
import Streams

@testable import Requests

extension ServiceOperation<Void, [String]> {
  static var lettersHere: Self { Self("lettersHere").effect(.reads) }
}

/// A server that gives letters to who has signed in.
@MainActor final class PostOffice {
  private let credentials = ServerCredentials(for: URL(string: "https://post.example")!)
  private final class Count: Sendable {
    let value = LockedValue(0)
  }

  private let asked = Count()

  /// How often it was asked for letters.
  var askedCount: Int { asked.value.withLock { $0 } }

  var backend: Backend {
    Backend.handlers(
      [
        ServiceHandler(publishing: .lettersHere) { [asked, credentials] in
          asked.value.withLock { $0 += 1 }
          return credentials.hasToken
            ? Just(["Dear Ada"]).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
            : Fail(error: .status(401)).eraseToAnyPublisher()
        }
      ], session: credentials)
  }
}

extension AppDefinition {
  /// Letters, and the counter at which a person signs in.
  static let postOffice = AppDefinition(screens: [AnyScreen(.letters), AnyScreen(.counterOfPost), AnyScreen(.note)])
}

enum LettersEvent: ScreenEvent {
  case wereAsked

  static let cases: [EventCase<LettersEvent>] = [EventCase(.wereAsked, "Ask for the letters.")]
}

struct LettersState: ScreenState {
  var lines: [String] = []
  var message: String?
  var isBusy = false

  static let fields: Fields<LettersState> = [
    Field(\.lines, "The letters."), Field(\.message, "Why there are none.", as: .failure),
    Field(\.isBusy, "Whether they are asked for."),
  ]
  static var samples: [LettersState] { [LettersState()] }
}

final class LettersViewModel: ViewModel {
  let eventSubject = EventSubject<LettersEvent>()
  @Published private(set) var state = LettersState()
  var statePublisher: Published<LettersState>.Publisher { $state }
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    environment.renewSession(presenting: .counterOfPost).store(in: &cancellables)
    eventSubject.flatMap { [unowned self] _ in
      state.isBusy = true
      return environment.backend.answer(.lettersHere).result()
    }
    .sink { [unowned self] result in
      switch result {
      case .success(let lines): state = LettersState(lines: lines)
      case .failure(let error): state = LettersState(message: error.message)
      }
    }
    .store(in: &cancellables)
  }
}

extension Screen<LettersViewModel> {
  static var letters: Self { Screen("letters", about: "Letters.") { LettersViewModel($1) } }
}

enum CounterOfPostEvent: ScreenEvent {
  case nameChanged(String)
  case wereShown

  static let cases: [EventCase<CounterOfPostEvent>] = [
    EventCase(nameChanged, member: "name", "The name's field holds this text."),
    EventCase(.wereShown, "Show the papers, and sign in."),
  ]
}

struct CounterOfPostState: ScreenState {
  var name = ""
  var isBusy: Bool { false }

  static let fields: Fields<CounterOfPostState> = [Field(\.name, "The name.")]
  static var samples: [CounterOfPostState] { [CounterOfPostState()] }
}

final class CounterOfPostViewModel: ViewModel {
  typealias Outcome = DoorOutcome

  let eventSubject = EventSubject<CounterOfPostEvent>()
  @Published private(set) var state = CounterOfPostState()
  var statePublisher: Published<CounterOfPostState>.Publisher { $state }
  private var cancellable: AnyCancellable?

  init(_ environment: AppEnvironment) {
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .nameChanged(let name): state.name = name
      case .wereShown:
        guard !state.name.isEmpty else { return }
        for credentials in environment.backend.credentials { credentials.setToken(BearerToken("token")) { _ in } }
        environment.navigator.close(with: DoorOutcome(name: state.name))
      }
    }
  }
}

extension Screen<CounterOfPostViewModel> {
  static var counterOfPost: Self {
    Screen("postCounter", about: "Where a person signs in.") { CounterOfPostViewModel($1) }
  }
}
