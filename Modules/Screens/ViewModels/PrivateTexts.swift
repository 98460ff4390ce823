#if DEBUG
  import Descriptions
  import JSON

  /// The texts of a state that are private, of four characters or more. Nothing that leaves for a front from which they are hidden may
  /// have one of them, whatever it was made of: a description cannot say of a text that it was made of another one, so a debug build
  /// compares what leaves.
  struct PrivateTexts {
    private struct Text {
      let field: String
      /// As JSON has it, without the quotation marks.
      let bytes: [UInt8]
    }

    /// By their first four bytes, so that one look at a frame finds any of them.
    private var texts: [UInt32: [Text]] = [:]
    private var count = 0

    private static let limit = 256
    /// Longer states are not compared.
    private static let longestState = 1 << 17

    /// - Parameters:
    ///   - whole: The state.
    ///   - rest: The same without what is private.
    init(of whole: JSONText, without rest: JSONText, _ shape: Shape) {
      guard whole.bytes.count <= Self.longestState else { return }
      add(whole, rest, shape, "")
    }

    private mutating func add(_ whole: JSONText, _ rest: JSONText?, _ shape: Shape, _ path: String) {
      guard count < Self.limit else { return }
      switch shape.unwrapped {
      case .record(let record), .money(let record): add(whole, rest, record.members, path)
      case .variants(let variants):
        let variant = variants.variants.first { whole["type"]?.isString($0.name) == true }
        add(whole, rest, variant?.members ?? [], path)
      case .list(let element), .rows(let element, _):
        guard whole.kind == .array else { return }
        let others = rest?.kind == .array ? Array((rest ?? whole).elements) : []
        for (index, value) in whole.elements.prefix(100).enumerated() {
          add(value, index < others.count ? others[index] : nil, element, path)
        }
      // NB: no amounts and dates, which others may have that are not private: a price is in its receipt, too.
      case .text:
        // What is the same in both is not hidden.
        guard let text = whole.string, text.count >= 4, rest?.string != text else { return }
        let bytes = Array(whole.bytes.dropFirst().dropLast())
        texts[Self.key(bytes[...]), default: []].append(Text(field: path, bytes: bytes))
        count += 1
      default: break
      }
    }

    private mutating func add(_ whole: JSONText, _ rest: JSONText?, _ members: [Shape.Member], _ path: String) {
      guard whole.kind == .object else { return }
      for member in members {
        guard let value = whole[member.name] else { continue }
        let path = path.isEmpty ? member.path : "\(path)/\(member.path)"
        add(value, rest?.kind == .object ? rest?[member.name] : nil, member.shape, path)
      }
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The private field of which a JSON text has something; `nil` if it has nothing.
    func field(in json: some Sequence<UInt8>) -> String? {
      guard !texts.isEmpty else { return nil }
      let json = Array(json)
      var key: UInt32 = 0
      for index in json.indices {
        key = key << 8 | UInt32(json[index])
        guard index >= 3, let found = texts[key] else { continue }
        for text in found where json[(index - 3)...].starts(with: text.bytes) { return text.field }
      }
      return nil
    }
  }
#endif
