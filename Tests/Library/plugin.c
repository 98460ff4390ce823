/* A host that loads the installed library as plug-ins are loaded, in two copies, each with the core of its own: plugin ONE TWO.
   Each copy has a runtime of its own, and so a queue of its own. */
#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <tributary.h>

static const char open_counter[] =
    "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"screen/open\",\"params\":{\"screen\":\"counter\"}}\n";
static int frames[2];

static void on_frame(const char *frame, size_t count, void *context) {
  if (count > 0 && strstr(frame, "counter-1") != NULL) ++*(int *)context;
}

typedef struct {
  tributary_core (*create)(const char *, tributary_on_frame, tributary_on_end, void *);
  int (*send)(tributary_core, const char *, size_t);
  int (*descriptor)(void);
  int (*run_due)(void);
  int (*destroy)(tributary_core);
  int (*version)(void);
} functions;

/* A pointer to a function out of one to data, as POSIX has it. */
#define LOAD(library, into, name) (*(void **)&(into) = dlsym(library, name)) != NULL

static int load(const char *path, functions *loaded) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 0;
  }
  return LOAD(library, loaded->create, "tributary_create") && LOAD(library, loaded->send, "tributary_send")
      && LOAD(library, loaded->descriptor, "tributary_descriptor") && LOAD(library, loaded->run_due, "tributary_run_due")
      && LOAD(library, loaded->destroy, "tributary_destroy") && LOAD(library, loaded->version, "tributary_version");
}

int main(int argc, char **argv) {
  functions loaded[2];
  tributary_core cores[2];
  struct pollfd due[2];
  int index;
  if (argc != 3) return 2;
  for (index = 0; index < 2; index += 1) {
    if (!load(argv[index + 1], &loaded[index])) return 1;
    if (loaded[index].version() != TRIBUTARY_VERSION_NUMBER) return 1;
    cores[index] = loaded[index].create("{\"seed\":7}", on_frame, NULL, &frames[index]);
    if (cores[index] == 0) return 1;
    if (loaded[index].send(cores[index], open_counter, strlen(open_counter)) != TRIBUTARY_OK) return 1;
    due[index].fd = loaded[index].descriptor();
    due[index].events = POLLIN;
  }
  while (frames[0] == 0 || frames[1] == 0) {
    if (poll(due, 2, 10000) <= 0) return 1;
    for (index = 0; index < 2; index += 1) {
      if (due[index].revents != 0) loaded[index].run_due();
    }
  }
  for (index = 0; index < 2; index += 1) {
    if (loaded[index].destroy(cores[index]) != TRIBUTARY_OK) return 1;
  }
  printf("plugin.c: two copies of the library in one process\n");
  return 0;
}
