"""Records a day in the chat: day.py PROGRAM FILE [SERVER [OPTIONS]].

Without a server it is a day in memory, the same each time: a recording of it is among the tests. With one, such as Server/server.py, the
day is a bad one: requests are refused, answers get lost, the feed breaks, the session ends in the middle of a message, and a file is sent.
The generated client, chat.py, is beside it.
"""

import json
import pathlib
import sys
import tempfile
import time
import urllib.request

from chat import Core, MeetingScreen, NoAnswer, RefusedError, RoomScreen, SignInScreen

PROGRAM, FILE = sys.argv[1:3]
SERVER = sys.argv[3] if len(sys.argv) > 3 else None
MOCK = ["--seed", "7", "--now", "2026-11-20T15:04:05Z", "--time-zone", "UTC"]
picked = None
undoes = False
asked = []
saved = []
core = None


def answer(question):
    asked.append(question.name)
    if question.name == "notify":
        if question.input.get("action"):
            return "action" if undoes else "dismissed"
        return "shown"
    if question.name == "confirm":
        return question.input["choices"][0]["name"]
    if question.name == "pickFile" and picked:
        return {"path": str(picked)}
    if question.name in ["copy", "show"]:
        return None
    if question.name == "saveFile":
        saved.append(b"".join(core.read_file(question.input["attachment"])))
        return None
    raise NoAnswer()


def control(path, body=None):
    data = json.dumps(body).encode()
    urllib.request.urlopen(urllib.request.Request(SERVER + path, data=data, method="POST")).close()


def until(core, condition, what):
    """Waits for what comes by itself, such as an answer of a person."""
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"The day ends here: {what} does not come.")
        core.request("ping")
        time.sleep(0.02)


def sign_in(core, name):
    until(core, lambda: any(isinstance(screen, SignInScreen) for screen in core.screens), "the sign-in")
    screen = next(screen for screen in core.screens if isinstance(screen, SignInScreen))
    screen.name_changed(name)
    screen.password_changed("1234")
    screen.sign_in_button_was_tapped()
    until(core, lambda: not screen.is_open, "the end of the sign-in")


def open_room(core, rooms, number):
    rooms.open_button_was_tapped(number)
    core.sync()
    room = core.screens[-1]
    assert isinstance(room, RoomScreen)
    return room


def write(core, room, text):
    room.composer_text_changed(text)
    room.composer_send_button_was_tapped()
    core.sync()


def is_sent(room, text):
    return any(row.text == text and row.sent_at is not None for row in room.state.messages)


def good_day(core, rooms):
    global undoes
    room = open_room(core, rooms, 3)
    write(core, room, "Is there tea?")
    until(core, lambda: any(row.author == "Eve" for row in room.state.messages), "Eve's answer")

    room.composer_meet_button_was_tapped()
    form = core.screens[-1]
    assert isinstance(form, MeetingScreen)
    form.title_changed("Tea")
    form.zone_changed("Europe/Berlin")
    form.propose_button_was_tapped()
    core.sync()
    room.composer_send_button_was_tapped()
    until(core, lambda: room.state.messages[-1].meeting and room.state.messages[-1].sent_at, "the meeting")

    undoes = True
    shown = len(room.state.messages)
    room.delete_selected_button_was_tapped([row.id for row in room.state.messages[:2]])
    until(core, lambda: len(room.state.messages) == shown, "the undo")
    room.copy_link_button_was_tapped(room.state.messages[0].id)
    room.activity_button_was_tapped()
    core.sync()
    core.screens[-1].close()
    room.rename_button_was_tapped()
    form = core.screens[-1]
    form.name_changed("Help desk")
    form.save_button_was_tapped()
    until(core, lambda: room.state.name == "Help desk", "the new name")
    room.composer_text_changed("A draft")
    room.close()

    rooms.new_room_button_was_tapped()
    form = core.screens[-1]
    form.name_changed("Garden")
    form.save_button_was_tapped()
    until(core, lambda: len(rooms.state.rooms) == 4 and isinstance(core.screens[-1], RoomScreen), "the new room")
    garden = core.screens[-1]
    settings = core.open_settings()
    settings.offline_changed(True)
    write(core, garden, "Later.")
    until(core, lambda: any(row.status == "Waiting" for row in garden.state.messages), "the message that waits")
    settings.offline_changed(False)
    until(core, lambda: is_sent(garden, "Later."), "the message after the switch")
    garden.close()
    settings.close()

    general = open_room(core, rooms, 1)
    general.earlier_button_was_tapped()
    core.sync()
    assert len(general.state.messages) == 100
    try:
        general.retry_button_was_tapped(general.state.messages[0].id)
    except RefusedError:
        pass
    general.close()

    search = core.open_search()
    search.text_changed("pan")
    until(core, lambda: len(search.state.found or []) == 1, "what is found")
    search.open_button_was_tapped(search.state.found[0].id)
    core.sync()
    core.screens[-1].close()

    settings = core.open_settings()
    settings.language_changed("de")
    settings.notifications_changed("mentions")
    core.sync()
    settings.sign_out_button_was_tapped()
    sign_in(core, "Bob")
    until(core, lambda: len(rooms.state.rooms) == 4, "Bob's rooms")


def bad_day(core, rooms):
    global picked
    room = open_room(core, rooms, 3)
    path = "/rooms/3/messages"
    control("/faults", [{"method": "POST", "path": path, "kind": "lose"}])
    write(core, room, "Lost and found")
    until(core, lambda: is_sent(room, "Lost and found"), "the message whose answer was lost")

    control("/faults", [{"method": "POST", "path": path, "kind": "refuse", "status": 422, "detail": "Not now."}])
    write(core, room, "Refused")
    until(core, lambda: room.state.messages[-1].status == "Not sent: Not now.", "the refusal")
    write(core, room, "Behind it")
    refused = next(row for row in room.state.messages if row.text == "Refused")
    room.retry_button_was_tapped(refused.id)
    until(core, lambda: is_sent(room, "Refused") and is_sent(room, "Behind it"), "the second try")

    control("/cut")
    control("/faults", [{"method": "POST", "path": path, "kind": "cut"}])
    write(core, room, "Cut")
    until(core, lambda: is_sent(room, "Cut"), "the message after a cut")

    control("/expire")
    write(core, room, "In another session")
    sign_in(core, "Ada")
    until(core, lambda: is_sent(room, "In another session"), "the message after the sign-in")

    picked.write_bytes(b"x" * 3_000_000)
    room.composer_attach_button_was_tapped()
    until(core, lambda: room.state.composer.attachment == picked.name, "the upload")
    room.composer_send_button_was_tapped()
    until(core, lambda: room.state.messages[-1].attachment and room.state.messages[-1].sent_at, "the file")

    room.download_button_was_tapped(room.state.messages[-1].id)
    until(core, lambda: saved, "the download")
    assert saved == [picked.read_bytes()]

    texts = [row.text for row in room.state.messages]
    assert texts == ["Lost and found", "Refused", "Behind it", "Cut", "In another session", ""], texts
    print("Each message once, in order.")


def main():
    global core, picked
    options = ["--backend", SERVER] + sys.argv[4:] if SERVER else MOCK
    questions = {name: answer for name in ["notify", "confirm", "pickFile", "saveFile", "copy", "show"]}
    with tempfile.TemporaryDirectory() as folder:
        picked = pathlib.Path(folder, "plan.bin")
        with Core([PROGRAM] + options + ["--record", FILE], questions=questions) as core:
            rooms = core.open_rooms()
            sign_in(core, "Ada")
            until(core, lambda: len(rooms.state.rooms) == 3, "the rooms")
            (bad_day if SERVER else good_day)(core, rooms)
            core.sync()


main()
