public import Screens

/// A screen for tests of fronts: it has something private, something to wait for, and opens others.
public enum VaultEvent: ScreenEvent {
  case vaultDidAppear
  case counted(Int)
  case noted(String)
  case openButtonWasTapped
  case replaceButtonWasTapped
  case closeButtonWasTapped
  case workBegan
  case workEnded
  case pinEntered(VaultPin)
  case emptyButtonWasTapped

  public static let cases: [EventCase<VaultEvent>] = [
    EventCase(.vaultDidAppear, "The screen appeared."),
    EventCase(counted, member: "number", "Show the number; one below zero is refused."),
    EventCase(noted, member: "text", "Keep a note."),
    EventCase(.openButtonWasTapped, "Open another one."),
    EventCase(.replaceButtonWasTapped, "Continue with another one."),
    EventCase(.closeButtonWasTapped, "Close."),
    EventCase(.workBegan, "Begin to work."),
    EventCase(.workEnded, "End the work."),
    EventCase(pinEntered, member: "pin", "Enter the PIN."),
    EventCase(.emptyButtonWasTapped, "Take everything out: a person's decision.").notForAssistants(),
  ]
}

/// A secret.
public struct VaultPin: Secret {
  private let text: String

  public init(_ text: String) { self.text = text }

  public func withRevealedText<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(text) }
}

/// What a vault shows. The note is private.
public struct VaultState: ScreenState, Equatable {
  public var number = 0
  public var note = ""
  public var isHidden = false
  public var appearances = 0
  public var hasPin = false
  public var isBusy = false

  /// A vault without a note.
  public init() {}

  public static let fields: Fields<VaultState> = [
    Field(\.number, "The number."), Field(\.note, "The note.", .isPrivate(as: "•••")),
    Field(\.isHidden, "Whether the note is hidden.", .saysWhetherHidden),
    Field(\.appearances, "How often the screen has appeared."), Field(\.hasPin, "Whether there is a PIN."),
    Field(\.isBusy, "Whether it works."),
  ]
  public static var samples: [VaultState] { [VaultState()] }
}

/// A vault. It asks before it is left while its number is 99.
public final class VaultViewModel: ViewModel {
  public let eventSubject = EventSubject<VaultEvent>()
  @Published public private(set) var state = VaultState()
  public var statePublisher: Published<VaultState>.Publisher { $state }

  private let navigator: Navigator
  private var cancellable: AnyCancellable?

  public init(_ environment: AppEnvironment) {
    navigator = environment.navigator
    cancellable = eventSubject.sink { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: VaultEvent) {
    switch event {
    case .vaultDidAppear: state.appearances += 1
    case .counted(let number): state.number = number
    case .noted(let text): state.note = text
    case .openButtonWasTapped: try? navigator.open(.vault)
    case .replaceButtonWasTapped: try? navigator.replace(with: .vault, NoParameters())
    case .closeButtonWasTapped: navigator.close()
    case .workBegan: state.isBusy = true
    case .workEnded: state.isBusy = false
    case .pinEntered: state.hasPin = true
    case .emptyButtonWasTapped: state.number = 0
    }
  }

  public func refusal(of event: VaultEvent) -> String? {
    if case .counted(let number) = event, number < 0 { "Not below zero." } else { nil }
  }

  public func canLeave() -> Bool { state.number != 99 }
}

extension Screen<VaultViewModel> {
  /// A vault.
  public static var vault: Self {
    Screen("vault", about: "A vault.", appearance: .vaultDidAppear) { VaultViewModel($1) }
  }
}
