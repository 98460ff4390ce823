"""A bad day in the shop: day.py PROGRAM SERVER [OPTIONS]. With `--until TEXT` first, waits until the conversation about order 3 has that text.

Requests are slow, refused and answered by nonsense, answers get lost, the feed breaks, the session ends. The generated client, shop.py, is
beside it.
"""

import json
import pathlib
import sys
import tempfile
import time
import urllib.request

from shop import Core, NoAnswer, OrderScreen, SignInScreen

UNTIL = sys.argv[2] if sys.argv[1] == "--until" else None
PROGRAM, SERVER, *OPTIONS = sys.argv[3:] if UNTIL else sys.argv[1:]
photo = None


def answer(question):
    if question.name == "notify":
        return "dismissed" if question.input.get("action") else "shown"
    if question.name == "confirm":
        return question.input["choices"][0]["name"]
    if question.name == "pickFile":
        return {"path": str(photo)}
    raise NoAnswer()


def control(path, *faults):
    data = json.dumps(faults).encode()
    urllib.request.urlopen(urllib.request.Request(SERVER + path, data=data, method="POST")).close()


def fault(kind, method, path, **more):
    control("/faults", {"method": method, "path": path, "kind": kind, **more})


def until(core, condition, what):
    """Waits for what comes by itself, such as the courier."""
    end = time.monotonic() + 60
    while not (result := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"The day ends here: {what} does not come.")
        core.request("ping")
        time.sleep(0.02)
    return result


def newest(core, screen):
    return next((found for found in reversed(core.screens) if isinstance(found, screen)), None)


def sign_in(core, name):
    screen = until(core, lambda: newest(core, SignInScreen), "the sign-in")
    screen.name_changed(name)
    screen.password_changed("1234")
    screen.sign_in_button_was_tapped()
    until(core, lambda: not screen.is_open, "the end of the sign-in")


def bad_day(core):
    fault("garble", "GET", "/products")
    catalog = core.open_catalog()
    until(core, lambda: catalog.state.message, "the failure")
    fault("slow", "GET", "/products")
    catalog.retry_button_was_tapped()
    until(core, lambda: len(catalog.state.products) == 12, "the products")

    product = core.open_product(1)
    until(core, lambda: product.state.name, "the product")
    product.add_button_was_tapped()
    till = core.open_till()
    # A guest signs in; then the answer is lost, and another try is refused.
    fault("lose", "POST", "/orders")
    till.pay_button_was_tapped()
    sign_in(core, "Ada")
    until(core, lambda: till.state.message, "the lost answer")
    assert "carries it out once only" in till.state.message, till.state.message
    fault("refuse", "POST", "/orders", status=503)
    till.pay_button_was_tapped()
    core.sync()
    assert till.state.message and till.state.basket.lines
    till.pay_button_was_tapped()
    order = until(core, lambda: newest(core, OrderScreen), "the order")
    control("/cut")
    until(core, lambda: order.state.stage == "delivered", "the courier")

    # The session ends while a message waits, whose first answer is lost.
    order.write_button_was_tapped()
    core.sync()
    conversation = core.screens[-1]
    fault("lose", "POST", "/orders/1/messages")
    conversation.text_changed("A cup is broken.")
    conversation.attach_button_was_tapped()
    until(core, lambda: conversation.state.photo == photo.name, "the photo")
    control("/expire")
    conversation.send_button_was_tapped()
    sign_in(core, "Ada")
    until(core, lambda: len(conversation.state.messages) == 2 and all(row.is_sent for row in conversation.state.messages), "the answer")
    assert [(row.author, row.photo) for row in conversation.state.messages] == [("Ada", photo.name), ("Kim", None)]

    # A second order of the same goods is another wish.
    product.add_button_was_tapped()
    till.pay_button_was_tapped()
    until(core, lambda: newest(core, OrderScreen) is not order, "the second order")
    orders = core.open_orders()
    until(core, lambda: orders.state.orders, "the orders")
    assert [row.title for row in orders.state.orders] == ["Order 2", "Order 1"], orders.state.orders
    print("Two orders, each paid once.")

    core.open_account().sign_out_button_was_tapped()
    until(core, lambda: not order.is_open, "the end of the account")
    assert not orders.state.orders and not till.state.basket.lines


def main():
    global photo
    options = ["--backend", SERVER] + OPTIONS
    with tempfile.TemporaryDirectory() as folder:
        photo = pathlib.Path(folder, "crack.png")
        photo.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(1_000_000))
        with Core([PROGRAM] + options, questions={name: answer for name in ["notify", "confirm", "pickFile"]}) as core:
            if UNTIL:
                conversation = core.open_conversation(3)
                until(core, lambda: UNTIL in [row.text for row in conversation.state.messages], "the answer")
                texts = [row.text for row in conversation.state.messages]
                assert len(texts) == 2, texts
            else:
                bad_day(core)


main()
