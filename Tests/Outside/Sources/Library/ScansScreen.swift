public import Screens

// A file that a person picks and a service takes, with progress; and one that the service gives.

/// A page of a book that a reader has scanned.
public struct Scan: JSONRecord, Sendable {
  public var book: Int
  public var image: FileReference

  public init(book: Int, image: FileReference) {
    self.book = book
    self.image = image
  }

  public static let record = Codec(Scan.init(book:image:), \.book, \.image)
}

extension FileWish {
  fileprivate static let scan = FileWish(types: ["image/*"], limit: 100 << 20, isWhole: false)
}

extension ServiceOperation<Scan, Int> {
  /// Takes a scan, and answers with its number.
  public static var addScan: Self { Self("addScan") }
}

extension ServiceOperation<Int, FileReference> {
  /// Gives the scan of a number.
  public static var scan: Self { Self("scan") }
}

public struct ScansState: ScreenState {
  public var progress: Double?
  public var message: String?
  public var isBusy = false

  public static let fields: Fields<ScansState> = [
    Field(\.progress, "How much of the file is sent.", as: .progress), Field(\.message, "What came of it."),
    Field(\.isBusy, "Whether a file is on its way."),
  ]
  public static let samples = [ScansState()]
}

public enum ScansEvent: ScreenEvent {
  case addButtonWasTapped
  case getButtonWasTapped
  case stopButtonWasTapped

  public static let cases: [EventCase<ScansEvent>] = [
    EventCase(.addButtonWasTapped, "Pick a file, and send it.").picksFile(.scan, shownBy: \ScansState.progress),
    EventCase(.getButtonWasTapped, "Get the last scan."),
    EventCase(.stopButtonWasTapped, "Stop what is on its way."),
  ]
}

/// The scans of a reader.
public final class ScansViewModel: ViewModel {
  public let eventSubject = EventSubject<ScansEvent>()
  @Published public private(set) var state = ScansState()
  public var statePublisher: Published<ScansState>.Publisher { $state }

  private let environment: AppEnvironment
  private var number = 0
  private var work: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: ScansEvent) {
    switch event {
    case .addButtonWasTapped:
      work = environment.front.ask(.pickFile(.scan)).sink { [unowned self] answer in
        switch answer {
        case .answered(let file): send(file)
        case .cancelled: break
        case .cannot(let reason): state.message = reason
        }
      }
    case .getButtonWasTapped:
      follow(environment.backend.transfer(.scan, number)) { "\($0.name): \($0.size) bytes." }
    case .stopButtonWasTapped:
      guard state.isBusy else { return }
      work = nil
      state = ScansState(message: "Stopped.")
    }
  }

  private func send(_ file: FileReference) {
    follow(environment.backend.transfer(.addScan, Scan(book: 7, image: file))) { [unowned self] in
      number = $0
      return "\(file.name) is scan \($0)."
    }
  }

  private func follow<Answer>(
    _ transfer: AnyPublisher<TransferUpdate<Answer>, ServiceError>, _ message: @escaping (Answer) -> String
  ) {
    state = ScansState(isBusy: true)
    work = transfer.sink { [unowned self] completion in
      state.isBusy = false
      if case .failure(let error) = completion { state.message = error.message }
    } receiveValue: { [unowned self] update in
      switch update {
      case .progress(let progress): state.progress = progress.fraction
      case .answer(let answer): state.message = message(answer)
      }
    }
  }
}

extension Screen<ScansViewModel> {
  public static var scans: Self { Screen("scans", about: "What the reader has scanned.") { ScansViewModel($1) } }
}
