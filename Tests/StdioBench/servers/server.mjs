// A JSON-RPC 2.0 server over lines that answers `ping`, in plain Node.js.
const methods = { ping: () => ({}) };

function reply(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
  }
  const { id, method, params } = request;
  if (!Object.hasOwn(methods, method)) {
    return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
  }
  return { jsonrpc: "2.0", id, result: methods[method](params) };
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  if (lines.length > 0) process.stdout.write(lines.map((line) => JSON.stringify(reply(line)) + "\n").join(""));
});
