import Dispatch
import ExpectSupport
import Foundation
import JSON
import Requests
import Storage
import Streams
import Support
import Testing

/// Where the keys of a test are.
enum KeyPlace: String, CaseIterable, CustomTestStringConvertible {
  case memory, folder

  var testDescription: String { rawValue }
}

/// The rule of the keys, in memory and in a folder.
@Suite struct IdempotencyKeysTests {
  private static let refusals = [400, 401, 402, 403, 404, 407, 413, 421, 422, 426, 431, 451]
  private static let lost: [ServiceError] = [
    .timeout, .transport(code: -1005), .somethingWentWrong, .status(500), .status(302), .decoding, .tooLarge,
    .cancelled,
    .noSecureConnection, .failed,
  ]

  @Test(arguments: KeyPlace.allCases, lost)
  func `a try without an answer keeps the key`(place: KeyPlace, error: ServiceError) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(error))
    expectEqual(first.results, [.failure(error)])
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  @Test(arguments: KeyPlace.allCases, refusals)
  func `a refusal ends the key`(place: KeyPlace, status: Int) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.status(status)))
    #expect(wishes.tryOnce("wand").key != first.key)
  }

  @Test(arguments: KeyPlace.allCases, refusals)
  func `a refusal after a lost answer keeps the key`(place: KeyPlace, status: Int) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.timeout))
    expectEqual(wishes.tryOnce("wand", .failure(.problem(status: status, detail: "No."))).key, first.key)
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  @Test(arguments: KeyPlace.allCases, [408, 409, 425, 429])
  func `a refusal for the moment keeps the key, and a refusal ends it`(place: KeyPlace, status: Int) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.status(status)))
    expectEqual(wishes.tryOnce("wand", .failure(.status(402))).key, first.key)
    #expect(wishes.tryOnce("wand").key != first.key)
  }

  @Test(arguments: KeyPlace.allCases, [.connectionRefused, .unknownHost, .noNetworkLibrary] as [ServiceError])
  func `a request that was not sent keeps the key certain`(place: KeyPlace, error: ServiceError) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(error))
    expectEqual(wishes.tryOnce("wand", .failure(.status(402))).key, first.key)
    #expect(wishes.tryOnce("wand").key != first.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a success ends the key, also after lost answers`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .success(rain))
    expectEqual(first.results, [.success(rain)])
    let second = wishes.tryOnce("wand", .failure(.timeout))
    #expect(second.key != first.key)
    expectEqual(wishes.tryOnce("wand", .success(rain)).key, second.key)
    #expect(wishes.tryOnce("wand").key != second.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `an operation that the backend does not have ends the key`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.noSuchOperation("weather")))
    #expect(wishes.tryOnce("wand").key != first.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a cancelled try is a lost one`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand")
    first.cancel()
    expectEqual(wishes.tryOnce("wand", .failure(.status(402))).key, first.key)
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a request without an answer has failed`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand")
    first.complete()
    expectEqual(first.results, [.failure(.cancelled)])
    expectEqual(wishes.tryOnce("wand").key, first.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `identities and operations have keys of their own`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let keys = [
      wishes.tryOnce("wand"), wishes.tryOnce("cloak"), wishes.tryOnce(["wand"]), wishes.tryOnce("wand", of: .cities),
      // Canonically equivalent texts are different bytes on the way to a server.
      wishes.tryOnce("\u{E9}"), wishes.tryOnce("e\u{301}"),
    ]
    .map(\.key)
    expectEqual(Set(keys).count, keys.count)
    expectEqual(wishes.tryOnce("e\u{301}").key, keys.last)
  }

  // MARK: Tries at the same time

  @Test(arguments: KeyPlace.allCases)
  func `a refusal keeps the key while another try is in flight`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    expectEqual(tries[0].key, tries[1].key)
    tries[0].answer(.failure(.status(402)))
    expectEqual(wishes.tryOnce("wand").key, tries[0].key)
    let late = [wishes.tryOnce("cloak"), wishes.tryOnce("cloak")]
    for each in late { each.answer(.failure(.status(402))) }
    #expect(wishes.tryOnce("cloak").key != late[0].key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a late answer keeps a newer key`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    tries[0].answer(.success(rain))
    tries[1].answer(.success(rain))
    let newer = wishes.tryOnce("wand", .failure(.timeout))
    #expect(newer.key != tries[0].key)
    expectEqual(wishes.tryOnce("wand").key, newer.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a try that is lost after the success of another keeps its key`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    tries[0].answer(.success(rain))
    tries[1].answer(.failure(.timeout))
    let again = wishes.tryOnce("wand", .success(rain))
    expectEqual(again.key, tries[1].key)
    #expect(wishes.tryOnce("wand").key != again.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a try that is cancelled after the success of another keeps nothing`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    tries[0].answer(.success(rain))
    tries[1].cancel()
    #expect(wishes.tryOnce("wand").key != tries[0].key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a success is new once`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let date = wishes.clock.date
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    tries[1].answer(.success(rain))
    tries[0].answer(.failure(.timeout))
    tries[2].answer(.success(rain))
    expectEqual(tries.map(\.earlierWishes), [[], [nil], [date]])
    wishes.clock.date += 60
    // The answer was lost on one screen, and has been published on another one.
    let again = wishes.tryOnce("wand", .success(rain))
    expectEqual(again.key, tries[0].key)
    expectEqual(again.earlierWishes, [date])
    let next = wishes.tryOnce("wand", .success(rain))
    #expect(next.key != tries[0].key)
    expectEqual(next.earlierWishes, [nil])
  }

  @Test(arguments: KeyPlace.allCases)
  func `a wish that is confirmed after its success has another key`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let tries = [wishes.tryOnce("wand"), wishes.tryOnce("wand")]
    tries[0].answer(.success(rain))
    let confirmed = wishes.tryOnce("wand", .success(rain), isConfirmed: true)
    #expect(confirmed.key != tries[0].key)
    expectEqual(confirmed.earlierWishes, [nil])
    tries[1].answer(.success(rain))
    expectEqual(tries[1].earlierWishes, [wishes.clock.date])
  }

  // MARK: Owners

  /// Names of accounts and addresses of backends, some of which differ in few bytes or are canonically equivalent.
  private static let owners = [
    ("", ""), ("ada", ""), ("eve", ""), ("", "http://bank:80"), ("", "http://bank:81"), ("ada", "http://bank:80"),
    ("ada", "http://bank:81"), ("0", "http://bank:8"), ("\u{E9}", ""), ("e\u{301}", ""), ("Ada", ""),
  ]

  @Test(arguments: KeyPlace.allCases)
  func `accounts and backends have keys of their own, and keep them`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let keys = Self.owners.map { wishes.tryOnce("wand", .failure(.timeout), account: $0, at: $1).key }
    #expect(!keys.contains(nil))
    expectEqual(Set(keys).count, Self.owners.count)
    for (owner, key) in zip(Self.owners, keys).shuffled() {
      let again = wishes.tryOnce("wand", .success(rain), account: owner.0, at: owner.1)
      expectEqual(again.key, key)
      expectEqual(again.earlierWishes, [nil])
    }
  }

  // MARK: Age

  @Test(arguments: KeyPlace.allCases)
  func `an uncertain key that is a day old is used after the user has confirmed`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.timeout))
    wishes.clock.date += 86_399
    expectEqual(wishes.tryOnce("wand", .failure(.timeout)).key, first.key)
    // The age counts from the first try.
    wishes.clock.date += 1
    for _ in 1...2 {
      let asked = wishes.tryOnce("wand")
      #expect(asked.key == nil)
      expectEqual(asked.results, [.failure(.confirmationNeeded)])
    }
    let confirmed = wishes.tryOnce("wand", .failure(.timeout), isConfirmed: true)
    #expect(confirmed.key != nil && confirmed.key != first.key)
    expectEqual(wishes.tryOnce("wand").key, confirmed.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a certain key that is a day old ends`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.status(429)))
    wishes.clock.date += 86_400
    let second = wishes.tryOnce("wand")
    #expect(second.key != nil && second.key != first.key)
  }

  @Test(arguments: KeyPlace.allCases)
  func `a confirmation without a question keeps the key`(place: KeyPlace) throws {
    let wishes = try Wishes(place)
    let first = wishes.tryOnce("wand", .failure(.timeout))
    expectEqual(wishes.tryOnce("wand", isConfirmed: true).key, first.key)
  }

  // MARK: Room

  @Test func `a wish beyond the bound is refused in memory, and no key is dropped`() throws {
    let wishes = try Wishes(.memory)
    let name = String(repeating: "x", count: IdempotencyKeys.maximumSize / 4)
    let first = (1...3).map { wishes.tryOnce(name + "\($0)", .failure(.timeout)) }
    let refused = wishes.tryOnce(name)
    #expect(refused.key == nil)
    expectEqual(
      refused.results,
      [
        .failure(
          .notStored(reason: "There is no room to store \"idempotency-keys\": at most 1048576 bytes are kept."))
      ])
    for (number, each) in first.enumerated() { expectEqual(wishes.tryOnce(name + "\(number + 1)").key, each.key) }
  }

  // MARK: Secrets

  @Test(arguments: KeyPlace.allCases)
  func `no secret of a request is kept`(place: KeyPlace) throws {
    // Made at run time, so that each copy of it is in the heap. No other test has it, because memory that one has freed is
    // used again by another.
    let secret = ["xyzzy", place.rawValue, "7319", "plugh"].joined(separator: "-")
    let report = Report(city: oslo, pass: Pass(secret), key: .example)
    // What another object has left in unused memory is not found in all of them.
    let memories = try (1...8).map { _ in
      let wishes = try Wishes(place)
      for error in [ServiceError.timeout, .problem(status: 409, detail: "This city has a reporter.")] {
        // The whole input is the identity, and its secret is not part of it.
        wishes.tryOnce(report, .failure(error))
        var dumped = ""
        dump(wishes.keys, to: &dumped)
        #expect(!dumped.contains(secret) && !dumped.contains("Oslo"))
      }
      let file = wishes.folder.text("idempotency-keys.json")
      #expect(file?.contains(secret) != true)
      #expect(file?.contains(#""name":"Oslo""#) == (place == .folder ? true : nil))
      return text(of: wishes.keys)
    }
    #expect(!memories.allSatisfy { $0?.contains(secret) == true })
    // What the keys hold is found, and so is a secret that an object holds.
    if place == .memory { #expect(memories.allSatisfy { $0?.contains(#""name":"Oslo""#) != false }) }
    #expect(text(of: Holder(report))?.contains(secret) != false)
  }

  private final class Holder {
    private let list: [Report]
    init(_ report: Report) { list = [report] }
  }

  /// The memory of an object as text.
  private func text(of object: AnyObject) -> String? {
    reachableBytes(from: object, steps: 3).map { bytes in
      String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
  }
}
