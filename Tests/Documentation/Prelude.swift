// The names that the examples of the documentation use; `check` compiles them together.
import Dispatch
import Foundation
import Streams
import StreamsExtras
import StreamsNetworking
import StreamsTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// MARK: A screen

/// What the examples are inside of: a view model, a view, a test.
final class Page: ObservableObject {
  @Published var name = ""
  @Published var username = ""
  @Published var password = ""
  @Published var passwordAgain = ""
  @Published var query = ""
  @Published var acceptedTerms = false
  @Published var acceptedPrivacy = false
  var title = ""
  var text = ""
  var cancellable: AnyCancellable?
  var cancellables: Set<AnyCancellable> = []
}

struct State: Equatable {
  var title = ""
  var description = ""
  var errorText = ""
  var isRefreshing = false
}

enum Event { case viewDidAppear, refreshButtonWasTapped }

final class ScreenModel: ObservableObject {
  @Published private(set) var state = State()
  @Published private var counter = 0
  lazy private(set) var numbers = $counter.values
  let eventSubject = PassthroughSubject<Event, Never>()
}

final class BalanceViewModel {
  init(scheduler: some Scheduler) {}
}

final class Button: Sendable {
  let taps = PassthroughSubject<Void, Never>()
}

final class View {
  var isHidden = false
}

struct Form: Sendable { let isValid = CurrentValueSubject<Bool, Never>(false) }

struct Color: Sendable {
  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {}
}

func render(_ state: State) {}
func show(_ number: Int) {}
func handle(_ event: Event) {}

// NB: every example is only compiled; none runs, so nothing is shared.
nonisolated(unsafe) let viewModel = ScreenModel()
nonisolated(unsafe) let counter = ScreenModel()
nonisolated(unsafe) let refreshButton = View()
nonisolated(unsafe) var cancellables: Set<AnyCancellable> = []
nonisolated(unsafe) var isBusy = false
let button = Button()
let firstButton = Button()
let secondButton = Button()
let createButton = Button()
let buttons = [firstButton, secondButton]
let fields = [Form(), Form()]
let form = CurrentValueSubject<State, Never>(State())
let taps = PassthroughSubject<Void, Never>()
nonisolated(unsafe) let viewDidAppear = taps.map { Event.viewDidAppear }.eraseToAnyPublisher()
nonisolated(unsafe) let refreshButtonWasTapped = button.taps.map { Event.refreshButtonWasTapped }.eraseToAnyPublisher()
let eventSubject = PassthroughSubject<Event, Never>()
let events = PassthroughSubject<Event, Never>()
let keystrokes = PassthroughSubject<Character, Never>()
let positions = PassthroughSubject<Double, Never>()
let mouseUp = PassthroughSubject<Void, Never>()
let mouseDown = PassthroughSubject<Void, Never>()
let notices = PassthroughSubject<String, Never>()
let red = PassthroughSubject<Double, Never>()
let green = PassthroughSubject<Double, Never>()
let blue = PassthroughSubject<Double, Never>()
let alpha = PassthroughSubject<Double, Never>()

// MARK: A service

struct Balance: Codable, Sendable {
  var amount = 0.0
  var isNegative: Bool { amount < 0 }
}

enum ServiceError: Error {
  case network(URLError)
  case tooSlow

  init(_ error: URLError) { self = .network(error) }
  var isTransient: Bool { true }
}

struct Service: Sendable {
  func balance() -> Future<Balance, ServiceError> { Future { $0(.success(Balance())) } }
  func isAvailable(_ name: String) -> AnyPublisher<Bool, Never> { Just(true).eraseToAnyPublisher() }
}

func search(_ query: String) -> AnyPublisher<[String], Never> { Just([query]).eraseToAnyPublisher() }
func load() throws -> String { "" }
func load(_ text: String) {}

let service = Service()
let cached = Balance()
let cachedBalance = Just(cached).setFailureType(to: ServiceError.self)
let balances = PassthroughSubject<Balance, Never>()
nonisolated(unsafe) let request = service.balance().eraseToAnyPublisher()
nonisolated(unsafe) let upload = request
nonisolated(unsafe) let answers = PassthroughSubject<String, Never>().eraseToAnyPublisher()
nonisolated(unsafe) let downloads = [answers, answers].map { $0.map { [$0] }.eraseToAnyPublisher() }
nonisolated(unsafe) let bundledFile = answers.setFailureType(to: URLError.self)
nonisolated(unsafe) let slowReader = answers
let session = URLSession.shared
let url = URL(fileURLWithPath: "/")
let queue = DispatchQueue.main

extension Notification.Name {
  static let didBecomeActive = Notification.Name("didBecomeActive")
}

// MARK: Values

struct Money: Sendable {
  static let zero = Money()
  static func * (lhs: Money, rhs: Int) -> Money { lhs }
  func isLess(than other: Money) throws -> Bool { false }
  func adding(_ other: Money) throws -> Money { self }
  func subtracting(_ other: Money) throws -> Money { self }
}

struct Amount: Sendable {
  init(parsing text: String) throws {}
}

struct Product: Sendable {
  var price = 1.0
}

struct Purchase: Sendable { let price = Money.zero }

struct File: Sendable {
  func isReadable() throws -> Bool { true }
}

struct Person: Sendable { var name = "" }

struct Location: Sendable {}

final class Tracker {
  struct Observer { func stop() {} }
  func observe(_ hear: @escaping (Location) -> Void) -> Observer { Observer() }
}

func isComment(_ line: String) throws -> Bool { false }
func isEndMark(_ line: String) throws -> Bool { false }

nonisolated(unsafe) let tracker = Tracker()
let balance = Money.zero
let subject = PassthroughSubject<String, Never>()
let publisher = subject
let names = subject
let texts = subject
let lines = subject
let people = PassthroughSubject<Person, Never>()
let files = PassthroughSubject<File, Never>()
let products = PassthroughSubject<Product, Never>()
let prices = PassthroughSubject<Money, Never>()
let amounts = PassthroughSubject<Int, Never>()
let purchases = PassthroughSubject<Purchase, Never>()
