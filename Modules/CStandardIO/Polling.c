#include "CStandardIO.h"

#if defined(__linux__)
#include <sys/epoll.h>

enum { most_events = 64 };

int standard_io_make_poller(void) { return epoll_create1(EPOLL_CLOEXEC); }

int standard_io_add_polled(int poller, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = descriptor};
  // It is known from the second time on, until it is closed.
  return epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event) == 0 ||
         epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

int standard_io_wait_for_polled(int poller, int *descriptors, int count) {
  struct epoll_event events[most_events];
  int number = epoll_wait(poller, events, count < most_events ? count : most_events, -1);
  for (int index = 0; index < number; index++) descriptors[index] = events[index].data.fd;
  return number;
}
#endif
