import ExpectSupport
import Foundation
import Testing

/// Each entry of the page of differences has its tests.
@Suite struct DivergenceListTests {
  /// The entries of `FromCombineToStreams`, and the tests that fail when a difference goes away.
  private static let tests: [String: [String]] = [
    "Re-entrant sends.": ["a nested send follows the current value"],
    "Subscription order.": ["subscribers receive a value in subscription order"],
    "Nested values in `combineLatest`.": ["combineLatest emits a value sent from inside its delivery"],
    "Missed combinations.": ["combineLatest emits a missed combination on demand"],
    "Changes from inside a `@Published` delivery.": ["a change of a property inside a delivery is kept"],
    "Completion from inside a delivery.": [
      "append subscribes after the delivery that completes", "catch and retry subscribe after the delivery that fails",
    ],
    "`replaceEmpty(with:)`": ["replaceEmpty passes the demand on"],
    "Completion without an element.": ["a completion without a value needs no demand"],
    "`buffer` without elements": [
      "a buffer without elements finishes at once", "a failure drops what has not been requested",
      "a full buffer fails right after its last element",
    ],
    "`share()` and `autoconnect()` after completion.": [
      "share and autoconnect do not subscribe again after a completion"
    ],
    "Requests.": [
      "a request for no values is not passed on", "a delivery returns the demand that it leads to",
      "an upstream that has ended is neither asked nor cancelled",
    ],
    "`request(.none)` on a dropped prefix": ["drop(while:) accepts a request for no values"],
    "Elements beyond demand": [
      "zip keeps elements beyond demand", "prefix(untilOutputFrom:) drops elements beyond demand",
    ],
    "`drop(untilOutputFrom:)`": [
      "drop(untilOutputFrom:) asks for another element for each that it drops",
      "drop(untilOutputFrom:) does not subscribe when its trigger has ended",
    ],
    "Triggers": ["triggers are cancelled when they have fired"],
    "`flatMap(maxPublishers:_:)`": ["a failing inner publisher of flatMap cancels the outer one"],
    "After the end, and after a cancel, nothing passes": [
      "nothing passes after the end", "nothing passes after a cancel",
    ],
    "Release.": [
      "a subscriber that keeps its subscription is released at the end",
      "a waiting job delivers to a sink that nothing else keeps",
    ],
    "Late and second subscriptions": ["print and handleEvents do not show a second subscription"],
    "A completion without a subscription": [
      "a completion passes without a subscription", "a value passes without a subscription",
      "values pass without a subscription where nothing has to keep it",
      "values without a subscription do not pass where several publishers meet",
    ],
    "A trigger that has fired already.": ["prefix(untilOutputFrom:) sends a subscription before it finishes"],
    "The name of a subscription": ["a subscription keeps its name after its subject's end"],
    "Where Combine stops the program": ["misuse that Combine stops at has a defined outcome"],
    "A cancel is never lost": [
      "a cancel inside the subscription to a replacement counts", "a cancel of a sink before its subscription counts",
    ],
    "`autoconnect()`": ["autoconnect connects once when a second subscriber comes from inside"],
    "A connection keeps its subject": ["a connection keeps its subject"],
    "`debounce` and `timeout`": [
      "debounce and timeout use single jobs", "debounce schedules its completion with the options",
    ],
    "`OperationQueue`": ["a job of an operation queue is one block operation"],
    "`collect(_:options:)`": ["collect by time asks for unlimited, by count for what the arrays hold"],
    "`append(_:)` and `prepend(_:)`": ["append sends the subscription when the first upstream has"],
    "What an upstream sees": ["an upstream gets a subscriber that is nothing else"],
    "Mirrors.": ["the status in the mirror of an Assign is that of Streams"],
    "`RunLoop`": ["a run loop runs work in its common modes"],
    "A run loop that is nested in a sink": ["a nested run loop delivers nothing until the sink returns"],
    "Times and strides": ["schedulers calculate with times as with numbers"],
    "`Timer.publish(every:tolerance:on:in:options:)`": ["a timer keeps its tolerance"],
    "`URLSession.dataTaskPublisher`": ["a data task is resumed once"],
    "A closure of the main actor stops on another thread.": [
      "a closure of the main actor stops on another thread",
      "a future that is fulfilled already delivers on the thread that subscribes",
    ],
    "A closure of the main actor in an operator is not checked.": [
      "a closure of the main actor in an operator runs on the thread that sends"
    ],
    "Your own overload of `sink` with a defaulted parameter": ["a user's sink with a defaulted parameter is preferred"],
    "Several tasks in one iterator of `values`": ["all tasks that wait in one iterator receive the failure"],
    "Sendable.": ["a promise is Sendable"],
    "No fusion.": ["operators are not fused in advance"],
    "Key paths.": ["a key path literal is a closure"],
    "`merge(with:)`": ["merge of two publishers of one type is a Merge"],
    "`Subscribers.Demand`": ["a demand is never more than unlimited"],
  ]

  // This file is three folders below the root of the package.
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardized

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `every entry of the list has a test, and every test an entry`() throws {
    let page = try text("Modules/Streams/Streams.docc/FromCombineToStreams.md")
    let entries = page.matches(of: /(?m)^- \*\*(.+?)\*\*/).map { String($0.1) }
    expectEqual(Set(entries), Set(Self.tests.keys))
    expectEqual(entries.count, Self.tests.count)
  }

  @Test func `every test of the list exists`() throws {
    var sources = ""
    for folder in ["Tests/StreamsTests", "Tests/StreamsNetworkingTests"] {
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path) {
        if name.hasSuffix(".swift"), !name.hasSuffix("DivergenceListTests.swift") {
          sources += try text("\(folder)/\(name)")
        }
      }
    }
    let missing = Self.tests.values.joined().filter { !sources.contains("func `\($0)`(") }
    expectEqual(missing.sorted(), [])
  }
}
