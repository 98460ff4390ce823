#include "CStandardIO.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// What the handlers use. It is set before they are installed, and they call what is safe in one (POSIX.1-2017, 2.4.3).
static int ends[2] = {-1, -1};
static unsigned timeout;
static int timeout_exit_code;
static char words[256];

static void handle_timeout(int number) {
  (void)number;
  struct pollfd error = {.fd = 2, .events = POLLOUT};
  if (poll(&error, 1, 0) == 1 && (error.revents & POLLOUT)) (void)!write(2, words, strlen(words));
  _exit(timeout_exit_code);
}

static void handle_termination(int number) {
  (void)number;
  int error = errno;
  // NB: the timer first. After the byte another thread may stop it before it has begun.
  alarm(timeout);
  (void)!write(ends[1], "!", 1);
  errno = error;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

int standard_io_watch_termination(unsigned seconds, int exit_code, const char *last_words) {
  if (ends[0] >= 0) return ends[0];
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
  }
  timeout = seconds;
  timeout_exit_code = exit_code;
  snprintf(words, sizeof words, "%s", last_words);
  // NB: the process may have started with these signals blocked.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGALRM);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  handle(SIGALRM, handle_timeout);
  handle(SIGTERM, handle_termination);
  handle(SIGINT, handle_termination);
  handle(SIGHUP, handle_termination);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  return ends[0];
}

void standard_io_read_termination(int pipe_end) {
  char bytes[64];
  while (read(pipe_end, bytes, sizeof bytes) > 0) {}
}

void standard_io_stop_termination_timer(void) { alarm(0); }
