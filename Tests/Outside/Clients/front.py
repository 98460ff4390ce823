"""The library's list, book and form by the generated client: front.py PROGRAM. The client is library.py beside it."""

import asyncio
import sys

from library import AsyncCore, Book, BookScreen, Core, EditScreen, RefusedError, RequestError, ServiceError, Services

PROGRAM = sys.argv[1]


def refusal(action) -> str:
    try:
        action()
    except RefusedError as error:
        return error.reason
    raise AssertionError("nothing was refused")


def play() -> None:
    with Core(PROGRAM) as core:
        catalogue = core.open_catalogue()
        while True:
            core.sync()
            if catalogue.state.more_disabled_reason is not None:
                break
            catalogue.more_button_was_tapped()
        assert len(catalogue.state.books) == 10_000
        assert catalogue.state.more_disabled_reason == "These are all books."
        assert refusal(catalogue.more_button_was_tapped) == "These are all books."
        assert refusal(lambda: catalogue.open_button_was_tapped(70_000)) == "This row is no longer in the list."

        catalogue.open_button_was_tapped(7)
        book = core.screens[-1]
        assert isinstance(book, BookScreen) and book.opener is catalogue
        core.sync()
        book.book_was_reviewed(rating=4.5, text="Fine.")
        book.edit_button_was_tapped()
        form = core.screens[-1]
        assert isinstance(form, EditScreen)
        assert refusal(form.save_button_was_tapped) == "Nothing was changed."
        form.title_changed("Persuasion")
        form.genre_changed("novel")
        form.save_button_was_tapped()
        core.sync()
        assert form.close_reason == "completed" and form.result.title == "Persuasion"
        before = catalogue.state.books
        book.done_button_was_tapped()
        assert book.result.id == 7
        changed = [row for row, old in zip(catalogue.state.books, before) if row is not old]
        assert [(row.title, row.rating) for row in changed] == [("Persuasion", 4.5)]
        assert core.screens == [catalogue]

        pile = core.open_pile()
        assert refusal(pile.note_done_button_was_tapped) == "This is not there at the moment."
        pile.write_button_was_tapped()
        pile.note_text_changed("Ring twice.")
        pile.note_done_button_was_tapped()
        assert pile.state.note is None and pile.state.noted == "Ring twice."
        pile.finder_text_changed("Mid")
        assert pile.state.finder.text == "Mid" and pile.state.found == "Middlemarch"
        pile.book_more_button_was_tapped(2)
        pile.book_look_up_button_was_tapped(1)
        core.sync()
        assert [(row.pages, row.message) for row in pile.state.books] == [(0, "It is there."), (10, None), (0, None)]
        assert refusal(lambda: pile.book_more_button_was_tapped(9)) == "This row is no longer in the list."
        pile.close()

    with Core(PROGRAM, language="de", locale="de_AT") as core:
        assert core.info["language"] == "de" and core.info["locale"] == "de_AT"
        catalogue = core.open_catalogue()
        assert refusal(lambda: catalogue.open_button_was_tapped(70_000)) == "Diese Zeile ist nicht mehr in der Liste."


def answer() -> None:
    answers = iter([[Book(title="Emma", is_lent=False)]])

    def books() -> list[Book]:
        found = next(answers, None)
        if found is None:
            raise ServiceError.problem(503, "The shelf is being dusted.")
        return found

    command = [PROGRAM, "--backend", "client", "--fallback", "mock"]
    with Core(command, services=Services(books=books)) as core:
        assert core.info["capabilities"]["services"] == ["books"]
        shelf = core.open_shelf()
        core.sync()
        assert shelf.state.titles == ["Emma"], shelf.state
        shelf.close()
        shelf = core.open_shelf()
        core.sync()
        assert shelf.state.message == "The shelf is being dusted.", shelf.state
        catalogue = core.open_catalogue()
        core.sync()
        assert catalogue.state.books, "the mock answers the rest"


async def play_with_asyncio() -> None:
    async with AsyncCore(PROGRAM) as core:
        book = await core.open_book(3)
        async for state in book.states():
            if state.title:
                break
        assert state.title == "Volume 3" and str(state.price) == "3.99"


async def tell_with_asyncio() -> None:
    """Feeds of the client, of more elements than the core gives credit for at once."""
    is_cancelled = asyncio.Event()

    async def lent():
        for number in range(600):
            yield f"Volume {number}"
        raise ServiceError.problem(503, "The desk is closed.")

    async def returned():
        try:
            await asyncio.Event().wait()
            yield ""
        finally:
            is_cancelled.set()

    command = [PROGRAM, "--backend", "client"]
    async with AsyncCore(command, services=Services(lent=lent, returned=returned)) as core:
        desk = await core.open_desk()
        async for state in desk.states():
            if state.message:
                break
        assert state.message == "The desk is closed.", state
        assert state.out == [f"Volume {number}" for number in range(600)]
        await desk.close()
        await asyncio.wait_for(is_cancelled.wait(), 60)


def visit() -> None:
    with Core(PROGRAM) as core:
        app = core.follow_app()
        assert core.follow_app() is app
        for _ in range(2):
            app.visit_button_was_tapped()
        assert app.state.visits == 2
        first, second = core.screens[-2:]
        assert first.opener is None
        for screen in (first, second):
            screen.enter_button_was_tapped()
        entrance = core.screens[-1]
        entrance.name_changed("Ada")
        entrance.enter_button_was_tapped()
        core.sync()
        assert entrance.result.name == "Ada" and app.state.reader == "Ada"
        assert first.state.message == second.state.message == "Welcome, Ada."
        book = core.open_link("https://library.example/books/7")
        assert isinstance(book, BookScreen)
        try:
            core.open_link("/books/seven")
        except RequestError as error:
            assert error.reason == "wrongType"
        else:
            raise AssertionError("the link was followed")


async def visit_with_asyncio() -> None:
    async with AsyncCore(PROGRAM) as core:
        app = await core.follow_app()
        await app.visit_button_was_tapped()
        assert app.state.visits == 1
        assert (await core.open_link("/books")).screen_name == "catalogue"


def tell() -> None:
    def lent():
        for number in range(600):
            yield f"Volume {number}"

    command = [PROGRAM, "--backend", "client"]
    with Core(command, services=Services(lent=lent, returned=lambda: [])) as core:
        desk = core.open_desk()
        while len(desk.state.out) < 600:
            core.sync()
        assert desk.state.out[-1] == "Volume 599" and desk.state.message is None


play()
visit()
asyncio.run(visit_with_asyncio())
answer()
tell()
asyncio.run(play_with_asyncio())
asyncio.run(tell_with_asyncio())
print("python: list, book, form and refusals")
