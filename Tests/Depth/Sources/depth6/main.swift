import Foundation

// depth6                        measures every case, and fails if half of it is less than a bound of the page
// depth6 CASE COUNT KILOBYTES   plays a case, and crashes if the stack is too small

let arguments = CommandLine.arguments
let sizes = DepthCase.stackSizes

if arguments.count == 4, let index = Int(arguments[1]), let count = Int(arguments[2]), let size = Int(arguments[3]) {
  let thread = Thread { exit(DepthCase.all[index].run(count) ? 0 : 1) }
  thread.stackSize = size * 1024
  thread.start()
  while true { RunLoop.current.run(until: .distantFuture) }
}

/// Whether a case fits on a stack. A wrong outcome ends the program.
func fits(_ index: Int, _ count: Int, in size: Int) throws -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: arguments[0])
  process.arguments = [index, count, size].map(String.init)
  process.environment = ["SWIFT_BACKTRACE": "enable=no"]
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  let isExit = process.terminationReason == .exit
  precondition(!isExit || process.terminationStatus == 0, "\(DepthCase.all[index]) is wrong with \(count)")
  return isExit
}

/// The greatest number that fits, to a twentieth.
func limit(_ index: Int, in size: Int) throws -> Int {
  var (fitting, high) = (0, 64)
  while high < 60_000, try fits(index, high, in: size) { (fitting, high) = (high, high * 4) }
  while high - fitting > max(2, fitting / 20) {
    let middle = (fitting + high) / 2
    if try fits(index, middle, in: size) { fitting = middle } else { high = middle }
  }
  return fitting
}

var isHeld = true
for kind in DepthCase.Kind.allCases {
  var least = sizes.map { _ in Int.max }
  for (index, depthCase) in DepthCase.all.enumerated() where depthCase.kind == kind {
    let limits = try sizes.map { try limit(index, in: $0) }
    print("\(depthCase): \(limits)")
    least = zip(least, limits).map { min($0, $1) }
  }
  print("\(kind), at least: \(least)")
  let bounds = kind.bounds()
  if zip(least, bounds).contains(where: { $0 < $1 * 2 }) {
    print("That is less than twice the bounds of the page, \(bounds).")
    isHeld = false
  }
}
exit(isHeld ? 0 : 1)
