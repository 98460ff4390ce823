import AppTesting
import ExpectSupport
import Foundation
import Recording
import Requests
import Screens
import StreamsTesting
import Testing

/// A guest who asks for what demands a sign-in, in a recording. A replay has neither a server nor its credentials.
@MainActor @Suite struct GuestRecordingTests {
  @MainActor private final class Lines {
    var text = ""
  }

  @Test(arguments: [true, false])
  func `replays a guest's request that waits for the sign-in`(signsIn: Bool) async throws {
    let scheduler = TestScheduler()
    let lines = Lines()
    let definition = AppDefinition(screens: [AnyScreen(.guest)])
    let recorder = Recorder(
      SessionConfiguration(front: "test 1.0", mock: nil, seed: 7, timeZone: .gmt), main: scheduler.mainQueue,
      clock: { .fixed }, write: { lines.text += String(decoding: $0, as: UTF8.self) })
    let credentials = ServerCredentials(for: try #require(URL(string: "https://shop.example")))
    let server = Backend.handlers(
      [
        ServiceHandler(.guestSignIn) { (name: String) -> String in
          credentials.setSession(ServerSession(account: name, token: BearerToken("token"))) { _ in }
          return name
        },
        ServiceHandler(.guestPurchase) { purchase in "1 of \(purchase.product)" },
      ], session: credentials)
    let app = recorder.makeApp(definition, server: server)
    let guest = try recorder.turn {
      try #require(try? app.open("guest") as? ScreenInstance<GuestViewModel>)
    }
    func send(_ event: GuestEvent) {
      recorder.turn { guest.model.eventSubject.send(event) }
      scheduler.advance()
    }
    send(.buyButtonWasTapped)
    #expect(guest.state.text == "waiting")
    send(signsIn ? .signInButtonWasTapped : .refuseButtonWasTapped)
    #expect(guest.state.text == (signsIn ? "1 of tea" : "You are not signed in."))
    recorder.end()
    let replay = Replay(try Recording(Array(lines.text.utf8)), definition, threadTimeout: .seconds(600))
    #expect(await replay.run()?.message == nil, "\(lines.text)")
  }
}

private struct Purchase: JSONRecord, Sendable {
  var product: String
  var key: IdempotencyKey

  static let record = Codec(Purchase.init(product:key:), \.product, \.key)
}

extension ServiceOperation<String, String> {
  fileprivate static var guestSignIn: Self { Self("guest-sign-in").effect(.changes).withoutRenewal() }
}

extension ServiceOperation<Purchase, String> {
  fileprivate static var guestPurchase: Self { Self("guest-purchase").effect(.changes).signIn(.required) }
}

private struct GuestState: ScreenState {
  var text = ""
  var isBusy = false

  static let fields: Fields<GuestState> = [Field(\.text, "What has come of it."), Field(\.isBusy, "Whether it waits.")]

  static let samples = [GuestState()]
}

private enum GuestEvent: ScreenEvent {
  case buyButtonWasTapped
  case signInButtonWasTapped
  case refuseButtonWasTapped

  static let cases: [EventCase<GuestEvent>] = [
    EventCase(.buyButtonWasTapped, "Buy."), EventCase(.signInButtonWasTapped, "Sign in."),
    EventCase(.refuseButtonWasTapped, "Do not sign in."),
  ]
}

private final class GuestViewModel: ViewModel {
  let eventSubject = EventSubject<GuestEvent>()
  @Published private(set) var state = GuestState()
  var statePublisher: Published<GuestState>.Publisher { $state }

  private let environment: AppEnvironment
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    environment.sessionEnds.sink {}.store(in: &cancellables)
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: GuestEvent) {
    let backend = environment.backend
    switch event {
    case .buyButtonWasTapped:
      state = GuestState(text: "waiting", isBusy: true)
      environment.request(.guestPurchase, for: "tea") {
        backend.answer(.guestPurchase, Purchase(product: "tea", key: $0))
      }
      .result()
      .sink { [unowned self] result in
        switch result {
        case .success(let success): state = GuestState(text: success.answer)
        case .failure(let error): state = GuestState(text: environment.words.string(error.text))
        }
      }
      .store(in: &cancellables)
    case .signInButtonWasTapped:
      backend.answer(.guestSignIn, "Ada").result().sink { [environment] _ in environment.account = "Ada" }
        .store(in: &cancellables)
    case .refuseButtonWasTapped: environment.refuseSession()
    }
  }
}

extension Screen<GuestViewModel> {
  fileprivate static var guest: Self { Screen("guest", about: "Where a guest buys.") { GuestViewModel($1) } }
}
