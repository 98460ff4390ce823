#include "CStandardIO.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// What the handlers use: the mode, the original settings, the actions in place of which they run, and a pipe. The handlers
// call what is safe in one (POSIX.1-2017, 2.4.3).
static _Atomic int current_mode = standard_io_mode_original;
static struct termios original;
static struct sigaction replaced[64];
static int ends[2] = {-1, -1};

static void write_sequence(const char *text) { (void)!write(1, text, strlen(text)); }

static void apply(int mode, int old_mode, int when) {
  struct termios settings = original;
  if (mode != standard_io_mode_original) settings.c_lflag &= ~(tcflag_t)ECHO;
  if (mode == standard_io_mode_editing) {
    settings.c_lflag &= ~(tcflag_t)(ICANON | IEXTEN);
    settings.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    cc_t disabled = (cc_t)fpathconf(0, _PC_VDISABLE);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    settings.c_cc[VINTR] = disabled;
    settings.c_cc[VSUSP] = disabled;
  }
  tcsetattr(0, when, &settings);
  if (mode == standard_io_mode_editing) write_sequence("\033[?2004h");
  if (old_mode == standard_io_mode_editing) write_sequence("\033[?2004l");
}

void standard_io_set_terminal_mode(int mode) {
  int old_mode = atomic_exchange(&current_mode, mode);
  if (mode == old_mode) return;
  if (old_mode == standard_io_mode_original) tcgetattr(0, &original);
  apply(mode, old_mode, TCSADRAIN);
}

/// Restores the original mode in a handler, and returns whether it was another one. The mode to come back to stays the same.
static int restore(void) {
  int mode = atomic_load(&current_mode);
  if (mode != standard_io_mode_original) apply(standard_io_mode_original, mode, TCSANOW);
  return mode != standard_io_mode_original;
}

static void resume(void) {
  int mode = atomic_load(&current_mode);
  if (mode != standard_io_mode_original) apply(mode, standard_io_mode_original, TCSANOW);
}

static void notify(void) {
  int error = errno;
  if (ends[1] >= 0) (void)!write(ends[1], "!", 1);
  errno = error;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void handle_end(int number) {
  if (restore()) write_sequence("\r\n");
  sigaction(number, &replaced[number], NULL);
  raise(number);
}

/// Stops the process by the signal's own action.
static void handle_stop(int number) {
  restore();
  signal(number, SIG_DFL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  // The process was stopped, and goes on.
  handle(number, handle_stop);
  resume();
}

static void handle_continuation(int number) {
  (void)number;
  resume();
  notify();
}

static void handle_size(int number) {
  (void)number;
  notify();
}

static void restore_at_exit(void) { standard_io_set_terminal_mode(standard_io_mode_original); }

void standard_io_restore_terminal_on_signals(void) {
  tcgetattr(0, &original);
  atexit(restore_at_exit);
  // A stack for the handlers, because a stack that is full is one of the crashes.
  static char memory[1 << 16];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
  for (size_t index = 0; index < sizeof ending / sizeof *ending; index++) {
    int number = ending[index];
    sigaction(number, NULL, &replaced[number]);
    // A signal that is ignored, as under `nohup`, stays ignored.
    if (replaced[number].sa_handler != SIG_IGN) handle(number, handle_end);
  }
  handle(SIGTSTP, handle_stop);
  handle(SIGCONT, handle_continuation);
}

int standard_io_let_background_reads_stop(void) {
  sigset_t signals, blocked;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTTIN);
  return pthread_sigmask(SIG_UNBLOCK, &signals, &blocked) == 0 && sigismember(&blocked, SIGTTIN) == 1;
}

int standard_io_watch_terminal(void) {
  if (ends[0] >= 0) return ends[0];
  int made[2];
  if (pipe(made) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    fcntl(made[end], F_SETFD, FD_CLOEXEC);
    fcntl(made[end], F_SETFL, O_NONBLOCK);
  }
  ends[0] = made[0];
  ends[1] = made[1];
  handle(SIGWINCH, handle_size);
  return ends[0];
}
