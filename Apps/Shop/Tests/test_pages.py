"""The pages of the shop in Chromium: buying by keyboard alone, its pictures, German, and axe at three widths.

    Apps/Shop/Tests/test_pages.py [PROGRAM [--pictures FOLDER]]

PROGRAM is shop-stdio. With --pictures it makes those of the guide, and tests nothing.
"""
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

SHOP = pathlib.Path(__file__).resolve().parent.parent
ROOT = SHOP.parent.parent
sys.path.insert(0, str(ROOT / "Tests/Web"))
import app_pages  # noqa: E402
import bridge  # noqa: E402
import browser  # noqa: E402
from app_pages import OPTIONS, SIGN_IN, WIDTHS, shown  # noqa: E402

PAGES = SHOP / "Sources/Shop/shop.pages"
PICTURES = "[...document.querySelectorAll('.products img')].filter(image => image.naturalWidth).length >= 4"


class Customer(app_pages.Person):
    """Somebody at a page of the shop who has no mouse."""
    arrow = "ArrowRight"

    def choose(self):
        self.page.wait(PICTURES)
        self.press("[data-kind=catalog] [part=row] a")
        self.page.wait("document.querySelector('.big img')?.naturalWidth > 0")
        self.press("[data-event=addButtonWasTapped]")
        self.page.wait(shown("product", "[part=row]"))
        self.press("[data-kind=product] [data-row-event=basketMoreButtonWasTapped]")
        self.page.wait("document.querySelector('[data-kind=product] .total strong').innerText.includes('68')")

    def to_the_till(self):
        self.press("[data-event=payButtonWasTapped]")
        self.page.wait(shown("till", "[part=row] img"))

    def pay(self):
        self.press("[data-kind=till] [data-event=payButtonWasTapped]")
        self.page.wait(f"document.activeElement.matches('{SIGN_IN} [data-event=nameChanged]')")

    def sign_in(self):
        self.page.type("Ada")
        self.go(f"{SIGN_IN} [data-event=passwordChanged]")
        self.page.type("1234")
        self.page.press("Enter")
        self.page.wait(f"{shown('order', '[part=row]')} && {shown('order', '.trip')}")

    def order(self):
        """Chooses as a guest, pays, and signs in."""
        self.choose()
        self.to_the_till()
        self.pay()
        self.sign_in()

    def write(self):
        self.press("[data-event=writeButtonWasTapped]")
        self.page.wait(shown("conversation"))
        self.go("[data-kind=conversation] [data-event=textChanged]")
        self.page.type("Please ring twice.")
        self.page.press("Enter")
        self.page.wait("document.querySelectorAll('.bubble').length === 2")


class PagesTests(app_pages.AppTest):
    def look(self, page, state):
        super().look(page, state)
        page.resize(320, 256)
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('#tabs')).position"), "static")
        page.resize(*WIDTHS[0])

    def test_the_pages_fit_the_app_and_are_short(self):
        done = subprocess.run([sys.executable, str(ROOT / "Apps/Web/bridge/bridge.py"), self.program, "--check-pages"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "Every name of the templates is in the app.\n"))
        self.assertLessEqual(sum(len(file.read_text().splitlines()) for file in PAGES.iterdir()), 300)

    def test_a_console_finds_them_beside_itself(self):
        console = subprocess.Popen([self.program.replace("-stdio", "-console"), "--web"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(console.communicate)
        address = next(line for line in console.stdout if line.startswith("http://")).partition("#")[0]
        host = address.split("/")[2]
        request = urllib.request.Request(f"http://127.0.0.1:{host.rpartition(':')[2]}/", headers={"Host": host})
        with urllib.request.urlopen(request) as reply:
            self.assertIn('for="catalog"', reply.read().decode())

    def test_buying_by_keyboard_alone(self):
        page = self.open()
        customer = Customer(page)
        page.wait(PICTURES)
        self.look(page, "the catalogue")
        customer.choose()
        self.look(page, "a product")
        customer.to_the_till()
        self.look(page, "the till")
        customer.pay()
        self.look(page, "the sign-in")
        page.evaluate(f"document.querySelector('{SIGN_IN} [data-event=nameChanged]').focus()")
        customer.sign_in()
        self.assertEqual(page.evaluate("document.title"), "Order 1 – Kitchen & Table")
        self.look(page, "an order")
        customer.write()
        self.look(page, "the conversation")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.bubble')].map(bubble => 'own' in bubble.dataset)"), [True, False])
        self.assertEqual(page.complaints, [])

    def test_the_order_stays_in_sight_however_late_the_browser_goes_back_from_the_sign_in(self):
        page = self.open()
        customer = Customer(page)
        customer.choose()
        customer.to_the_till()
        customer.pay()
        page.evaluate("window.wentBack = 0; const back = history.back.bind(history); history.back = () => setTimeout(back, 500); addEventListener('popstate', () => { wentBack += 1; }); undefined")
        customer.sign_in()
        page.wait("wentBack > 0 && document.title.startsWith('Order 1')")
        self.assertTrue(page.evaluate(f"{shown('order', '.trip')} && location.hash === '#/orders/1' && document.activeElement.closest('[data-kind=order]') !== null"))
        page.evaluate("history.back()")
        page.wait(f"{shown('till')} && !document.querySelector('[data-kind=order]')")
        self.assertEqual(page.complaints, [])

    def test_a_photo_of_what_is_damaged_is_dropped_where_it_is_asked_for(self):
        page = self.open()
        customer = Customer(page)
        customer.order()
        customer.press("[data-event=writeButtonWasTapped]")
        page.wait(shown("conversation"))
        page.evaluate("""(card => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47])], "broken.png", { type: "image/png" }));
            card.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        })(document.querySelector('[data-kind=conversation]'))""")
        page.wait("document.querySelector('.composer').innerText.includes('broken.png') && document.querySelector('.giving').hidden")
        self.assertIsNone(page.evaluate("document.querySelector('dialog')"))
        customer.press("[data-kind=conversation] [data-event=sendButtonWasTapped]")
        page.wait("document.querySelector('.bubble')?.innerText.includes('broken.png')")
        self.assertEqual(page.complaints, [])

    def test_the_total_stands_below_its_goods_and_what_is_empty_is_said_once(self):
        page = self.open("--language", "de")
        page.wait(f"{PICTURES} && document.querySelector('.products .name').innerText === 'Teekanne'")
        page.resize(320, 640)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320, "the longer words of German")
        page.resize(*WIDTHS[0])
        page.evaluate("document.querySelectorAll('#tabs button')[1].click()")
        page.wait(shown("till", "[part=empty]"))
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=till]').innerText").count("Der Korb ist leer."), 1)
        page.evaluate("document.querySelectorAll('#tabs button')[0].click()")
        Customer(page).choose()
        places = page.evaluate("""['[data-kind=product] [part=rows]', '[data-kind=product] .total', '[data-kind=product] [data-event=payButtonWasTapped]']
            .map(selector => document.querySelector(selector).getBoundingClientRect().top)""")
        self.assertEqual(places, sorted(places))
        self.assertEqual(page.complaints, [])


    def test_a_guest_may_look_at_everything(self):
        page = self.open()
        page.wait(PICTURES)
        for tab, kind in ((2, "orders"), (3, "account")):
            page.evaluate(f"document.querySelectorAll('#tabs button')[{tab}].click()")
            page.wait(f"{shown(kind, '[data-event=signInButtonWasTapped]')} && !document.querySelector('{SIGN_IN}')")
        page.evaluate("document.querySelectorAll('#tabs button')[2].click()")
        page.click("[data-kind=orders] [data-event=signInButtonWasTapped]")
        page.wait(shown("signIn"))
        self.look(page, "a sign-in in front")
        self.assertFalse(page.evaluate("document.querySelector('#tabs').checkVisibility()"), "no way to a tab that shows the sign-in as well")
        page.click(f"{SIGN_IN} .close")
        page.wait(f"!document.querySelector('{SIGN_IN}') && document.querySelector('#tabs').checkVisibility()")

    def test_a_full_basket_has_its_total_and_its_button_in_sight(self):
        page = self.open()
        page.wait(PICTURES)
        page.evaluate("document.querySelectorAll('#tabs button')[1].click()")
        page.wait(shown("till", "[part=empty]"))
        self.assertFalse(page.evaluate(shown("till", "[data-event=payButtonWasTapped]")), "there is nothing to pay")
        page.evaluate("document.querySelectorAll('#tabs button')[0].click()")
        for number in range(1, 9):
            page.evaluate(f"location.hash = '#/products/{number}'")
            add = "[...document.querySelectorAll('[data-event=addButtonWasTapped]')].find(button => button.checkVisibility())"
            page.wait(f"document.querySelectorAll('[data-kind=product]').length === {number} && {add}")
            page.evaluate(f"{add}.click()")
            page.wait(f"document.querySelectorAll('#tabs button')[1].innerText.includes('{number}')")
        page.evaluate("document.querySelectorAll('#tabs button')[1].click()")
        page.wait("document.querySelectorAll('[data-kind=till] [part=row]').length === 8")
        for width, height in WIDTHS:
            page.resize(width, height)
            page.wait(f"innerHeight === {height} && ['.total', '[data-event=payButtonWasTapped]'].every(name => document.querySelector('[data-kind=till] ' + name).getBoundingClientRect().bottom <= innerHeight)", f"at {width}")
        self.assertEqual(page.complaints, [])

    def test_the_conversation_shows_its_end_and_what_one_writes_in(self):
        page = self.open()
        customer = Customer(page)
        customer.order()
        customer.write()
        for text in ("See https://example.org/bell.", *(f"Message {number}" for number in range(8))):
            page.type(text)
            page.press("Enter")
            page.wait("document.activeElement.value === ''")
        page.wait("[...document.querySelectorAll('.bubble')].length === 20 && !document.querySelector('.bubble [data-event]:not([hidden])')")
        self.assertEqual(page.evaluate("document.querySelector('.bubble a').href"), "https://example.org/bell")
        self.assertEqual(page.evaluate("document.querySelectorAll('.messages-of-courier .section').length"), 1, "a line for the day")
        for width, height in (*WIDTHS, (390, 500), (390, 844)):
            page.resize(width, height)
            page.wait(f"""innerHeight === {height} && (rows => rows.scrollTop > 0 && rows.scrollHeight - rows.scrollTop - rows.clientHeight < 2)(document.querySelector('.messages-of-courier [part=rows]'))""", f"the newest at {width} x {height}")
            # NB: the composer comes into sight by the focus that is in it.
            page.evaluate("document.activeElement.scrollIntoView({ block: 'nearest' })")
            self.assertLessEqual(page.evaluate("document.activeElement.getBoundingClientRect().bottom"), height)
        self.assertGreaterEqual(page.evaluate("""(rows => [...rows.querySelectorAll('.row')].filter(row => {
            const { top, bottom } = row.getBoundingClientRect(), list = rows.getBoundingClientRect();
            return top >= list.top - 1 && bottom <= list.bottom + 1;
        }).length)(document.querySelector('.messages-of-courier [part=rows]'))"""), 6, "on a telephone")
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=conversation] h2').innerText"), "Order 1")
        self.assertEqual(page.complaints, [])

    def test_the_view_of_the_description_has_the_same_order(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        page = self.open("--pages", folder.name)
        page.wait("document.querySelector('.row-link')")
        page.evaluate("document.querySelector('.row-link').click()")
        page.wait("document.querySelector('[data-kind=product] [data-field=picture] img')?.naturalWidth > 0")
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=product]').innerText.match(/Teapot|Picture/g)"), ["Teapot"], "a heading once, and no label beside a picture")
        page.evaluate("document.querySelector('[data-event=addButtonWasTapped]').click()")
        page.wait("document.querySelector('[data-kind=product] [data-list=basketLines] .row-title')")
        page.evaluate("document.querySelectorAll('#tabs button')[1].click()")
        page.wait(shown("till", "[data-event=payButtonWasTapped]"))
        places = page.evaluate("""['[data-list=basketLines]', '[data-field=basketTotal]', '[data-event=payButtonWasTapped]']
            .map(selector => document.querySelector(`[data-kind=till] ${selector}`).getBoundingClientRect().top)""")
        self.assertEqual(places, sorted(places), "the total below its goods")
        self.assertEqual(page.complaints, [])


def pictures(program, folder):
    """The shop at two widths, light and dark, in two languages."""
    chromium = browser.Browser(browser.find())
    for width, height, scheme, language, names in (
            (1280, 900, "light", "en", ("catalog", "product")), (390, 844, "dark", "de", ("catalog", "product", "till", "order", "conversation")),
            (1280, 900, "dark", "de", ("product", "order")), (390, 844, "light", "en", ("catalog", "product", "conversation"))):
        with bridge.Bridge(*OPTIONS, "--language", language, core=program, plain=True) as started:
            page = chromium.page(started.page(), width, height)
            customer = Customer(page)
            page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

            def take(name):
                if name not in names:
                    return
                page.evaluate("document.activeElement.blur(), scrollTo(0, 0), document.fonts.ready.then(() => new Promise(done => setTimeout(done, 300)))")
                page.screenshot(pathlib.Path(folder, f"shop-{name}-{width}-{scheme}-{language}.webp"), whole=False, format="webp", quality=60)

            page.wait(PICTURES)
            take("catalog")
            customer.choose()
            take("product")
            customer.to_the_till()
            take("till")
            customer.pay()
            customer.sign_in()
            take("order")
            customer.write()
            take("conversation")
            page.close()
    chromium.close()


if __name__ == "__main__":
    if "--pictures" in sys.argv:
        pictures(sys.argv[1] if not sys.argv[1].startswith("-") else str(ROOT / ".build/debug/shop-stdio"), sys.argv[sys.argv.index("--pictures") + 1])
    else:
        app_pages.main(PagesTests, str(ROOT / ".build/debug/shop-stdio"))
