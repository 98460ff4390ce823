#include "CStandardIO.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

enum { most_descriptors = 64, most_threads = 64 };

static int lacks_descriptors(int count) {
  int opened[most_descriptors];
  int number = 0;
  // NB: pipes, not `/dev/null`, which a container may lack.
  while (number < count && number + 1 < most_descriptors && pipe(&opened[number]) == 0) number += 2;
  // An odd one may be left.
  if (number < count && number > 0 && (opened[number] = dup(opened[0])) >= 0) number++;
  int is_lacking = number < count;
  while (number > 0) close(opened[--number]);
  return is_lacking;
}

static int lacks_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return 1;
  munmap(memory, bytes);
  return 0;
}

static void *wait_for_lock(void *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

static int missing_threads_or_memory(int count, size_t bytes) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[most_threads];
  int number = 0;
  pthread_mutex_lock(&lock);
  while (number < count && number < most_threads && pthread_create(&threads[number], NULL, wait_for_lock, &lock) == 0) {
    number++;
  }
  int missing = number < count ? standard_io_missing_threads : standard_io_missing_nothing;
  // Beside the stacks of the threads.
  if (missing == standard_io_missing_nothing && lacks_memory(bytes)) missing = standard_io_missing_memory;
  pthread_mutex_unlock(&lock);
  while (number > 0) pthread_join(threads[--number], NULL);
  return missing;
}

int standard_io_missing_resource(int descriptors, int threads, size_t bytes) {
  if (lacks_descriptors(descriptors)) return standard_io_missing_descriptors;
  return missing_threads_or_memory(threads, bytes);
}

void standard_io_return_freed_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#elif defined(__APPLE__)
  malloc_zone_pressure_relief(NULL, 0);
#endif
}
