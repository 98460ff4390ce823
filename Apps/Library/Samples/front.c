// The counter, in C: opens it, taps twice, and prints each frame. Apps/Library/check builds and runs it.
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <tributary.h>

static int ending = -1;

static void on_frame(const char *frame, size_t count, void *context) {
  (void)context;
  fwrite(frame, 1, count, stdout);
}

static void on_end(int code, void *context) {
  (void)context;
  ending = code;
}

static int refused(void) {
  fprintf(stderr, "%s\n", tributary_last_error());
  return 1;
}

int main(int count, char **arguments) {
  tributary_core core = tributary_create(count > 1 ? arguments[1] : NULL, on_frame, on_end, NULL);
  if (!core) return refused();
  const char *session =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"screen/open\",\"params\":{\"screen\":\"counter\"}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"screen/send\",\"params\":"
    "{\"instance\":\"counter-1\",\"event\":{\"type\":\"nextButtonWasTapped\"}}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"shutdown\"}\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}\n";
  if (tributary_send(core, session, strlen(session)) != TRIBUTARY_OK) return refused();
  struct pollfd due = {.fd = tributary_descriptor(), .events = POLLIN};
  while (ending < 0 && poll(&due, 1, -1) > 0) {
    if (tributary_run_due() != TRIBUTARY_OK) return refused();
  }
  tributary_destroy(core);
  tributary_run_due();
  return ending;
}
