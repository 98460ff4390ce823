import ExpectSupport
import Testing

@testable import Stdio

/// The sample fronts show the same in each language.
enum SampleFront {
  /// Registers a user in a front, and checks what it shows.
  static func check(_ front: Child) {
    front.say("refresh", "hide", "refresh", "name merlin", "name harry", "password", "password1", "again", "password1")
    front.say("password", "sesame-7", "again", "sesame-7", "create", "fly")
    front.closeInput()
    let ending = front.end()
    let lines = ending.output.split(separator: "\n").map(String.init)
    expectEqual(ending.code, 0)
    expectEqual(ending.errors, "")
    let balances = lines.filter { $0.hasPrefix("balance: ") }
    let hidden = balances.firstIndex { $0.hasPrefix("balance: ••••••") }
    #expect(balances[..<(hidden ?? 0)].contains { $0.hasPrefix("balance: $1,234.56 ") })
    #expect(!balances[(hidden ?? 0)...].contains { $0.contains("1,234.56") })
    #expect(balances.contains { $0.hasPrefix("balance: •••••• Loading...") })
    expectEqual(
      lines.filter { $0.hasPrefix("registration: ") },
      [
        "registration: Enter a user name. Enter a password, twice.",
        "registration: Checking the user name... Enter a password, twice.",
        "registration: This user name is taken. Enter a password, twice.",
        "registration: Checking the user name... Enter a password, twice.",
        "registration: This user name is available. Enter a password, twice.",
        "registration: This user name is available. The passwords are not the same.",
        "registration: This user name is available. This password is too common.",
        "registration: This user name is available. The passwords are not the same.",
        "registration: This user name is available. [create]",
        "registration: This user name is available.",
        "registration: The account harry was created.",
      ])
    expectEqual(lines.last, "commands: refresh hide reveal name password again create")
    #expect(!ending.output.contains("sesame"))
  }
}
