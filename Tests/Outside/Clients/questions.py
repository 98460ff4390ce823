"""What the library asks of its front, answered by the generated client: questions.py PROGRAM FOLDER."""

import pathlib
import sys

FOLDER = pathlib.Path(sys.argv[2])
sys.path.insert(0, str(FOLDER))

from library import CannotAnswer, Core, NoAnswer, Question, RefusedError  # noqa: E402

asked: list[str] = []


def confirm(question: Question) -> str:
    assert question.event == "clearButtonWasTapped" and question.input["title"] == "Remove 2 notes?"
    asked.append("yes" if asked else "no")
    return asked[-1]


def pick_file(question: Question) -> dict:
    (FOLDER / "picked.txt").write_text("Tea")
    return {"path": str(FOLDER / "picked.txt")}


def skip(question: Question) -> None:
    raise NoAnswer


def refuse(question: Question) -> None:
    raise CannotAnswer(f"There is no browser for {question.input['host']}.")


def wait_for(core: Core, is_true) -> None:
    while not is_true():
        core.request("ping")


QUESTIONS = {
    "confirm": confirm, "pickFile": pick_file, "notify": lambda question: "action", "stars": skip, "openLink": refuse,
}
with Core([sys.argv[1], "--record", str(FOLDER / "client.jsonl")], questions=QUESTIONS) as core:
    notes = core.open_notes()
    notes.note_was_written("Milk")
    notes.import_button_was_tapped()
    wait_for(core, lambda: notes.state.notes == ["Milk", "Tea"])
    notes.remove_button_was_tapped()
    wait_for(core, lambda: notes.state.notes == ["Milk", "Tea"])
    notes.help_button_was_tapped()
    wait_for(core, lambda: notes.state.message == "There is no browser for example.com.")
    notes.stars_button_was_tapped()
    notes.clear_button_was_tapped()
    wait_for(core, lambda: asked == ["no"])
    assert notes.state.notes == ["Milk", "Tea"]
    notes.clear_button_was_tapped()
    wait_for(core, lambda: notes.state.notes == [])
    notes.note_was_written("Milk")
    core.request("screen/send", {"instance": notes.instance, "event": {"type": "clearButtonWasTapped"}, "confirmed": True})
    assert notes.state.notes == [] and asked == ["no", "yes"]
with Core(sys.argv[1]) as core:
    notes = core.open_notes()
    notes.note_was_written("Milk")
    try:
        notes.clear_button_was_tapped()
        raise SystemExit("Nothing was asked.")
    except RefusedError as error:
        assert "This program cannot ask you" in error.reason, error.reason
print("python: questions")
