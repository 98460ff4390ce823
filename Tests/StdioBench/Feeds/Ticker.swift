import Foundation
import Requests
import ScreenServer

struct Tick: JSONRecord {
  var number: Int
  var price: Int

  static let record = Codec(Tick.init(number:price:), \.number, \.price)
}

extension ServiceFeed<Void, Tick> {
  static var ticks: Self { Self("ticks").identified(by: \.number) }
}

struct TickerState: ScreenState {
  var count = 0
  var number = 0
  var price = 0
  var isOpen = false
  var end: String?
  var isBusy: Bool { false }

  static let fields: Fields<TickerState> = [
    Field(\.count, "How many elements came."),
    Field(\.number, "The number of the last one."),
    Field(\.price, "The price in it."),
    Field(\.isOpen, "Whether the feed is open."),
    Field(\.end, "Why there is no more; null while there may be."),
  ]
}

enum TickerEvent: ScreenEvent {
  case viewDidAppear

  static let cases: [EventCase<TickerEvent>] = [EventCase(.viewDidAppear, "The screen appears.")]
}

struct TickerParameters: OptionalParameters {
  /// How many milliseconds it works on each element.
  var pause = 0

  static let fields: Fields<TickerParameters> = [Field(\.pause, "How many milliseconds an element takes.")]
}

/// Shows the last element of a feed, as an author would write it.
final class TickerViewModel: ViewModel {
  typealias Parameters = TickerParameters

  /// The newest one, whose state is printed.
  static var latest: TickerViewModel?
  /// The memory when the feed was opened, in kB.
  private(set) var memoryAtRest = 0

  let eventSubject = EventSubject<TickerEvent>()
  @Published private(set) var state = TickerState()
  var statePublisher: Published<TickerState>.Publisher { $state }

  private var cancellables: Set<AnyCancellable> = []

  init(_ parameters: TickerParameters, _ environment: AppEnvironment) {
    let main = environment.main
    let events = environment.backend.follow(.ticks).paced(on: main).eraseToAnyPublisher()
    // One element at a time, and the next one when it is done.
    let pause = DispatchQueue.SchedulerTimeType.Stride.milliseconds(parameters.pause)
    let worked =
      parameters.pause == 0
      ? events
      : events.flatMap(maxPublishers: .max(1)) { event in
        Just(event).setFailureType(to: ServiceError.self).delay(for: pause, scheduler: main)
      }
      .eraseToAnyPublisher()
    worked.sink { [weak self] completion in
      if case .failure(let error) = completion { self?.state.end = error.message } else { self?.state.end = "" }
    } receiveValue: { [weak self] in
      self?.handle($0)
    }
    .store(in: &cancellables)
    Self.latest = self
  }

  private func handle(_ event: FeedEvent<Tick>) {
    switch event {
    case .element(let tick):
      state = TickerState(count: state.count + 1, number: tick.number, price: tick.price, isOpen: true)
    case .condition(let condition):
      state.isOpen = condition.isOpen
      // The network library is loaded by now.
      if condition.isOpen, memoryAtRest == 0 { memoryAtRest = memory("VmRSS") }
    case .unreadable: break
    }
  }
}

extension Screen<TickerViewModel> {
  static var ticker: Self {
    Screen("ticker", about: "The last element of a feed.") { parameters, environment in
      TickerViewModel(parameters, environment)
    }
  }
}

/// A member of `/proc/self/status`, in kB.
func memory(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
  return Int(line.filter(\.isNumber)) ?? 0
}
