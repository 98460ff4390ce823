#ifndef LOOKUPS_H
#define LOOKUPS_H

#include <stdint.h>

/// How often this program has called the functions of Swift's runtime that look for types, conformances and witness tables.
uint64_t lookups_count(void);

/// Calls a function for each of the program's addresses that such a call was made from since the last time: its distance from
/// the program's first byte, the name of the runtime's function, and how many calls there were.
void lookups_take_callers(void (*report)(uintptr_t caller, const char *name, uint64_t count));

#endif
