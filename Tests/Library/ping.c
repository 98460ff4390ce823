// How long a ping takes through the library, and over the pipes of a program: ping PROGRAM
// NB: the figure of the pipes jumps between 6 and 55 us from run to run, so nothing is asserted.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tributary.h>
#include <unistd.h>

enum { COUNT = 5000 };

static const char ping[] = "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n";
static int frames;
static double times[COUNT];

static void on_frame(const char *frame, size_t count, void *context) {
  (void)frame, (void)count, (void)context;
  frames++;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int order(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double median(void) {
  qsort(times, COUNT, sizeof *times, order);
  return times[COUNT / 2];
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  tributary_core core = tributary_create(NULL, on_frame, NULL, NULL);
  struct pollfd due = {.fd = tributary_descriptor(), .events = POLLIN};
  for (int i = 0; i < COUNT; i++) {
    frames = 0;
    double start = now();
    tributary_send(core, ping, sizeof ping - 1);
    while (!frames && poll(&due, 1, -1) > 0) tributary_run_due();
    times[i] = now() - start;
  }
  double library = median();

  int input[2], output[2];
  if (pipe(input) || pipe(output)) return 2;
  if (!fork()) {
    dup2(input[0], 0);
    dup2(output[1], 1);
    close(input[1]);
    close(output[0]);
    execl(arguments[1], arguments[1], (char *)NULL);
    _exit(127);
  }
  char reply[256];
  for (int i = 0; i < COUNT; i++) {
    double start = now();
    if (write(input[1], ping, sizeof ping - 1) < 0 || read(output[0], reply, sizeof reply) <= 0) return 2;
    times[i] = now() - start;
  }
  double pipes = median();
  printf("a ping: %.1f us through the library, %.1f us over pipes (%.2f)\n", library, pipes, library / pipes);
  return 0;
}
