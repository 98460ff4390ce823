/// The handlers of services in the client for Python.
extension PythonClient {
  /// The class with a handler for each operation.
  func servicesClass(isAsync: Bool) -> String {
    let fields = schema.services.map { service in
      let input = service.input.map(annotation) ?? ""
      let answer = service.answer.map(annotation) ?? "None"
      let result =
        service.isFeed
        ? "Iterable[\(answer)]" + (isAsync ? " | AsyncIterable[\(answer)]" : "")
        : answer + (isAsync ? " | Awaitable[\(answer)]" : "")
      return "    \(handlerNames[service.name]!): Callable[[\(input)], \(result)] | None = None\n"
    }
    let about = """
      What this program answers in place of the core's backend: a function for each operation. The core asks for those that
      have one. A function returns the answer, or raises a `ServiceError`; any other exception is reported as one that is not
      caught, and the app gets an error without details. The function of a feed returns its elements, which are taken as fast
      as the app handles them; the feed ends with them.
      """
    return """
      @dataclass(frozen=True)
      class \(isAsync ? "Async" : "")Services:
          \(docstring(about, "    "))

      \(fields.isEmpty ? "    pass" : fields.joined().dropLast().description)
      """
  }

  /// How the operations are read and answered, as an attribute of a class.
  var operationTable: String {
    guard !schema.services.isEmpty else { return "" }
    let entries = schema.services.map { service in
      let input = service.input.map { "(\(decoded($0, "json")),)" } ?? "()"
      let answer = service.answer.map { encoded($0, "answer") } ?? "None"
      return """
                \(service.name.quoted): _Operation(
                    \(handlerNames[service.name]!.quoted), lambda json: \(input), lambda answer: \(answer)\(service.isFeed ? ", True" : "")
                ),

        """
    }
    return "    _operations = {\n\(entries.joined())    }\n"
  }
}
