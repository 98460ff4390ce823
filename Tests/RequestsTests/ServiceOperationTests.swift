import ExpectSupport
import Foundation
import JSON
import Requests
import Testing

@Suite struct ServiceOperationTests {
  private let report = Report(city: oslo, pass: Pass("xyzzy-7319"), key: IdempotencyKey.example)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `writes a secret for a transport, and not for a recording`() {
    let operation = ServiceOperation.report
    expectEqual(text(operation.input.json(report)), #"{"city":{"country":"NO","name":"Oslo"},"key":"key"}"#)
    expectEqual(
      text(operation.input.json(report, includingSecrets: true)),
      #"{"city":{"country":"NO","name":"Oslo"},"key":"key","pass":"xyzzy-7319"}"#)
    expectEqual(operation.input.secrets(in: report), ["xyzzy-7319"])
    #expect(operation.input.shape.members.first { $0.name == "pass" }?.isSecret == true)
  }

  @Test func `reads what it writes`() {
    let form = ServiceOperation.report.input
    expectEqual(form.read(JSONText(scanned: form.json(report, includingSecrets: true)[...])), report)
    #expect(form.read(JSONText(scanned: form.json(report)[...])) == nil)
    let answer = ServiceOperation.weather.answer
    expectEqual(text(answer.json(rain)), #"{"date":"2025-12-01T16:04:05.25Z","degrees":7}"#)
    expectEqual(answer.read(JSONText(scanned: answer.json(rain)[...])), rain)
    expectEqual(
      ServiceOperation.cities.answer.read(JSONText(scanned: Array(#"[{"name":"Oslo"}]"#.utf8)[...]))?.count, 1)
  }

  @Test func `has an empty input or answer`() {
    expectEqual(text(ServiceOperation.cities.input.json(())), "null")
    expectEqual(text(ServiceOperation.forget.answer.json(())), "null")
    #expect(ServiceOperation.forget.answer.read(JSONText(scanned: Array("{}".utf8)[...])) != nil)
  }

  @Test func `is identified by its name`() {
    expectEqual(ServiceOperation<City, Weather>("a"), ServiceOperation<City, Weather>("a"))
    #expect(ServiceOperation<City, Weather>("a") != ServiceOperation<City, Weather>("b"))
    expectEqual(Set([ServiceOperation.weather, .weather]).count, 1)
    expectEqual("\(ServiceOperation.weather)", "weather")
  }

  @Test(.exitTest) func `stops the program for a name that an option cannot have`() async {
    await #expect(processExitsWith: .failure) { _ = ServiceOperation<City, Weather>("a:b") }
    await #expect(processExitsWith: .failure) { _ = ServiceOperation<City, Weather>("all") }
    await #expect(processExitsWith: .failure) { _ = ServiceOperation<City, Weather>("") }
  }

  @Test func `changes something if it says so, has a key, or answers nothing`() {
    #expect(ServiceOperation.weather.effect == nil && !ServiceOperation.weather.changesSomething)
    #expect(ServiceOperation.weather.effect(.changes).changesSomething)
    #expect(ServiceOperation.report.changesSomething && ServiceOperation.forget.changesSomething)
    #expect(!ServiceOperation.report.effect(.repeatable).changesSomething)
    #expect(!ServiceOperation.forget.effect(.reads).changesSomething)
  }

  @Test func `has neither an input nor an answer`() throws {
    let operation = ServiceOperation<Void, Void>("refresh")
    expectEqual(text(operation.input.json(())), "null")
    #expect(operation.answer.read(JSONText(scanned: Array("null".utf8)[...])) != nil)
    #expect(ServiceCall(ServiceRequest(operation, ())).input == nil)
  }
}
