import ExpectSupport
import Requests
import Streams
import StreamsTesting
import Testing

@Suite struct LoadingTests {
  @Test func `keeps the last answer while there is another request, and when that fails`() {
    expectEqual(Loading<Int>.idle.value, nil)
    expectEqual(Loading.loaded(1).value, 1)
    expectEqual(Loading.loading(last: 1).value, 1)
    expectEqual(Loading.failed(.timeout, last: 1).value, 1)
  }

  @Test func `says whether it waits, and why it failed`() {
    let states: [Loading<Int>] = [.idle, .loading(last: 1), .loaded(1), .failed(.timeout, last: 1)]
    expectEqual(states.map(\.isLoading), [false, true, false, false])
    expectEqual(states.map(\.error), [nil, nil, nil, .timeout])
  }

  @Test func `a change is of the answer alone, and nothing without one`() {
    let states: [Loading<Int>] = [
      .idle, .loading(last: nil), .loading(last: 1), .loaded(1), .failed(.timeout, last: 1),
    ]
    let changed = states.map { state in
      var state = state
      state.change { $0 += 1 }
      return state
    }
    expectEqual(changed, [.idle, .loading(last: nil), .loading(last: 2), .loaded(2), .failed(.timeout, last: 2)])
  }

  @Test func `a request is on its way, and then it is answered`() {
    let request = PassthroughSubject<Int, ServiceError>()
    let states = request.loading(after: .loaded(1)).record()
    expectEqual(states.values, [.loading(last: 1)])
    request.send(2)
    request.send(completion: .finished)
    expectEqual(states.values, [.loading(last: 1), .loaded(2)])
    expectEqual(states.completion, .finished)
  }

  @Test func `a request that fails keeps the answer before it`() {
    let request = PassthroughSubject<Int, ServiceError>()
    let states = request.loading(after: .failed(.cancelled, last: 1)).record()
    request.send(completion: .failure(.timeout))
    expectEqual(states.values, [.loading(last: 1), .failed(.timeout, last: 1)])
    expectEqual(states.completion, .finished)
  }

  @Test func `begins the request when its answer is wanted`() {
    var beginnings = 0
    let request = Deferred { () -> Result<Int, ServiceError>.Publisher in
      beginnings += 1
      return Result.success(1).publisher
    }
    let states = request.loading().record(demand: .max(1))
    expectEqual(states.values, [.loading(last: nil)])
    states.request(.max(1))
    expectEqual(states.values, [.loading(last: nil), .loaded(1)])
    expectEqual(beginnings, 1)
    expectEqual(states.violations, [])
  }
}
