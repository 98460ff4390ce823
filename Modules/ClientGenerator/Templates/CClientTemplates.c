#include "CClientTemplates.h"

// NB: SwiftPM's `.embedInCode` writes an array of bytes in Swift, which takes 40 seconds to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char python[] = {
#embed "client.py" suffix(, 0)
};
static const char typescript[] = {
#embed "client.ts" suffix(, 0)
};
static const char swift[] = {
#embed "client.swift.template" suffix(, 0)
};

const char *client_template_python(void) { return python; }
const char *client_template_typescript(void) { return typescript; }
const char *client_template_swift(void) { return swift; }
