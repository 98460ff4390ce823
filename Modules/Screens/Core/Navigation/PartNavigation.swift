/// What the navigator of a part does. Screens belong to the owner's screen, and are closed when the part ends.
@MainActor final class PartNavigation {
  /// The navigator of the owner.
  let owner: Navigator
  /// Receives the outcome when the part is closed; `nil` while its view model is made.
  private var onClose: (((any ScreenOutcome)?) -> Void)?
  /// With what the part was closed while its view model was made.
  private var early: (any ScreenOutcome)??
  private var opened: [WeakInstance] = []
  /// What waits for screens that are presented for the whole app.
  private var waits: [Presentation.Wait] = []
  private(set) var isOver = false

  private struct WeakInstance {
    weak var instance: RunningScreen?
  }

  init(_ owner: Navigator) { self.owner = owner }

  /// The part is made.
  ///
  /// - Parameter onClose: Receives the outcome when the part is closed.
  func start(onClose: @escaping ((any ScreenOutcome)?) -> Void) {
    self.onClose = onClose
    guard let early else { return }
    self.early = nil
    onClose(early)
  }

  func open<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, onOpen: @escaping (RunningScreen) -> Void,
    onClose: @escaping (Model.Outcome?) -> Void
  ) throws(NavigationError) {
    guard !isOver else { throw .closed }
    // NB: retains the navigation, not the part: a screen that opens after the part has ended is closed at once.
    try owner.open(screen, parameters) { [self] instance in
      onOpen(instance)
      didOpen(instance)
    } onClose: { [self] outcome in
      if !isOver { onClose(outcome) }
    }
  }

  /// Presents a screen for the whole app. When the part ends, only the waiting does.
  func present<Model: ViewModel>(
    _ screen: Screen<Model>, _ parameters: Model.Parameters, _ wait: Presentation.Wait
  ) throws(NavigationError) {
    guard !isOver else { throw .closed }
    waits.append(wait)
    try owner.present(screen, parameters, wait)
  }

  private func didOpen(_ instance: RunningScreen) {
    guard !isOver else { return owner.close(instance) }
    opened.removeAll { $0.instance == nil }
    opened.append(WeakInstance(instance: instance))
  }

  func replace<Model: ViewModel>(
    with screen: Screen<Model>, _ parameters: Model.Parameters
  ) throws(NavigationError) {
    guard !isOver else { throw .closed }
    try owner.open(screen, parameters, onOpen: { _ in }, onClose: { _ in })
    close(nil)
  }

  func close(_ outcome: (any ScreenOutcome)?) {
    guard !isOver else { return }
    if let onClose { onClose(outcome) } else { early = .some(outcome) }
  }

  func closeOpened() {
    let instances = opened.compactMap(\.instance)
    opened = []
    for instance in instances.reversed() { owner.close(instance) }
  }

  func returnToFirst() { if !isOver { owner.returnToFirst() } }

  func select(tab name: String) { if !isOver { owner.select(tab: name) } }

  /// The part has ended.
  func end() {
    guard !isOver else { return }
    isOver = true
    onClose = nil
    for wait in waits { wait.isCancelled = true }
    waits = []
    closeOpened()
  }
}
