public import Screens

public struct ShelfState: ScreenState {
  public var heading = ""
  public var titles: [String] = []
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<ShelfState> = [
    Field(\.heading, "What stands above the books."), Field(\.titles, "The titles of the books that are there."),
    Field(\.message, "Why there are no books."), Field(\.isBusy, "Whether the books are being asked for."),
  ]
}

public enum ShelfEvent: ScreenEvent {
  case viewDidAppear

  public static let cases: [EventCase<ShelfEvent>] = [EventCase(.viewDidAppear, "The shelf is shown.")]
}

public final class ShelfViewModel: ViewModel {
  public let eventSubject = EventSubject<ShelfEvent>()
  @Published public private(set) var state = ShelfState()
  public var statePublisher: Published<ShelfState>.Publisher { $state }

  init(_ environment: AppEnvironment) {
    let (backend, heading) = (environment.backend, environment.shelfName)
    eventSubject
      .map { _ in
        backend.answer(.books).result()
          .map { result in
            switch result {
            case .success(let books): ShelfState(heading: heading, titles: books.filter { !$0.isLent }.map(\.title))
            case .failure(let error): ShelfState(heading: heading, message: error.message)
            }
          }
          .prepend(ShelfState(heading: heading, isBusy: true))
      }
      .switchToLatest()
      .assign(to: &$state)
  }
}

extension Screen<ShelfViewModel> {
  public static var shelf: Self {
    Screen("shelf", about: "The books of the library.", appearance: .viewDidAppear) { ShelfViewModel($1) }
  }
}
