/// A request; `params` is the text of an object.
func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}

/// A request to open a screen.
func open(_ id: Int, _ screen: String) -> String {
  request(id, "screen/open", #"{"screen":"\#(screen)"}"#)
}

/// A request to send an event that carries nothing.
func send(_ id: Int, _ instance: String, _ event: String) -> String {
  request(id, "screen/send", #"{"instance":"\#(instance)","event":{"type":"\#(event)"}}"#)
}

/// A reply with a result.
func result(_ id: Int, _ result: String = "{}") -> String {
  #"{"id":\#(id),"jsonrpc":"2.0","result":\#(result)}"#
}

/// An error reply; `data` holds the members around the reason, in order.
func error(_ code: Int, _ id: String, _ message: String, _ data: String) -> String {
  #"{"error":{"code":\#(code),"data":{\#(data)},"message":"\#(message)"},"id":\#(id),"jsonrpc":"2.0"}"#
}

/// An error reply to bad params.
func badParams(_ id: Int, _ pointer: String, _ reason: String, hint: String? = nil) -> String {
  let hint = hint.map { #""hint":"\#($0)","# } ?? ""
  return error(-32602, "\(id)", "Invalid params", #"\#(hint)"pointer":"\#(pointer)","reason":"\#(reason)""#)
}

/// The reply to a request that was cancelled.
func cancelled(_ id: Int) -> String {
  error(-32800, "\(id)", "Request cancelled", #""reason":"cancelled""#)
}

/// An update.
func update(_ instance: String, _ revision: Int, _ state: String) -> String {
  #"{"jsonrpc":"2.0","method":"screen/update","params":\#(snapshot(instance, revision, state))}"#
}

/// A state with its instance and revision. That of a balance says what it hides.
func snapshot(_ instance: String, _ revision: Int, _ state: String) -> String {
  let hidden = state.contains(#""isRedacted":true"#) ? #""hidden":["failureText","value","valueText"],"# : ""
  return #"{\#(hidden)"instance":"\#(instance)","rev":\#(revision),"state":\#(state)}"#
}

/// What the balance screen shows.
func balance(
  value: String? = nil, text: String? = nil, info: String = "", loading: Bool = false, failed: Bool = false,
  failure: String? = nil, redacted: Bool = false, dated: Bool = false
) -> String {
  let amount = value.map { #"{"amount":"\#($0)","currency":"USD"}"# } ?? "null"
  let date = dated ? #""2026-11-20T15:04:05Z""# : "null"
  return #"{"didFail":\#(failed),"failureText":\#(failure.map { "\"\($0)\"" } ?? "null"),"infoText":"\#(info)","#
    + #""infoTone":"\#(failed ? "failure" : "regular")","isRedacted":\#(redacted),"isRefreshing":\#(loading),"lastUpdate":\#(date),"#
    + #""refreshButtonHidden":\#(loading),"value":\#(amount),"valueText":"\#(text ?? "--")"}"#
}

/// What the balance screen says of the value that it has.
let lastUpdate = "Last update: Today at 3:04:05 PM."
