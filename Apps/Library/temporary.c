/* Foundation asks mktemp for the name of a temporary file, which it opens with O_EXCL, and for another one if that is taken. So its names
   need not be free, only hard to guess. A linker warns of everything that refers to mktemp: `install` lets Foundation ask this instead. */
#include <string.h>
#include <unistd.h>

char *tributary_temporary_name(char *path) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
  unsigned char random[16];
  size_t at = strlen(path), used = 0;
  if (getentropy(random, sizeof random) != 0) {
    *path = 0; /* No file has an empty name. */
    return path;
  }
  while (at > 0 && used < sizeof random && path[at - 1] == 'X') path[--at] = letters[random[used++] % 32];
  return path;
}
