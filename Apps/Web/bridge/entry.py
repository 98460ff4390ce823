"""Who may use a bridge: a browser that has brought the code of a printed address, and has a cookie since then."""
import hashlib
import hmac
import secrets
import time

LIFETIME = 60  # seconds that a code is good for
KEPT = 365 * 86_400  # seconds that a browser keeps the cookie of a token that is kept in a file


class Entry:
    """
    What the pages of a bridge show to be let in. All of it follows from the token, which leaves the bridge nowhere: the label of a host
    that no other server has, and the value of the cookie. Cookies know no port, so the host is the bridge's own and the cookie's name
    has the port; both keep two bridges apart.
    """

    def __init__(self, token, is_kept=False, now=time.monotonic):
        self.token, self.is_kept, self.now, self.codes = token.encode(), is_kept, now, {}
        # NB: a user of this machine who knew the host could have a browser send the cookie to another port of it.
        self.label = f"t{self.derived('host')[:20]}"
        self.value = self.derived("cookie")

    def derived(self, purpose):
        return hmac.new(self.token, purpose.encode(), hashlib.sha256).hexdigest()

    def code(self):
        """A new code, good for a minute and for one use."""
        code = secrets.token_urlsafe(24)
        self.codes[code] = self.now() + LIFETIME
        return code

    def spend(self, code):
        """Whether a code is good. It is not any more afterwards."""
        self.codes = {known: end for known, end in self.codes.items() if self.now() < end}
        # NB: all are compared, so that the time says nothing of how much of a code was right.
        found = [known for known in self.codes if hmac.compare_digest(known.encode(), code.encode())]
        for known in found:
            del self.codes[known]
        return bool(found)

    @property
    def bearer(self):
        """What an assistant shows to be let in."""
        return self.derived("assistant")

    def bears(self, authorization):
        """Whether the header of an assistant has the token."""
        scheme, _, token = authorization.partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), self.bearer.encode())

    def cookie(self, port):
        """The header that gives a browser the cookie."""
        age = f"; Max-Age={KEPT}" if self.is_kept else ""
        return f"tributary-{port}={self.value}; Path=/; HttpOnly; SameSite=Strict{age}"

    def admits(self, cookies, port):
        """Whether a browser with these cookies may use the bridge."""
        named = [cookie.strip().partition("=") for cookie in cookies.split(";")]
        values = [value for name, _, value in named if name == f"tributary-{port}"]
        return any([hmac.compare_digest(value.encode(), self.value.encode()) for value in values])
