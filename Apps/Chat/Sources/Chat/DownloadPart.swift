import Screens

struct DownloadState: ScreenState {
  var name: String
  var size: Int
  var progress: Double?
  var message: String?

  var isReceiving: Bool { message == nil }
  var isBusy: Bool { isReceiving }

  static let fields: Fields<DownloadState> = [
    Field(\.name, "The name of the file.").labelled("File being received"),
    Field(\.size, "How many bytes it has.").labelled("Size in bytes"),
    Field(\.progress, "How much is here.", as: .progress).labelled("Received"),
    Field(\.message, "Why it is not here.", as: .failure).labelled("File not received"),
    Field(\.isReceiving, name: "isReceiving", "Whether it is on its way.").forPrograms(),
  ]

  static let samples = [DownloadState(name: "plan.pdf", size: 1)]
}

enum DownloadEvent: ScreenEvent {
  case retryButtonWasTapped
  case cancelButtonWasTapped

  static let cases: [EventCase<DownloadEvent>] = [
    EventCase(.retryButtonWasTapped, "Ask for the file again.").labelled("Try again").hidden(
      by: \DownloadState.isReceiving),
    EventCase(.cancelButtonWasTapped, "Do without the file.").labelled("Cancel").purpose(.cancel).idempotent(),
  ]
}

/// Receives the file of a message into the folder of the app, lets the person save it where they want it, and closes.
final class DownloadViewModel: ViewModel {
  let eventSubject = EventSubject<DownloadEvent>()
  @Published private(set) var state: DownloadState
  var statePublisher: Published<DownloadState>.Publisher { $state }

  private let attachment: Attachment
  private let room: Int
  private var transfer: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ attachment: Attachment, room: Int, _ environment: AppEnvironment) {
    self.attachment = attachment
    self.room = room
    self.environment = environment
    state = DownloadState(name: attachment.name, size: attachment.size)
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .retryButtonWasTapped: receive()
      case .cancelButtonWasTapped: environment.navigator.close()
      }
    }
    receive()
  }

  private func receive() {
    state.message = nil
    state.progress = nil
    let address = FileAddress(room: room, id: attachment.id)
    transfer = environment.backend.transfer(.download, address).sink { [unowned self] completion in
      if case .failure(let error) = completion { state.message = environment.words.string(error.text) }
    } receiveValue: { [unowned self] update in
      switch update {
      case .progress(let progress): if progress.direction == .received { state.progress = progress.fraction }
      case .answer(let file): save(file)
      }
    }
  }

  private func save(_ file: FileReference) {
    transfer = environment.front.ask(.saveFile(file)).sink { [unowned self] answer in
      if case .cannot(let reason) = answer { state.message = reason } else { environment.navigator.close() }
    }
  }
}
