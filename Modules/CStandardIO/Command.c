#include "CStandardIO.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// What Control-C and Control-\ did before a command had the terminal.
static struct sigaction interrupt, quit;

int standard_io_start_command(const char *command, int *input) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  // The command's end is its standard input, and it must not hold the other one.
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGQUIT);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  // The keys of signals are the command's, as long as it runs.
  struct sigaction ignored = {.sa_handler = SIG_IGN};
  sigaction(SIGINT, &ignored, &interrupt);
  sigaction(SIGQUIT, &ignored, &quit);
  pid_t process = -1;
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  int problem = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[0]);
  if (problem != 0) {
    close(ends[1]);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    return -1;
  }
  *input = ends[1];
  return process;
}

int standard_io_wait_for_command(int process) {
  int code = standard_io_wait_for_program(process);
  sigaction(SIGINT, &interrupt, NULL);
  sigaction(SIGQUIT, &quit, NULL);
  return code;
}

int standard_io_start_program(char *const *arguments, int *input, int *output) {
  int to[2], from[2];
  if (pipe(to) != 0) return -1;
  if (pipe(from) != 0) {
    close(to[0]);
    close(to[1]);
    return -1;
  }
  for (int end = 0; end < 2; end++) {
    fcntl(to[end], F_SETFD, FD_CLOEXEC);
    fcntl(from[end], F_SETFD, FD_CLOEXEC);
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  posix_spawn_file_actions_adddup2(&actions, from[1], 2);
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  int problem = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(to[0]);
  close(from[1]);
  if (problem != 0) {
    close(to[1]);
    close(from[0]);
    return -1;
  }
  *input = to[1];
  *output = from[0];
  return process;
}

int standard_io_wait_for_program(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
