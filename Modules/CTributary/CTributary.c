// For `dladdr` and `RTLD_NOLOAD`.
#define _GNU_SOURCE

#include "tributary.h"
#include "support.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Thread_local char last_error[512];

void tributary_set_last_error(const char *text) {
  size_t count = strnlen(text, sizeof last_error - 1);
  // A text that is cut ends with a whole character.
  while (count > 0 && text[count] != 0 && ((unsigned char)text[count] & 0xC0) == 0x80) count -= 1;
  memcpy(last_error, text, count);
  last_error[count] = 0;
}

const char *tributary_last_error(void) { return last_error; }

int tributary_version(void) { return TRIBUTARY_VERSION_NUMBER; }

static pthread_t loading_thread;
static atomic_bool is_used;
static atomic_bool is_forked;

// NB: a child of `fork` has the queues of its parent, and none of the threads that run them.
static void note_fork(void) {
  if (atomic_load(&is_used)) atomic_store(&is_forked, true);
}

// NB: libdispatch gives the main queue to the thread that loads it, which is the one that loads this library.
__attribute__((constructor)) static void prepare(void) {
  loading_thread = pthread_self();
  pthread_atfork(NULL, NULL, note_fork);
  // NB: the threads of libdispatch run code of this library, and those of Swift's runtime never end. So the library stays
  // when a host closes it.
  Dl_info info;
  if (dladdr((const void *)prepare, &info) && info.dli_fname) {
    dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
}

int32_t tributary_use(void) {
  atomic_store(&is_used, true);
  if (!atomic_load(&is_forked)) return TRIBUTARY_OK;
  tributary_set_last_error("The process was forked after the library was used, and the core is in its parent.");
  return TRIBUTARY_FORKED;
}

bool tributary_is_loading_thread(void) { return pthread_equal(loading_thread, pthread_self()); }

#ifdef __linux__
#include <sys/eventfd.h>

// For event loops that run the main queue, as CoreFoundation's does.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

int tributary_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void tributary_run_main_queue(void) {
  eventfd_t count;
  // NB: before the queue runs, so that what arrives meanwhile wakes the host again. It does not wait: the queue's
  // descriptor is nonblocking.
  (void)eventfd_read(_dispatch_get_main_queue_handle_4CF(), &count);
  _dispatch_main_queue_callback_4CF(NULL);
}
#else
int tributary_main_queue_descriptor(void) { return -1; }

void tributary_run_main_queue(void) {}
#endif
