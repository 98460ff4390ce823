// Signs in, and posts a message to a room: post PROGRAM ROOM TEXT [OPTIONS]
//
// The generated client is beside it: chat-stdio --client swift > Chat.swift
import Foundation

@MainActor func post(_ program: String, _ room: String, _ text: String, _ options: [String]) async throws {
  let core = try await Core.start(program, options)
  let rooms = try await core.openRooms()
  try await core.sync()
  if let signIn = core.screens.values.lazy.compactMap({ $0 as? SignInScreen }).first {
    try await signIn.nameChanged("Ada")
    try await signIn.passwordChanged("1234")
    try await signIn.signInButtonWasTapped()
    try await core.sync()
  }
  guard let row = rooms.state.rooms.first(where: { $0.name == room }) else {
    print("No room has the name \(room).")
    exit(1)
  }
  try await rooms.openButtonWasTapped(row.id)
  try await core.sync()
  guard let screen = core.screens.values.lazy.compactMap({ $0 as? RoomScreen }).first else { exit(1) }
  try await screen.composerTextChanged(text)
  try await screen.composerSendButtonWasTapped()
  // The message is in the outbox now; it is sent when the server has named it.
  for await state in screen.states where state.messages.contains(where: { $0.text == text && $0.sentAt != nil }) {
    for message in state.messages.suffix(2) { print("\(message.author): \(message.text)") }
    break
  }
  await core.close()
}

let arguments = CommandLine.arguments
guard arguments.count > 3 else {
  print("post PROGRAM ROOM TEXT [OPTIONS]")
  exit(2)
}
try await post(arguments[1], arguments[2], arguments[3], Array(arguments.dropFirst(4)))
