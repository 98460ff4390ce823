// Ends the process that it is loaded into at an operation on a folder: LD_PRELOAD, with these variables.
//
// KILL_FOLDER  the folder, without links in its path
// KILL_AT      the number of the point at which the process ends, counted from 1 over all threads; 0 for none
// KILL_LOG     a file that gets a line for each point
//
// A point is before each call that changes a file or a folder, and in the middle of each write.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *folder;
static size_t length;
static unsigned long number;
static int report = -1;
static atomic_ulong count;

__attribute__((constructor)) static void begin(void) {
  folder = getenv("KILL_FOLDER");
  if (folder == NULL) return;
  length = strlen(folder);
  const char *at = getenv("KILL_AT");
  number = at == NULL ? 0 : strtoul(at, NULL, 10);
  const char *path = getenv("KILL_LOG");
  if (path != NULL) report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_inside(const char *path) {
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0 || path[length] == ' ');
}

// The path of a descriptor, or of a name beside one; false if it is not in the folder.
static int find(int descriptor, const char *name, char path[PATH_MAX]) {
  if (folder == NULL) return 0;
  if (name != NULL && name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name);
    return is_inside(path);
  }
  char link[64];
  if (descriptor == AT_FDCWD) {
    snprintf(link, sizeof link, "/proc/self/cwd");
  } else {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  }
  ssize_t size = readlink(link, path, PATH_MAX - NAME_MAX - 2);
  if (size < 0) return 0;
  path[size] = 0;
  if (name != NULL) snprintf(path + size, PATH_MAX - (size_t)size, "/%s", name);
  return is_inside(path);
}

static int is_point(const char *call, const char *path) {
  unsigned long now = atomic_fetch_add(&count, 1) + 1;
  if (report >= 0) {
    char line[PATH_MAX + 64];
    int size = snprintf(line, sizeof line, "%lu %s %s\n", now, call, path + length);
    syscall(SYS_write, report, line, size);
  }
  return now == number;
}

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void before(const char *call, int descriptor, const char *name) {
  char path[PATH_MAX];
  if (find(descriptor, name, path) && is_point(call, path)) end();
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENS(name)                                                    \
  int name(const char *path, int flags, ...) {                         \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                      \
    if (flags & (O_CREAT | O_TRUNC)) before("open", AT_FDCWD, path);   \
    return NEXT(name)(path, flags, mode);                              \
  }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                 \
  int name(int at, const char *path, int flags, ...) {                 \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                      \
    if (flags & (O_CREAT | O_TRUNC)) before("open", at, path);         \
    return NEXT(name)(at, path, flags, mode);                          \
  }
OPENS_AT(openat)
OPENS_AT(openat64)

ssize_t write(int descriptor, const void *bytes, size_t size) {
  char path[PATH_MAX];
  if (find(descriptor, NULL, path)) {
    if (is_point("write", path)) end();
    if (is_point("half a write", path)) {
      NEXT(write)(descriptor, bytes, size / 2);
      end();
    }
  }
  return NEXT(write)(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  before("pwrite", descriptor, NULL);
  return NEXT(pwrite)(descriptor, bytes, size, offset);
}

int rename(const char *old, const char *new) {
  before("rename", AT_FDCWD, old);
  return NEXT(rename)(old, new);
}

int renameat(int from, const char *old, int to, const char *new) {
  before("rename", from, old);
  return NEXT(renameat)(from, old, to, new);
}

int unlink(const char *path) {
  before("unlink", AT_FDCWD, path);
  return NEXT(unlink)(path);
}

int unlinkat(int at, const char *path, int flags) {
  before("unlink", at, path);
  return NEXT(unlinkat)(at, path, flags);
}

int rmdir(const char *path) {
  before("rmdir", AT_FDCWD, path);
  return NEXT(rmdir)(path);
}

int mkdir(const char *path, mode_t mode) {
  before("mkdir", AT_FDCWD, path);
  return NEXT(mkdir)(path, mode);
}

int mkdirat(int at, const char *path, mode_t mode) {
  before("mkdir", at, path);
  return NEXT(mkdirat)(at, path, mode);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  before("link", from, old);
  return NEXT(linkat)(from, old, to, new, flags);
}

int fsync(int descriptor) {
  before("fsync", descriptor, NULL);
  return NEXT(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  before("fdatasync", descriptor, NULL);
  return NEXT(fdatasync)(descriptor);
}

int ftruncate(int descriptor, off_t size) {
  before("ftruncate", descriptor, NULL);
  return NEXT(ftruncate)(descriptor, size);
}
