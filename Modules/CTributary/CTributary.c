#include "tributary.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>

static _Thread_local char last_error[512];

void tributary_set_last_error(const char *text) { snprintf(last_error, sizeof last_error, "%s", text); }

const char *tributary_last_error(void) { return last_error; }

static pthread_t loading_thread;

// NB: libdispatch gives the main queue to the thread that loads it, which is the one that loads this library.
__attribute__((constructor)) static void remember_loading_thread(void) { loading_thread = pthread_self(); }

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
