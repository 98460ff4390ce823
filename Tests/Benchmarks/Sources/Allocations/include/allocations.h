#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build can count allocations (glibc, no sanitizer).
bool allocations_are_counted(void);

/// How many times the calling thread has allocated so far.
uint64_t allocations_count(void);

#endif
