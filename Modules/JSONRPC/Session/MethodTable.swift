/// Methods by name. A front has a few dozen, so a look along their lengths is the fastest search.
struct MethodTable {
  private var names: [UInt8] = []
  private var places: [(offset: Int, count: Int)] = []
  private var kinds: [Session.MethodKind] = []
  private var handlers: [Session.Handler] = []

  func kind(_ index: Int) -> Session.MethodKind { kinds[index] }
  func handler(_ index: Int) -> Session.Handler { handlers[index] }

  func name(_ index: Int) -> String {
    String(decoding: names[places[index].offset...].prefix(places[index].count), as: UTF8.self)
  }

  mutating func register(_ name: String, _ kind: Session.MethodKind, _ handler: @escaping Session.Handler) {
    let bytes = Array(name.utf8)
    if let index = bytes.withUnsafeBufferPointer({ index(of: $0) }) {
      kinds[index] = kind
      handlers[index] = handler
      return
    }
    places.append((names.count, bytes.count))
    names += bytes
    kinds.append(kind)
    handlers.append(handler)
  }

  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    names.withUnsafeBufferPointer { names in
      for index in places.indices where places[index].count == name.count {
        let offset = places[index].offset
        var at = 0
        while at < name.count, names[offset + at] == name[at] { at += 1 }
        if at == name.count { return index }
      }
      return nil
    }
  }
}
