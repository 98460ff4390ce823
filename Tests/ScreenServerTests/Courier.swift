import Requests
import ScreenServer

// A screen that takes files, sends them to a service, gets some of it, and offers them to be saved.

extension ServiceOperation {
  static var deliver: ServiceOperation<FileReference, Int> { ServiceOperation<FileReference, Int>("deliver") }
  static var collect: ServiceOperation<Int, FileReference> { ServiceOperation<Int, FileReference>("collect") }
}

struct CourierState: ScreenState {
  var texts: [String] = []
  var progress: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<CourierState> = [
    Field(\.texts, "What has come of it."), Field(\.progress, "How far it was."),
  ]
  static let samples = [CourierState()]
}

enum CourierEvent: ScreenEvent {
  case pickButtonWasTapped
  case sendButtonWasTapped
  case collectButtonWasTapped
  case saveButtonWasTapped

  static let cases: [EventCase<CourierEvent>] = [
    EventCase(.pickButtonWasTapped, "Pick a file."), EventCase(.sendButtonWasTapped, "Send it."),
    EventCase(.collectButtonWasTapped, "Collect a file."), EventCase(.saveButtonWasTapped, "Save the file."),
  ]
}

final class CourierViewModel: ViewModel {
  /// How many bytes a file may have.
  static let limit = 300_000

  let eventSubject = EventSubject<CourierEvent>()
  @Published private(set) var state = CourierState()
  var statePublisher: Published<CourierState>.Publisher { $state }
  private(set) var file: FileReference?
  private let environment: AppEnvironment
  private var work: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment, _ file: FileReference?) {
    self.environment = environment
    self.file = file
    eventSubject.sink { [unowned self] in handle($0) }.store(in: &cancellables)
  }

  private func handle(_ event: CourierEvent) {
    switch event {
    case .pickButtonWasTapped:
      work = environment.front.ask(.pickFileToSend(limit: Self.limit)).sink { [unowned self] in picked($0) }
    case .sendButtonWasTapped:
      guard let file else { return }
      follow(environment.backend.transfer(.deliver, file)) { "delivered as \($0)" }
    case .collectButtonWasTapped:
      follow(environment.backend.transfer(.collect, 1)) { [unowned self] file in
        self.file = file
        return "collected \(Self.text(file))"
      }
    case .saveButtonWasTapped:
      guard let file else { return }
      work = environment.front.ask(.saveFile(file)).sink { [unowned self] in state.texts.append("saving: \($0)") }
    }
  }

  private func picked(_ answer: FrontAnswer<FileReference>) {
    file = answer.answer
    state.texts.append(file.map { "picked \(Self.text($0))" } ?? "picked none")
  }

  /// The name, the type, the size, and the sum of all bytes.
  private static func text(_ file: FileReference) -> String {
    let sum = (try? file.readBytes(limit: limit))?.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
    return "\(file.name) \(file.mediaType ?? "-") \(file.size) \(sum ?? -1)"
  }

  private func follow<Answer>(
    _ updates: AnyPublisher<TransferUpdate<Answer>, ServiceError>, _ text: @escaping (Answer) -> String
  ) {
    work = updates.sink { [unowned self] completion in
      if case .failure(let error) = completion { state.texts.append(error.message) }
    } receiveValue: { [unowned self] update in
      switch update {
      case .progress(let progress):
        state.progress.append("\(progress.direction) \(progress.count) of \(progress.total ?? -1)")
      case .answer(let answer): state.texts.append(text(answer))
      }
    }
  }
}

extension Screen<CourierViewModel> {
  /// A courier with a file, or without one.
  static func courier(_ file: FileReference? = nil) -> Self {
    Screen("courier", about: "Takes and brings files.") { CourierViewModel($1, file) }
  }
}
