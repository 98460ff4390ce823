import Streams
import Testing

/// Seed 001, "An Introduction to Combine, part 3": subscribe and assign.
@MainActor @Suite struct Seed001Tests {
  @Test func `updates the view property by property`() {
    let controller = BalanceViewController()
    controller.viewDidLoad()
    let view = controller.rootView
    #expect(!view.refreshButton.isHidden)

    view.refreshButton.sendActions(for: .touchUpInside)
    #expect(view.refreshButton.isHidden)
    #expect(view.activityIndicator.isAnimating)

    controller.viewModel.finish()
    #expect(!view.refreshButton.isHidden)
    #expect(!view.activityIndicator.isAnimating)
  }

  @Test func `ignores changes of other properties`() {
    let viewModel = BalanceViewModel()
    var heard: [Bool] = []
    let isRefreshingPublisher = viewModel.$state
      .map(\.isRefreshing)
      .removeDuplicates()
    let cancellable = isRefreshingPublisher.sink { heard.append($0) }
    viewModel.redact()
    viewModel.eventSubject.send(.viewDidAppear)
    cancellable.cancel()
    #expect(heard == [false, true])
  }

  @Test func `has the publisher type that the seed spells out`() {
    let isRefreshingPublisher:
      Publishers.RemoveDuplicates<Publishers.MapKeyPath<Published<BalanceViewState>.Publisher, Bool>> =
        BalanceViewModel().$state
        .map(\.isRefreshing)
        .removeDuplicates()
    var heard: [Bool] = []
    let cancellable = isRefreshingPublisher.sink { heard.append($0) }
    cancellable.cancel()
    #expect(heard == [false])
  }

  @Test func `assigns through the root view`() {
    let view = BalanceView()
    let subject = PassthroughSubject<Bool, Never>()
    var cancellables: Set<AnyCancellable> = []
    subject
      .assign(to: \.refreshButton.isHidden, on: view)
      .store(in: &cancellables)
    subject.send(true)
    #expect(view.refreshButton.isHidden)
  }

  @Test func `retains the object of an assignment`() {
    let subject = PassthroughSubject<Bool, Never>()
    var label: UILabel? = UILabel()
    let remains = Weak(label)
    let cancellable = label.map { subject.assign(to: \.isHidden, on: $0) }
    label = nil
    #expect(remains.object != nil)
    cancellable?.cancel()
    #expect(remains.object == nil)
  }

  @Test func `creates a cycle by assigning to self, but not weakly`() {
    var cyclic: Cyclic? = Cyclic()
    var remains = Weak(cyclic)
    cyclic?.assignStrongly()
    cyclic = nil
    #expect(remains.object != nil)
    remains.object?.cancellables.removeAll()
    #expect(remains.object == nil)

    var acyclic: Cyclic? = Cyclic()
    remains.object = acyclic
    acyclic?.assignWeakly()
    acyclic?.subject.send(true)
    #expect(acyclic?.rootView.refreshButton.isHidden == true)
    acyclic = nil
    #expect(remains.object == nil)
  }

  @Test func `publishes its events to other subscribers`() {
    let controller = BalanceViewController()
    controller.viewDidLoad()
    var isOverlayDismissed = false
    let cancellable = controller.viewModel.eventSubject
      .first(where: { $0 == .refreshButtonWasTapped })
      .sink { _ in isOverlayDismissed = true }
    controller.viewModel.eventSubject.send(.viewDidAppear)
    #expect(!isOverlayDismissed)
    controller.rootView.refreshButton.sendActions(for: .touchUpInside)
    #expect(isOverlayDismissed)
    cancellable.cancel()
  }
}

private enum BalanceViewEvent {
  case viewDidAppear
  case refreshButtonWasTapped
}

private final class BalanceViewModel {
  let eventSubject = PassthroughSubject<BalanceViewEvent, Never>()
  @Published private(set) var state = BalanceViewState()
  private var cancellables: Set<AnyCancellable> = []

  init() {
    eventSubject
      .sink { [weak self] in self?.handleEvent($0) }
      .store(in: &cancellables)
  }

  private func handleEvent(_ event: BalanceViewEvent) {
    switch event {
    case .refreshButtonWasTapped, .viewDidAppear:
      refreshBalance()
    }
  }

  private func refreshBalance() { state.isRefreshing = true }
  func finish() { state.isRefreshing = false }
  func redact() { state.isRedacted = true }
}

private class BalanceViewController: UIViewController {
  let rootView = BalanceView()
  let viewModel = BalanceViewModel()
  private var cancellables: Set<AnyCancellable> = []

  override func viewDidLoad() {
    super.viewDidLoad()

    let isRefreshingPublisher = viewModel.$state
      .map(\.isRefreshing)
      .removeDuplicates()

    isRefreshingPublisher
      .assign(to: \.isHidden, on: rootView.refreshButton)
      .store(in: &cancellables)

    isRefreshingPublisher
      .assign(to: \.writableIsAnimating, on: rootView.activityIndicator)
      .store(in: &cancellables)

    rootView.refreshButton.touchUpInsidePublisher
      .map { _ in BalanceViewEvent.refreshButtonWasTapped }
      .subscribe(viewModel.eventSubject)
      .store(in: &cancellables)
  }
}

extension UIActivityIndicatorView {
  fileprivate var writableIsAnimating: Bool {
    get { isAnimating }
    set {
      if newValue {
        startAnimating()
      } else {
        stopAnimating()
      }
    }
  }
}

@MainActor private final class Cyclic {
  let rootView = BalanceView()
  let subject = PassthroughSubject<Bool, Never>()
  var cancellables: Set<AnyCancellable> = []

  func assignStrongly() {
    subject
      .assign(to: \.rootView.refreshButton.isHidden, on: self)
      .store(in: &cancellables)
  }

  func assignWeakly() {
    subject
      .assign(to: \.rootView.refreshButton.isHidden, onWeak: self)
      .store(in: &cancellables)
  }
}

extension Publisher where Failure == Never {
  fileprivate func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    onWeak object: Root
  ) -> AnyCancellable {
    sink { [weak object] value in
      object?[keyPath: keyPath] = value
    }
  }
}
