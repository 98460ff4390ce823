import Streams
import StreamsTesting
import Support
import Testing

@Suite struct PublishedTests {
  final class Model: ObservableObject {
    @Published var number = 0
    @Published var text = ""
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
}
