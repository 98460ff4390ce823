import Streams
import StreamsTesting
import Support
import Testing

@Suite struct PublishedTests {
  final class Model: ObservableObject {
    @Published var number = 0
  }

  @Test func whatAssignsToAPropertyEndsWithIt() {
    let probe = ProbePublisher<Int, Never>()
    var model: Model? = Model()
    // NB: through a variable of its own, because a projected value is passed `inout`.
    if let model { probe.assign(to: &model.$number) }
    probe.send(7)
    #expect(model?.number == 7)
    model = nil
    #expect(probe.events == [.subscribe, .request(.unlimited), .cancel])
  }

  @Test func objectWillChangeThenThePublisherThenTheStore() {
    let model = Model()
    var seen: [String] = []
    let cancellables = [
      model.$number.sink { [unowned model] in seen.append("\($0) while it reads \(model.number)") },
      model.objectWillChange.sink { [unowned model] in seen.append("will change from \(model.number)") },
    ]
    model.number = 1
    #expect(seen == ["0 while it reads 0", "will change from 0", "1 while it reads 0"])
    #expect(model.number == 1)
    withExtendedLifetime(cancellables) {}
  }

  @Test func whoComesDuringADeliveryGetsTheNewValue() {
    let model = Model()
    var late: [Int] = []
    var inner: AnyCancellable?
    let outer = model.$number.dropFirst().sink { [unowned model] _ in
      inner = model.$number.sink { late.append($0) }
    }
    model.number = 1
    #expect(late == [1])
    withExtendedLifetime((inner, outer)) {}
  }

  @Test func aFailureToAskMissesNothingButTheOldValues() {
    let model = Model()
    let recorder = model.$number.record(demand: .max(1))
    model.number = 1
    model.number = 2
    recorder.request(.max(1))
    #expect(recorder.values == [0, 2])
  }
}
