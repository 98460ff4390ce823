public import Descriptions
public import Requests

/// A state that shows how the requests of its screen stand: that one is on its way, why one has failed, and whether to try again.
///
/// ```swift
/// struct ForecastFacts {
///   var forecast = Loading<String>.idle
/// }
///
/// struct ForecastState: RequestState {
///   var forecast: String?
///   var requests: RequestStatus
///
///   init(_ facts: ForecastFacts, _ environment: AppEnvironment) {
///     forecast = facts.forecast.value
///     requests = RequestStatus(environment, facts.forecast)
///   }
///
///   static let fields: Fields<ForecastState> = [
///     .requests("Why there is no forecast."), Field(\.forecast, "What the weather will be."),
///   ]
/// }
///
/// enum ForecastEvent: ScreenEvent {
///   case viewDidAppear, retryButtonWasTapped
///
///   static let cases: [EventCase<ForecastEvent>] = [
///     EventCase(.viewDidAppear, "The forecast is shown."),
///     EventCase(.retryButtonWasTapped, "Load the forecast again.").retries(ForecastState.self),
///   ]
/// }
///
/// final class ForecastViewModel: FactsViewModel<ForecastFacts, ForecastState, ForecastEvent>, ViewModel {
///   init(_ environment: AppEnvironment) { super.init(ForecastFacts(), environment, ForecastState.init) }
///
///   override func handle(_ event: ForecastEvent) {
///     load(\.forecast, environment.backend.answer(ServiceOperation<Void, String>("forecast")))
///   }
/// }
/// ```
///
/// Fronts see three members: `message`, the failure; `isBusy`; and `retryHidden`, by which the button of a retry is hidden.
public protocol RequestState: ScreenState {
  /// How the requests stand.
  var requests: RequestStatus { get }
}

extension RequestState {
  public var isBusy: Bool { requests.isBusy }
  /// Why a request has failed.
  public var message: String? { requests.message }
  /// Whether there is nothing to try again.
  public var retryHidden: Bool { requests.retryHidden }
}

/// How the requests of a screen stand, for its state; see ``RequestState``.
public struct RequestStatus: Equatable, Sendable {
  /// Why a request has failed, in the language of the app.
  public var message: String?
  /// Whether an answer is on its way.
  public var isBusy: Bool
  /// Whether there is nothing to try again.
  public var retryHidden: Bool

  /// How some requests stand: the message is that of the first that has failed.
  ///
  /// - Parameters:
  ///   - environment: whose language the message has.
  ///   - requests: what is known of each.
  public init<each Value>(_ environment: AppEnvironment, _ requests: repeat Loading<each Value>) {
    var error: ServiceError?
    isBusy = false
    for request in repeat each requests {
      error = error ?? request.error
      isBusy = isBusy || request.isLoading
    }
    message = (error?.text).map(environment.words.string)
    retryHidden = error == nil
  }
}

extension Field where Owner: RequestState, Value == Any {
  /// How the requests stand, as three members of the state: `message`, `isBusy` and `retryHidden`.
  ///
  /// - Parameter about: what the message says, in a sentence, such as "Why there are no products."
  public static func requests(_ about: String) -> Field {
    Field(
      \.requests, property: "requests",
      parts: [
        Field(\.requests.message, name: "message", about, as: .failure),
        Field(\.requests.isBusy, name: "isBusy", "Whether an answer is on its way."),
        Field(\.requests.retryHidden, name: "retryHidden", "Whether there is nothing to try again.").forPrograms(),
      ])
  }
}

extension Field where Owner: ScreenState, Value == Any {
  @available(*, unavailable, message: "Make the state a RequestState, whose `requests` say how its requests stand.")
  public static func requests(_ about: String) -> Field { fatalError() }
}

extension EventCase {
  /// The event asks again for what has failed: a button *Try again*, which is there while a request of the state has failed.
  ///
  ///     EventCase(.retryButtonWasTapped, "Load the products again.").retries(CatalogState.self)
  public func retries<State: RequestState>(_: State.Type) -> EventCase {
    purpose(.refresh).labelled("Try again").hidden(by: \State.requests.retryHidden)
  }
}
