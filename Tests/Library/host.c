// What a host may do with the library: host LIBRARY CASE, where each case needs a process of its own.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <tributary.h>
#include <unistd.h>

static const char ping[] = "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n";
static const char *path;
static void *library;
static int frames;

static __typeof__(tributary_create) *create;
static __typeof__(tributary_attach) *attach;
static __typeof__(tributary_send) *say;
static __typeof__(tributary_descriptor) *descriptor;
static __typeof__(tributary_run_due) *run_due;
static __typeof__(tributary_destroy) *destroy;
static __typeof__(tributary_last_error) *last_error;

#define REQUIRE(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "host.c:%d: %s (%s)\n", __LINE__, #condition, last_error ? last_error() : "no library"); \
      _exit(1); \
    } \
  } while (0)

static void on_frame(const char *frame, size_t count, void *context) {
  (void)frame, (void)count, (void)context;
  frames++;
}

static void open_library(void) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(1);
  }
  create = dlsym(library, "tributary_create");
  attach = dlsym(library, "tributary_attach");
  say = dlsym(library, "tributary_send");
  descriptor = dlsym(library, "tributary_descriptor");
  run_due = dlsym(library, "tributary_run_due");
  destroy = dlsym(library, "tributary_destroy");
  last_error = dlsym(library, "tributary_last_error");
}

static void run_until_frame(void) {
  struct pollfd due = {.fd = descriptor(), .events = POLLIN};
  REQUIRE(due.fd >= 0);
  frames = 0;
  while (!frames) {
    REQUIRE(poll(&due, 1, -1) > 0);
    REQUIRE(run_due() == TRIBUTARY_OK);
  }
}

/// Makes a core, asks it, and destroys it.
static void use(void) {
  tributary_core core = create(NULL, on_frame, NULL, NULL);
  REQUIRE(core);
  REQUIRE(say(core, ping, sizeof ping - 1) == TRIBUTARY_OK);
  run_until_frame();
  REQUIRE(destroy(core) == TRIBUTARY_OK);
}

static void close_library(void) { dlclose(library); }

static void unload(void) {
  for (int round = 0; round < 5; round++) {
    open_library();
    use();
    close_library();
    // The threads of Dispatch wake up some time after their last work.
    usleep(1000);
  }
}

static void unload_at_work(void) {
  open_library();
  tributary_core core = create("{\"latency\":1}", on_frame, NULL, NULL);
  const char *screen = "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"screen/open\",\"params\":{\"screen\":\"balance\"}}\n";
  REQUIRE(say(core, screen, strlen(screen)) == TRIBUTARY_OK);
  run_until_frame();
  REQUIRE(destroy(core) == TRIBUTARY_OK);
  close_library();
  usleep(20000);
}

static void *unload_on_thread(void *nothing) {
  unload();
  return nothing;
}

/// Runs a body in a child, which has five seconds.
static void in_child(void (*body)(void)) {
  pid_t child = fork();
  if (child == 0) {
    alarm(5);
    body();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "host.c: the child ended with %#x\n", status);
    _exit(1);
  }
}

static tributary_core shared;

static void expect_refusals(void) {
  REQUIRE(say(shared, ping, sizeof ping - 1) == TRIBUTARY_FORKED);
  REQUIRE(strstr(last_error(), "fork"));
  REQUIRE(run_due() == TRIBUTARY_FORKED);
  REQUIRE(destroy(shared) == TRIBUTARY_FORKED);
  REQUIRE(descriptor() == -1);
  REQUIRE(create(NULL, on_frame, NULL, NULL) == 0);
  REQUIRE(strstr(last_error(), "fork"));
  REQUIRE(attach(shared, NULL, on_frame, NULL, NULL) == 0);
  REQUIRE(strstr(last_error(), "fork"));
}

static void expect_refusals_in_grandchild(void) {
  expect_refusals();
  in_child(expect_refusals);
}

static void fork_before(void) {
  open_library();
  in_child(use);
  use();
}

static void fork_after(void) {
  open_library();
  shared = create(NULL, on_frame, NULL, NULL);
  in_child(expect_refusals_in_grandchild);
  REQUIRE(say(shared, ping, sizeof ping - 1) == TRIBUTARY_OK);
  run_until_frame();
  in_child(expect_refusals_in_grandchild);
  REQUIRE(destroy(shared) == TRIBUTARY_OK);
  in_child(expect_refusals);
  use();
}

static bool goes_on = true;

static void *send_much(void *nothing) {
  while (__atomic_load_n(&goes_on, __ATOMIC_ACQUIRE)) {
    say(shared, " ", 1);
    // Without a pause, what is due would never end.
    usleep(20);
  }
  return nothing;
}

/// Another thread may hold any lock of the library at the fork.
static void fork_at_work(void) {
  open_library();
  shared = create(NULL, on_frame, NULL, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, send_much, NULL);
  for (int round = 0; round < 50; round++) {
    in_child(expect_refusals);
    run_due();
  }
  __atomic_store_n(&goes_on, false, __ATOMIC_RELEASE);
  pthread_join(thread, NULL);
}

static void sizes(void) {
  open_library();
  tributary_core core = create(NULL, on_frame, NULL, NULL);
  size_t counts[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 2, (size_t)TRIBUTARY_SEND_LIMIT + 1};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    REQUIRE(say(core, ping, counts[i]) == TRIBUTARY_TOO_LARGE);
    REQUIRE(say(core, NULL, counts[i]) == TRIBUTARY_TOO_LARGE);
  }
  REQUIRE(say(core, ping, sizeof ping - 1) == TRIBUTARY_OK);
  run_until_frame();
  REQUIRE(create("{\"token\":\"\xff\"}", on_frame, NULL, NULL) == 0);
  REQUIRE(!strcmp(last_error(), "The options are not UTF-8."));
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  path = arguments[1];
  const char *name = arguments[2];
  pthread_t thread;
  if (!strcmp(name, "unload")) unload();
  else if (!strcmp(name, "unload-at-work")) unload_at_work();
  else if (!strcmp(name, "unload-on-thread")) {
    pthread_create(&thread, NULL, unload_on_thread, NULL);
    pthread_join(thread, NULL);
    usleep(20000);
  } else if (!strcmp(name, "fork-before")) fork_before();
  else if (!strcmp(name, "fork-after")) fork_after();
  else if (!strcmp(name, "fork-at-work")) fork_at_work();
  else if (!strcmp(name, "sizes")) sizes();
  else return 2;
  printf("ok %s\n", name);
}
