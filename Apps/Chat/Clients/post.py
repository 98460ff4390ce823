"""Signs in, and posts a message to a room: post.py PROGRAM ROOM TEXT [OPTIONS].

The generated client is beside it: chat-stdio --client python > chat.py
"""

import sys

from chat import Core, SignInScreen

program, room, text, *options = sys.argv[1:]

with Core([program] + options) as core:
    rooms = core.open_rooms()
    core.sync()
    for screen in core.screens:
        if isinstance(screen, SignInScreen):
            screen.name_changed("Ada")
            screen.password_changed("1234")
            screen.sign_in_button_was_tapped()
            core.sync()

    number = next(row.id for row in rooms.state.rooms if row.name == room)
    rooms.open_button_was_tapped(number)
    core.sync()
    screen = core.screens[-1]
    screen.composer_text_changed(text)
    screen.composer_send_button_was_tapped()
    # The message is in the outbox now; it is sent when the server has named it.
    while not any(message.text == text and message.sent_at for message in screen.state.messages):
        core.request("ping")
    print(*[f"{message.author}: {message.text}" for message in screen.state.messages[-2:]], sep="\n")
