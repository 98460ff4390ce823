import Requests
import Screens
import Streams

// A screen that sends files and gets some.

struct Parcel: JSONRecord, Sendable {
  var to: String
  var content: FileReference

  static let record = Codec(Parcel.init, \.to, \.content)
}

extension ServiceOperation {
  static var post: ServiceOperation<Parcel, Int> { ServiceOperation<Parcel, Int>("post") }
  static var collect: ServiceOperation<Int, FileReference> { ServiceOperation<Int, FileReference>("collect") }
}

struct PostroomState: ScreenState {
  var progress: Double?
  var texts: [String] = []
  var isBusy: Bool { false }

  static let fields: Fields<PostroomState> = [
    Field(\.progress, "How much is done.", as: .progress), Field(\.texts, "What has come of it."),
  ]
  static let samples = [PostroomState()]
}

enum PostroomEvent: ScreenEvent, CaseIterable {
  case sendButtonWasTapped
  case collectButtonWasTapped
  case nameButtonWasTapped
  case saveButtonWasTapped
  case cancelButtonWasTapped

  static let cases: [EventCase<PostroomEvent>] = [
    EventCase(.sendButtonWasTapped, "Send a parcel."), EventCase(.collectButtonWasTapped, "Collect a parcel."),
    EventCase(.nameButtonWasTapped, "Say what the last one is called."),
    EventCase(.saveButtonWasTapped, "Save the last one."), EventCase(.cancelButtonWasTapped, "Stop it."),
  ]
}

final class PostroomViewModel: ViewModel {
  /// What is sent.
  static let content = "the bytes of a letter"

  let eventSubject = EventSubject<PostroomEvent>()
  @Published private(set) var state = PostroomState()
  var statePublisher: Published<PostroomState>.Publisher { $state }
  private let environment: AppEnvironment
  private var transfer: AnyCancellable?
  private var name = ""
  private var file: FileReference?
  private var cancellables: Set<AnyCancellable> = []

  init(_ environment: AppEnvironment) {
    self.environment = environment
    eventSubject.sink { [unowned self] event in
      switch event {
      case .sendButtonWasTapped:
        let file = FileReference(name: "letter to Eve.txt", bytes: Array(Self.content.utf8))
        follow(environment.backend.transfer(.post, Parcel(to: "Eve", content: file))) { "parcel \($0)" }
      case .collectButtonWasTapped:
        follow(environment.backend.transfer(.collect, 7)) { [unowned self] file in
          name = file.name
          self.file = file
          return "\(file.size) bytes"
        }
      case .nameButtonWasTapped: state.texts.append("\(name) is here.")
      case .saveButtonWasTapped:
        guard let file else { return }
        transfer = environment.front.ask(.saveFile(file)).sink { [unowned self] answer in
          state.texts.append("saving: \(answer)")
        }
      case .cancelButtonWasTapped:
        state.texts.append("cancelled")
        transfer = nil
      }
    }
    .store(in: &cancellables)
  }

  private func follow<Answer>(
    _ updates: AnyPublisher<TransferUpdate<Answer>, ServiceError>, _ text: @escaping (Answer) -> String
  ) {
    transfer = updates.sink { [unowned self] completion in
      if case .failure(let error) = completion { state.texts.append(error.message) }
    } receiveValue: { [unowned self] update in
      switch update {
      case .progress(let progress): state.progress = progress.fraction
      case .answer(let answer): state.texts.append(text(answer))
      }
    }
  }
}

extension Screen<PostroomViewModel> {
  static let postroom = Screen("postroom", about: "Sends parcels.") { PostroomViewModel($1) }
}
