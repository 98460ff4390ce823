"""The files that a bridge serves: the page with its scripts and its style, the templates of an app, and a folder of one's own.

A page comes in few requests: its modules are one script, whose name has a hash of what is in it, so that a browser keeps it for ever; its
style stands in it. Everything is made again when a file has changed. The modules are there under their own names, too, for pages of one's own.
"""
import base64
import gzip
import hashlib
import html
import mimetypes
import pathlib
import re
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPT, STYLE, TEXT = "text/javascript; charset=utf-8", "text/css; charset=utf-8", "text/html; charset=utf-8"
POLICY = ("default-src 'none'; script-src 'self'; style-src {style}; connect-src 'self'; "
          "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
COMPRESSED = 1024  # bytes from which on a text is sent compressed

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?://.*|/\*(?:(?!\*/)[^\0])*\*/)\n", re.MULTILINE)
ENTRY = re.compile(r'<script type="module" src="/(\w+)\.js"></script>')
SHEET = re.compile(r'<link rel="stylesheet" href="/([\w.]+\.css)">')
HASHED = re.compile(r"/(\w+)\.[0-9a-f]{16}\.js")
TEMPLATE = re.compile(r"<template(?=[^>]*\s(?:for|data-part)=)")
WHOLE = re.compile(r"\s*(?:<!--.*?-->\s*)*<!doctype", re.IGNORECASE | re.DOTALL)


class Pages:
    """The files for the browsers of a bridge."""

    def __init__(self, folder=None, program=None, inspects=False):
        """`folder` has pages of one's own, which stand in for those of this front. `program` is the app's; None if it is not known yet."""
        self.folder, self.inspects = folder and folder.resolve(), inspects
        self.own = {path.name: path for path in [*ROOT.glob("page/*.js"), *ROOT.glob("page/*.css"), *ROOT.glob("page/*.html"), *ROOT.glob("store/*.js")]
                    if inspects or path.stem != "inspector"}
        name = program and app_name(program)
        self.of_front = [path for path in sorted(ROOT.glob("templates/*.html")) if name in (None, path.stem)]
        self.bundles = {}

    def find(self, path):
        """The file of an address: that of the folder, or that of this front."""
        name = urllib.parse.unquote(path).lstrip("/") or "index.html"
        if self.folder and "\0" not in name:
            found = (self.folder / name).resolve()
            is_hidden = any(part.startswith(".") for part in pathlib.PurePath(name).parts)
            # NB: the resolved path is compared, so neither `..` nor a link leads out of the folder.
            if not is_hidden and self.folder in found.parents and found.is_file():
                return found
        # NB: the address is compared as it came, so that what is encoded in it leads nowhere.
        return self.own.get(path.lstrip("/") or "index.html")

    def answer(self, path, encodings=""):
        """The body of a GET and its headers; None if there is no such file."""
        if hashed := HASHED.fullmatch(path):
            script = self.bundle(hashed[1])
            return self.packed(script, {"Content-Type": SCRIPT, **FOR_EVER}, encodings) if path == self.address(hashed[1], script) else None
        if not (found := self.find(path)):
            return None
        if found.suffix == ".html":
            text, policy = self.page(found)
            return self.packed(text.encode(), {"Content-Type": TEXT, "Content-Security-Policy": policy}, encodings)
        kind = "text/javascript" if found.suffix in (".js", ".mjs") else mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return self.packed(found.read_bytes(), {"Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind}, encodings)

    @staticmethod
    def packed(body, headers, encodings):
        """A text that is sent compressed where the browser takes that."""
        is_text = headers["Content-Type"].startswith("text/")
        if is_text and len(body) >= COMPRESSED and "gzip" in re.split(r"[,; ]+", encodings):
            return gzip.compress(body, 6, mtime=0), {**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return body, headers

    # Pages

    def page(self, file):
        """A page with its templates, its style and the name of its script, and the policy that lets its style in."""
        text, style = located(file.read_text(), file.name), ["'self'"]
        if file == self.own.get("index.html"):
            templates = "".join(located(text, name, app) for name, text, app in self.templates(is_whole=False))
            text = text.replace("</body>", templates + "</body>").replace("</head>", self.own_sheets() + "</head>")

        def sheet(match):
            if not (found := self.find(f"/{match[1]}")):
                return match[0]
            rules = COMMENT.sub("", found.read_text()) if found in self.own.values() else found.read_text()
            style.append(f"'sha256-{base64.b64encode(hashlib.sha256(rules.encode()).digest()).decode()}'")
            return f"<style>{rules}</style>"

        def script(match):
            found = self.own.get(f"{match[1]}.js")
            if not found or self.find(f"/{match[1]}.js") != found:
                return match[0]
            return f'<script type="module" src="{self.address(match[1], self.bundle(match[1]))}"></script>'

        return ENTRY.sub(script, SHEET.sub(sheet, text)), POLICY.format(style=" ".join(style))

    def templates(self, is_whole=None):
        """What has the templates of an app, as name, text and app: the HTML files of the folder, of which some are whole pages, or else those of this
        front, which are for one app."""
        texts = [(file.name, file.read_text("utf-8", "replace"), None) for file in (sorted(self.folder.glob("*.html")) if self.folder else [])]
        found = [part for part in texts if is_whole is None or bool(WHOLE.match(part[1])) == is_whole]
        return found or [(f"templates/{file.name}", file.read_text(), file.stem) for file in self.of_front]

    def own_sheets(self):
        """The style sheets of the folder, after that of this front."""
        names = sorted(file.name for file in self.folder.glob("*.css")) if self.folder else []
        return "".join(f'<link rel="stylesheet" href="/{name}">' for name in names if name not in self.own)

    # Scripts

    @staticmethod
    def address(name, script):
        return f"/{name}.{hashlib.sha256(script).hexdigest()[:16]}.js"

    def bundle(self, entry):
        """The modules of a page as one script: each is a function that returns what it exports, after those that it imports."""
        known = self.bundles.get(entry)
        if known and all(self.stamp(path) == stamp for path, stamp in known[1].items()):
            return known[0]
        parts, stamps = {}, {}
        self.add(entry, parts, stamps, ())
        script = "".join(parts.values()).encode()
        self.bundles[entry] = script, stamps
        return script

    @staticmethod
    def stamp(path):
        try:
            return path.stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def add(self, name, parts, stamps, above):
        """Adds a module to a script, and before it those that it imports."""
        if name in above:
            raise ValueError(f"modules import each other: {' '.join([*above, name])}")
        if name in parts:
            return
        found = self.find(f"/{name}.js")
        if not found:
            raise ValueError(f"{above[-1] if above else 'a page'} needs {name}.js, which is not there")
        text = COMMENT.sub("", found.read_text())
        for _, imported in IMPORT.findall(text):
            self.add(imported, parts, stamps, (*above, name))
        body = IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {variable(match[2])};\n", text)
        exports = ", ".join(EXPORT.findall(body))
        parts[name] = f"const {variable(name)} = (() => {{\n{EXPORT.sub('', body)}return {{ {exports} }};\n}})();\n"
        stamps[found] = self.stamp(found)


def variable(module):
    return "$" + module.replace(".", "_")


def pages_of(program):
    """The folder of pages that an app has beside its program: `shop.pages`, also where it is a resource of a Swift package. None if it has none."""
    place, name = pathlib.Path(program).resolve().parent, f"{app_name(program)}.pages"
    return next((found for found in (place / name, *sorted(place.glob(f"*.resources/{name}")), *sorted(place.glob(f"*.bundle/{name}"))) if found.is_dir()), None)


def app_name(program):
    """A program is called after its app and its front: `expenses-stdio` serves "expenses"."""
    return re.sub(r"-(stdio|console|server|core)$", "", pathlib.PurePath(program).name)


def located(text, source, app=None):
    """A page whose templates know their file, their line and their app, so that the browser's console names them."""
    def mark(match):
        line = text.count("\n", 0, match.start()) + 1
        owner = f' data-app="{html.escape(app)}"' if app else ""
        return f'<template data-source="{html.escape(source)}:{line}"{owner}'

    return TEMPLATE.sub(mark, text)
