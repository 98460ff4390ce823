import JSON
import JSONRPC
import Requests
import Words

/// The files whose bytes go over the wire in chunks: those that the client gives, in answer to a request of the server's, and those
/// that it may read.
///
/// What the client gives is kept in files without a name, as long as the request is open to which it belongs. What it reads is sent
/// when no other frame waits to be written.
@MainActor final class ClientFiles {
  /// How many bytes a chunk may have.
  nonisolated static let chunk = 1 << 16
  /// How many chunks may be under way.
  nonisolated static let credit = 8
  /// How many files a client may give at the same time.
  nonisolated static let limit = 16

  /// A file that the client gives.
  private struct Given {
    /// The question or the request to which it belongs.
    let owner: String
    let file: SpooledFile
  }

  /// Files that the client may read, and how far it has read them.
  private final class Offered {
    let files: [FileReference]
    var counts: [Int]
    let onProgress: (TransferProgress) -> Void

    init(_ files: [FileReference], _ onProgress: @escaping (TransferProgress) -> Void) {
      self.files = files
      counts = files.map { _ in 0 }
      self.onProgress = onProgress
    }

    func didRead(_ index: Int, to end: Int) {
      guard end > counts[index] else { return }
      counts[index] = end
      onProgress(TransferProgress(.sent, counts.reduce(0, +), of: files.reduce(0) { $0 + $1.size }))
    }
  }

  /// A chunk that the client has asked for.
  private struct Reading {
    let call: Call
    let file: String
    let offset: Int
    let count: Int
  }

  private let session: Session
  private var given: [String: Given] = [:]
  private var offered: [String: (files: Offered, index: Int)] = [:]
  /// Hears how much of its file has come for a request.
  var onReceived: [String: (TransferProgress) -> Void] = [:]
  private var readings: [Reading] = []
  /// The number of the next file.
  private(set) var next = 0

  init(_ session: Session) { self.session = session }

  // MARK: - From the client

  /// Begins a file that belongs to an open question or request.
  ///
  /// - Returns: The id of the file.
  func begin(for owner: String, size: Int, limit: Int, _ words: Words) throws(RPCError) -> String {
    guard size <= limit else {
      let reason = words.text("The file is too large: it may have \(bytes: limit).")
      throw RPCError(.fileRefused, reason: reason, limit: limit)
    }
    guard given.count < Self.limit else { throw RPCError(.overloaded, reason: "tooManyFiles", limit: Self.limit) }
    do {
      let file = try SpooledFile(size: size)
      let id = makeID()
      given[id] = Given(owner: owner, file: file)
      onReceived[owner]?(TransferProgress(.received, 0, of: size))
      return id
    } catch {
      throw RPCError(.fileRefused, reason: "\(error)")
    }
  }

  /// Adds a chunk. One that does not fit ends the file.
  func write(_ id: String, base64: String, at offset: Int) throws(RPCError) {
    guard let given = given[exactly: id] else { throw .unknownFile }
    do {
      let count = try given.file.write(base64: base64, at: offset, limit: Self.chunk)
      onReceived[given.owner]?(TransferProgress(.received, count, of: given.file.size))
    } catch {
      self.given[id] = nil
      throw RPCError(.fileRefused, reason: "\(error)")
    }
  }

  /// A whole file that the client has given for a question; `nil` if there is none.
  ///
  /// - Throws: a `FileError` if bytes are missing.
  func file(_ id: String, for owner: String, name: String, mediaType: String?) throws -> FileReference? {
    guard let given = given[exactly: id], given.owner == owner else { return nil }
    return try given.file.reference(name: name, mediaType: mediaType)
  }

  /// The whole files that the client has given for a request, by their ids.
  func files(for owner: String) -> [String: FileReference] {
    given.filter { $0.value.owner == owner }.compactMapValues { try? $0.file.reference(name: "", mediaType: nil) }
  }

  // MARK: - To the client

  /// Lets the client read files, whose ids are the next ones.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - onProgress: Hears how many bytes of all of them were read.
  func offer(_ files: [FileReference], onProgress: @escaping (TransferProgress) -> Void = { _ in }) {
    let all = Offered(files, onProgress)
    for index in files.indices { offered[makeID()] = (all, index) }
  }

  /// Reads a chunk. It is sent when no other frame waits.
  func read(_ id: String, at offset: Int, count: Int, _ call: Call) throws(RPCError) {
    guard offered[exactly: id] != nil else { throw .unknownFile }
    guard readings.count < Self.credit else { throw RPCError(.overloaded, reason: "tooManyReads", limit: Self.credit) }
    readings.append(Reading(call: call, file: id, offset: offset, count: count))
    call.onCancel = { [weak self] in self?.readings.removeAll { $0.call === call } }
    session.onWritten = { [weak self] in self?.answer() }
  }

  /// Sends the first chunk that waits.
  private func answer() {
    guard !readings.isEmpty else { return }
    let reading = readings.removeFirst()
    if readings.isEmpty { session.onWritten = nil }
    guard let (all, index) = offered[reading.file] else { return reading.call.fail(.unknownFile) }
    do {
      let file = all.files[index]
      let data = try file.base64(at: reading.offset, limit: reading.count)
      reading.call.succeed { $0.member("data", data) }
      all.didRead(index, to: min(file.size, reading.offset + reading.count))
    } catch {
      reading.call.fail(RPCError(.fileRefused, reason: "\(error)"))
    }
  }

  // MARK: - Ends

  /// The client gives a file up, or needs one no more. One that is not there is ignored.
  func forget(_ id: String) {
    given[id] = nil
    offered[id] = nil
  }

  /// A question or a request has ended, with all that the client has given for it.
  func forgetAll(for owner: String) {
    given = given.filter { $0.value.owner != owner }
    onReceived[owner] = nil
  }

  /// The conversation has ended.
  func forgetAll() {
    given = [:]
    offered = [:]
    onReceived = [:]
  }

  private func makeID() -> String {
    defer { next += 1 }
    return String(next)
  }
}

extension RPCError {
  fileprivate static let unknownFile = RPCError(.fileRefused, reason: "There is no such file.")
}

extension RPCError.Code {
  /// The file is not taken, or cannot be read.
  public static let fileRefused = RPCError.Code(1006, "File refused")
}
