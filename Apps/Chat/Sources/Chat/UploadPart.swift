import Screens

struct UploadState: ScreenState {
  var name: String
  var size: Int
  var progress: Double?
  var message: String?

  var isSending: Bool { message == nil }
  var isBusy: Bool { isSending }

  static let fields: Fields<UploadState> = [
    Field(\.name, "The name of the file.").labelled("File being sent"),
    Field(\.size, "How many bytes it has.").labelled("Size in bytes"),
    Field(\.progress, "How much is sent.", as: .progress).labelled("Sent"),
    Field(\.message, "Why it is not sent.", as: .failure).labelled("File not sent"),
    Field(\.isSending, name: "isSending", "Whether it is being sent.").forPrograms(),
  ]

  static let samples = [UploadState(name: "plan.pdf", size: 1)]
}

enum UploadEvent: ScreenEvent {
  case retryButtonWasTapped
  case cancelButtonWasTapped

  static let cases: [EventCase<UploadEvent>] = [
    EventCase(.retryButtonWasTapped, "Send the file again.").labelled("Send again").hidden(by: \UploadState.isSending),
    EventCase(.cancelButtonWasTapped, "Do not send the file.").labelled("Cancel").purpose(.cancel).idempotent(),
  ]
}

/// Sends a file to a room, and closes with the attachment that the server has made of it.
final class UploadViewModel: ViewModel {
  typealias Outcome = Attachment

  let eventSubject = EventSubject<UploadEvent>()
  @Published private(set) var state: UploadState
  var statePublisher: Published<UploadState>.Publisher { $state }

  private let upload: Upload
  private var transfer: AnyCancellable?
  private var cancellable: AnyCancellable?
  private let environment: AppEnvironment

  init(_ upload: Upload, _ environment: AppEnvironment) {
    self.upload = upload
    self.environment = environment
    state = UploadState(name: upload.file.name, size: upload.file.size)
    cancellable = eventSubject.sink { [unowned self] event in
      switch event {
      case .retryButtonWasTapped: send()
      case .cancelButtonWasTapped: environment.navigator.close()
      }
    }
    send()
  }

  private func send() {
    state.message = nil
    state.progress = nil
    transfer = environment.backend.transfer(.upload, upload).sink { [unowned self] completion in
      if case .failure(let error) = completion { state.message = environment.words.string(error.text) }
    } receiveValue: { [unowned self] update in
      switch update {
      case .progress(let progress): if progress.direction == .sent { state.progress = progress.fraction }
      case .answer(let attachment): environment.navigator.close(with: attachment)
      }
    }
  }
}
