"""What the client for Python promises: check.py PROGRAM SCRIPTED_CORE. Prints what is true."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tributary import (
    Account,
    AccountCreation,
    AsyncCore,
    Balance,
    Core,
    CoreEndedError,
    CoreExit,
    CoreHungError,
    CounterState,
    Money,
    Question,
    RefusedError,
    RequestError,
    ServiceError,
    Services,
    TermsState,
    TributaryError,
)

PROGRAM, SCRIPTED_CORE = sys.argv[1:]
CHECKS: list[Callable[[], None]] = []


def check(function: Callable[[], None]) -> None:
    CHECKS.append(function)


def core(*options: str, on_stderr: Callable[[str], None] | None = None) -> Core:
    return Core([PROGRAM, "--seed", "7", *options], on_stderr=on_stderr)


def scripted(behaviour: str, on_stderr: Callable[[str], None] | None = None) -> Core:
    environment = {**os.environ, "CORE_NAME": "scripted"}
    return Core([sys.executable, SCRIPTED_CORE, behaviour], env=environment, on_stderr=on_stderr)


def error_of(call: Callable[[], object]) -> Exception:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


@check
def an_event_changes_the_state() -> None:
    with core() as app:
        counter = app.open_counter()
        assert counter.state == CounterState("⓪", 0, "⓪ (0.circle)", "0.circle") and counter.rev == 1
        assert counter.next_button_was_tapped() == 2 == counter.rev
        assert counter.state.symbol_name == f"{counter.state.number}.circle"
        assert repr(counter) == "<CounterScreen counter-1 rev 2>"
        assert app.info["coreInfo"]["name"] == "tributary-stdio"


@check
def states_have_types() -> None:
    with core("--now", "2026-11-22T15:04:05Z") as app:
        balance = app.open_balance()
        app.sync()
        assert balance.state.value == Money(Decimal("1234.56"), "USD") and balance.state.info_tone == "regular"
        date = balance.state.last_update
        assert date and date.tzinfo == timezone.utc and date.isoformat() == "2026-11-22T15:04:05+00:00"


@check
def the_phases_of_a_purchase_are_told_apart() -> None:
    with core("--latency", "1") as app:
        product = app.open_product(id="wand")
        phases: list[str] = []
        product.on_update(lambda state: phases.append(state.phase.type))
        app.sync()
        product.purchase()
        app.sync()
        assert list(dict.fromkeys(phases)) == ["initial", "purchasing", "purchased"]
        phase = product.state.phase
        assert phase.type == "purchased" and phase.receipt is not None and phase.receipt.product_id == "wand"
        assert phase.receipt.price.currency == "USD"


@check
def a_listener_gets_the_current_state_and_later_ones() -> None:
    with core() as app:
        counter = app.open_counter()
        numbers: list[int] = []
        remove = counter.on_update(lambda state: numbers.append(state.number))
        counter.next_button_was_tapped()
        assert numbers == [0, counter.state.number]
        remove()
        counter.next_button_was_tapped()
        assert len(numbers) == 2


@check
def a_listener_may_send_events() -> None:
    with core() as app:
        counter = app.open_counter()
        revisions: list[int] = []

        def listen(_: CounterState) -> None:
            revisions.append(counter.rev)
            if len(revisions) < 4:
                counter.next_button_was_tapped()

        counter.on_update(listen)
        assert revisions == [1, 2, 3, 4]
        assert app.open_terms().state.name == ""


@check
def a_listener_may_close_the_core() -> None:
    app = core()
    codes: list[int] = []
    app.open_counter().on_update(lambda _: codes.append(app.close()))
    assert codes == [0] and app.wait() == 0


@check
def a_listener_that_raises_stops_nothing() -> None:
    reported: list[str] = []
    sys.excepthook = lambda _type, error, _traceback: reported.append(str(error))
    with core() as app:
        counter = app.open_counter()

        def listen(_: CounterState) -> None:
            if counter.rev > 1:
                raise ValueError("drawing failed")

        counter.on_update(listen)
        assert counter.next_button_was_tapped() == 2 and counter.next_button_was_tapped() == 3
    sys.excepthook = sys.__excepthook__
    assert reported == ["drawing failed"] * 2


@check
def threads_call_at_the_same_time() -> None:
    with core() as app:
        revisions: list[int] = []

        def tap() -> None:
            screen = app.open_terms()
            for number in range(50):
                revisions.append(screen.name_changed(f"{screen.instance} {number}"))
                assert screen.state.name == f"{screen.instance} {number}"

        threads = [threading.Thread(target=tap) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(revisions) == sorted(list(range(2, 52)) * 8)


@check
def the_application_hides_the_balance() -> None:
    with core() as app:
        balance = app.open_balance()
        app.sync()
        app.will_resign_active()
        assert balance.state.is_redacted and balance.state.value is None and "1,234" not in balance.state.value_text
        app.did_become_active()
        assert balance.state.value_text == "$1,234.56"


@check
def the_app_speaks_another_language() -> None:
    with core() as app:
        terms = app.open_terms()
        heard: list[str] = []
        app.on_app(lambda method, _: heard.append(method))
        app.localize("de", "de_AT")
        app.sync()
        assert (app.language, app.locale) == ("de", "de_AT") and heard == ["app/localized"]
        assert terms.state.submit_disabled_reason == "Die Bedingungen sind nicht angenommen."


@check
def a_screen_is_left() -> None:
    with core() as app:
        counter = app.open_counter()
        assert counter.leave() and not counter.is_open and app.screens == []

    async def leave() -> None:
        async with AsyncCore([PROGRAM]) as app:
            counter = await app.open_counter()
            assert await counter.leave() and not counter.is_open

    asyncio.run(leave())


@check
def a_closed_screen_is_gone() -> None:
    with core() as app:
        first, second = app.open_blog(), app.open_blog()
        titles: list[str | None] = []
        first.on_update(lambda state: titles.append(state.newest_title))
        first.close()
        second.title_changed("Hello")
        second.publish_button_was_tapped()
        app.sync()
        assert titles == [None] and second.state.newest_title == "Hello"
        error = error_of(first.publish_button_was_tapped)
        assert isinstance(error, RequestError) and error.code == -32602 and error.reason == "unknownInstance"
        assert error.pointer == "/instance" and error.hint == "expected an open instance" and error.limit is None
        expected = "Invalid params (-32602): unknownInstance, at /instance, expected an open instance"
        assert str(error) == expected


@check
def an_event_for_an_old_state_is_refused() -> None:
    with core() as app:
        counter = app.open_counter()
        counter.next_button_was_tapped(if_rev=1)
        error = error_of(lambda: counter.next_button_was_tapped(if_rev=1))
        assert isinstance(error, RequestError) and error.code == 1002 and error.reason == "staleRevision"
        assert counter.rev == 2


@check
def an_event_that_the_state_does_not_allow_is_refused() -> None:
    with core() as app:
        terms = app.open_terms()
        error = error_of(terms.submit_button_was_tapped)
        assert isinstance(error, RefusedError) and error.reason == terms.state.submit_disabled_reason
        assert error.reason == "The terms are not accepted." and terms.rev == 1


@check
def patches_give_the_same_states() -> None:
    with core() as app:
        terms = app.open_terms()
        patches: list[object] = []
        apply = terms._apply

        def counted(frame: Mapping[str, Any]) -> Any:
            patches.append(frame["patch"])
            return apply(frame)

        terms._apply = counted  # type: ignore[method-assign]
        terms.name_changed("Ada " * 1000)
        terms.accepted_terms_changed(True)
        terms.accepted_privacy_changed(True)
        assert len(patches) >= 2
        whole = app.request("screen/get", {"instance": terms.instance})
        assert terms.state == TermsState.from_json(whole["state"]) and terms.rev == whole["rev"]


@check
def secrets_stay_inside() -> None:
    secret = "xyzzy-7"
    logged: list[str] = []
    app = core("--log", on_stderr=logged.append)
    registration = app.open_registration()
    registration.password_changed(secret)
    refused = error_of(lambda: app.request("screen/send", {"instance": "registration-1", "event": {"type": secret}}))
    surrogate = error_of(lambda: registration.password_changed(secret + "\udc80"))
    assert isinstance(surrogate, ValueError) and surrogate.__context__ is None
    long = error_of(lambda: registration.password_changed(secret * (3 << 20)))
    assert isinstance(long, ValueError) and "16777216" in str(long)
    app.close()
    ended = error_of(lambda: registration.password_changed(secret))
    texts = [repr(error) + str(vars(error)) for error in (refused, surrogate, long, ended)]
    assert secret not in repr([texts, vars(app), vars(registration), registration, registration.state, logged])
    assert len(logged) > 2



def bank(amount: str) -> Balance:
    return Balance(value=Money(Decimal(amount), "USD"), date=datetime(2026, 11, 22, tzinfo=timezone.utc))


def asking(services: Services, *options: str) -> Core:
    return Core([PROGRAM, "--backend", "client", *options], services=services)


@check
def handlers_answer_the_app() -> None:
    entered = threading.Event()

    def balance() -> Balance:
        entered.set()
        assert app.request("ping") == {}
        return bank("12.50")

    with asking(Services(balance=balance), "--fallback", "mock") as app:
        assert app.info["capabilities"]["services"] == ["balance"]
        assert app.open_product(id="wand").is_open
        screen = app.open_balance()
        app.sync()
        assert entered.is_set() and screen.state.value == Money(Decimal("12.50"), "USD")


@check
def a_handler_that_raises_is_a_failure_of_the_service() -> None:
    errors: list[Exception] = [ServiceError.problem(503, "The bank is closed."), KeyError("hidden")]
    uncaught: list[type[BaseException]] = []

    def balance() -> Balance:
        raise errors.pop(0)

    hook, sys.excepthook = sys.excepthook, lambda type, *_: uncaught.append(type)
    try:
        with asking(Services(balance=balance)) as app:
            screen = app.open_balance()
            app.sync()
            assert screen.state.failure_text == "The bank is closed." and uncaught == []
            screen.refresh_button_was_tapped()
            app.sync()
            assert screen.state.failure_text == "The backend has failed." and uncaught == [KeyError]
    finally:
        sys.excepthook = hook


@check
def an_answer_that_has_no_form_is_a_failure_of_the_service() -> None:
    answers = [bank("12.50"), bank("11.00")]

    def balance() -> Balance:
        answer = answers.pop()
        return Balance(value=Money(answer.value.amount, "\ud800"), date=answer.date) if answers else answer

    hook, sys.excepthook = sys.excepthook, lambda *_: None
    try:
        with asking(Services(balance=balance)) as app:
            screen = app.open_balance()
            app.sync()
            assert screen.state.failure_text == "The backend has failed."
            screen.refresh_button_was_tapped()
            app.sync()
            assert screen.state.value_text == "$12.50"
    finally:
        sys.excepthook = hook


@check
def a_request_that_the_app_drops_is_not_answered() -> None:
    may_answer = threading.Event()

    def balance() -> Balance:
        may_answer.wait()
        return bank("1.00")

    with asking(Services(balance=balance)) as app:
        app.open_balance().close()
        assert app.request("ping") == {} and not app._asked
        may_answer.set()
        assert app.request("ping") == {}


@check
def a_handler_gets_the_secret_and_its_input_hides_it() -> None:
    inputs: list[AccountCreation] = []

    def account(input: AccountCreation) -> Account:
        inputs.append(input)
        return Account(username=input.username)

    with asking(Services(account=account), "--fallback", "mock") as app:
        screen = app.open_registration()
        screen.username_changed("harry")
        screen.password_changed("sesame-street-7")
        screen.password_again_changed("sesame-street-7")
        app.sync()
        screen.create_button_was_tapped()
        app.sync()
        assert inputs[0].password == "sesame-street-7" and "sesame" not in repr(inputs[0])
        assert inputs[0].username == "harry" and inputs[0].idempotency_key


@check
def a_core_that_asks_for_no_services_is_an_error() -> None:
    error = error_of(lambda: Core(PROGRAM, services=Services(balance=lambda: bank("1"))))
    assert type(error) is TributaryError and "--backend client" in str(error)


@check
def a_coroutine_function_answers_a_program_without_a_loop() -> None:
    async def balance() -> Balance:
        await asyncio.sleep(0)
        return bank("12.50")

    with asking(Services(balance=balance), "--fallback", "mock") as app:
        screen = app.open_balance()
        app.sync()
        assert screen.state.value == Money(Decimal("12.50"), "USD")


@check
def coroutines_answer_the_app() -> None:
    cancelled: list[str] = []

    async def run() -> None:
        entered = asyncio.Event()

        async def username(name: str) -> bool:
            entered.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(name)
                raise
            return True

        services = Services(balance=lambda: bank("12.50"), username=username)
        async with AsyncCore([PROGRAM, "--backend", "client"], services=services) as app:
            screen = await app.open_balance()
            await app.sync()
            assert screen.state.value_text == "$12.50"
            registration = await app.open_registration()
            await registration.username_changed("harry")
            await entered.wait()
            await registration.close()
            await app.request("ping")
            await asyncio.sleep(0)

    asyncio.run(run())
    assert cancelled == ["harry"]


@check
def a_process_that_the_core_leaves_behind_delays_no_end() -> None:
    lines: list[str] = []
    app = scripted("leaves a process", lines.append)
    assert type(error_of(app.open_counter)) is CoreEndedError
    assert app.close() == 9
    os.kill(int(lines[0]), signal.SIGKILL)


@check
def closing_ends_the_core() -> None:
    with core() as app:
        counter = app.open_counter()
        assert app.close() == 0 and app.close() == 0
        error = error_of(counter.next_button_was_tapped)
        assert isinstance(error, CoreEndedError) and error.exit_code == 0
        assert str(error) == "The core has ended with exit code 0."


@check
def a_program_that_does_not_close_the_core_ends_as_well() -> None:
    script = "import sys, tributary; tributary.Core(sys.argv[1]).open_counter().on_update(print)"
    folder = os.path.dirname(os.path.abspath(__file__))
    run = subprocess.run([sys.executable, "-c", script, PROGRAM], cwd=folder, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, ""), run
    assert run.stdout.startswith("CounterState(")


@check
def a_core_that_cannot_start_is_an_error() -> None:
    logged: list[str] = []
    error = error_of(lambda: core("--fly", on_stderr=logged.append))
    assert isinstance(error, CoreEndedError) and error.exit_code == 2
    assert logged == ["tributary-stdio: Unknown option --fly. --help lists the options."]
    assert isinstance(error_of(lambda: Core("/no/such/program")), FileNotFoundError)


@check
def a_newer_core_is_understood() -> None:
    with scripted("newer") as app:
        assert app.info["coreInfo"]["name"] == "scripted"
        assert app.open_counter().state.number == 0


@check
def files_go_in_chunks() -> None:
    content = b"a file of some bytes"
    question = Question("question-1", "pickFile", None, None, {})
    given = {"attachment": "question-1", "mediaType": "text/plain", "name": "a.txt", "size": len(content)}
    with scripted("files") as app:
        assert app.give_file(question, "a.txt", content, "text/plain") == given
        assert b"".join(app.read_file("question-1")) == content
        assert app.give_file(question, "a.txt", io.BytesIO(b"x" + content), "text/plain")["size"] == len(content) + 1
        assert b"".join(app.read_file("question-1")) == b"x" + content

    async def give() -> bytes:
        environment = {**os.environ, "CORE_NAME": "scripted"}
        async with AsyncCore([sys.executable, SCRIPTED_CORE, "files"], env=environment) as app:
            assert await app.give_file(question, "a.txt", content, "text/plain") == given
            return b"".join([piece async for piece in app.read_file("question-1")])

    assert asyncio.run(give()) == content


@check
def the_app_closes_a_screen() -> None:
    with scripted("closes") as app:
        reasons: list[str] = []
        app.open_counter().on_closed(reasons.append)
        app.sync()
        assert reasons == ["closedByApp"]


@check
def a_program_with_another_protocol_fails_loudly() -> None:
    with scripted("babbles") as app:
        app.open_counter()
        error = error_of(app.sync)
        assert isinstance(error, TributaryError)
        assert str(error) == "The core's output cannot be understood (JSONDecodeError)."
    with scripted("refuses") as app:
        assert isinstance(error_of(app.sync), TributaryError)


@check
def a_core_that_dies_fails_every_call() -> None:
    app = scripted("dies")
    for _ in range(2):
        error = error_of(app.open_counter)
        assert isinstance(error, CoreEndedError) and error.exit_code == 9
    assert app.close() == 9


HUNG = CoreExit("hung", None, None, "about to hang")
KILLED = CoreExit("signal", None, signal.SIGKILL, "")
# A core that starts at once, answers `initialize`, and reads on without an answer.
MUTE = (
    'read -r line; echo \'{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1","coreInfo":{"name":"mute"},'
    '"capabilities":{},"limits":{"message":1000}}}\'; read -r line; '
)


@check
def a_core_that_hangs_is_reported() -> None:
    exits: list[CoreExit] = []
    lines: list[str] = []
    command = ["sh", "-c", MUTE + "echo 'about to hang' >&2; exec cat >/dev/null"]
    app = Core(command, on_exit=exits.append, on_stderr=lines.append, heartbeat=0.2, heartbeat_timeout=4)
    for _ in range(2):
        assert isinstance(error_of(app.open_counter), CoreHungError)
    assert app.close() == -signal.SIGKILL and lines == ["about to hang"]
    assert exits == [HUNG]

    async def follow() -> None:
        app = AsyncCore(
            command, on_exit=exits.append, on_stderr=lines.append, heartbeat=0.2, heartbeat_timeout=4, kill_hung=True
        )
        async with app:
            try:
                await app.open_counter()
            except CoreHungError:
                assert await app.wait() == -signal.SIGKILL
        assert exits == [HUNG, HUNG]

    asyncio.run(follow())


@check
def a_core_that_answers_heartbeats_lives() -> None:
    # The first heartbeat is due at once, and still follows the greeting.
    Core([PROGRAM], heartbeat=0, heartbeat_timeout=30).close()
    exits: list[CoreExit] = []
    pauses = threading.Event()
    with Core([PROGRAM], on_exit=exits.append, heartbeat=0.01, heartbeat_timeout=30) as app:
        # A listener may take longer than a heartbeat.
        app.open_counter().on_update(lambda _: pauses.wait(0.1))
        pauses.wait(0.3)
        app.sync()
    assert exits == [CoreExit("closed", 0, None, "")]


@check
def the_reason_of_an_end_is_told() -> None:
    exits: list[CoreExit] = []
    app = Core([sys.executable, SCRIPTED_CORE, "dies loudly"], on_exit=exits.append, on_stderr=lambda _: None)
    error_of(app.open_counter)
    app.close()
    error_of(lambda: Core([PROGRAM, "--fly"], on_exit=exits.append, on_stderr=lambda _: None))
    app = Core([sys.executable, SCRIPTED_CORE, "babbles"], on_exit=exits.append)
    app.sync()
    app.wait()
    assert exits == [
        CoreExit("exited", 9, None, "about to die"),
        CoreExit("exited", 2, None, "tributary-stdio: Unknown option --fly. --help lists the options."),
        CoreExit("misunderstood", 0, None, ""),
    ]


@check
def two_hundred_kills_in_mid_call_fail_the_call() -> None:
    exits: list[CoreExit] = []
    for number in range(200):
        # Half of the cores die once they have read the request, the others are killed when it is sent.
        app = Core(["sh", "-c", MUTE + ("kill -KILL $$" if number % 2 else "exec cat >/dev/null")], on_exit=exits.append)
        if number % 2 == 0:
            frame = app._frame

            def frame_and_kill(message: Mapping[str, object]) -> bytes:
                threading.Thread(target=app._process.kill).start()
                return frame(message)

            app._frame = frame_and_kill  # type: ignore[method-assign]
        start = time.monotonic()
        error = error_of(lambda: app.request("ping"))
        assert isinstance(error, CoreEndedError) and error.exit_code == -signal.SIGKILL
        assert time.monotonic() - start < 5
        app.wait()
    assert exits == [KILLED] * 200


if TYPE_CHECKING:
    # mypy reports each of these; it reports a comment that ignores nothing, too.
    with Core() as app:
        app.open_counter().next_button_was_tapped(if_rev="1")  # type: ignore[arg-type]
        app.open_terms().name_changed()  # type: ignore[call-arg]
        app.open_terms().accepted_terms_changed("yes")  # type: ignore[arg-type]
        app.open_registration().password_changed(None)  # type: ignore[arg-type]
        app.open_product(id=7)  # type: ignore[arg-type]
        app.open_balance().state.value_texts  # type: ignore[attr-defined]
        app.open_balance().state.value.amount  # type: ignore[union-attr]
        app.open_balance().state.info_tone == "furious"  # type: ignore[comparison-overlap]

for function in CHECKS:
    function()
    print(function.__name__.replace("_", " "), flush=True)
