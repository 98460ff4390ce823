#define _GNU_SOURCE
#include "lookups.h"

#include <dlfcn.h>
#include <stddef.h>

// Code that is specialised knows its types when it is compiled, and calls none of these for a value. The program's own calls lead
// here and then to Swift's runtime; hidden, so that those which the runtime makes itself are not counted.

/// Where a call came from.
static struct {
  uintptr_t caller;
  const char *name;
  uint64_t count;
} callers[64];
static uint64_t count;

uint64_t lookups_count(void) { return count; }

static void note(const char *name, void *caller) {
  count++;
  for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
    if (callers[i].count > 0 && callers[i].caller != (uintptr_t)caller) continue;
    callers[i].caller = (uintptr_t)caller;
    callers[i].name = name;
    callers[i].count++;
    return;
  }
}

void lookups_take_callers(void (*report)(uintptr_t caller, const char *name, uint64_t count)) {
  Dl_info program;
  uintptr_t start = dladdr((void *)lookups_count, &program) ? (uintptr_t)program.dli_fbase : 0;
  for (size_t i = 0; i < sizeof callers / sizeof *callers; i++) {
    if (callers[i].count > 0) report(callers[i].caller - start, callers[i].name, callers[i].count);
    callers[i].count = 0;
  }
}

// All take words and return at most two, in the registers that both of Swift's conventions and C's use for them.
struct words {
  void *first, *second;
};
typedef __attribute__((swiftcall)) struct words function(void *, void *, void *, void *, void *, void *);

#define COUNTED(name, level)                                                                                   \
  __attribute__((swiftcall, visibility("hidden"))) struct words name(                                          \
      void *a, void *b, void *c, void *d, void *e, void *f) {                                                   \
    static function *next;                                                                                     \
    if (next == NULL) next = (function *)dlsym(RTLD_NEXT, #name);                                              \
    note(#name, __builtin_return_address(level));                                                                  \
    return next(a, b, c, d, e, f);                                                                             \
  }

COUNTED(swift_getGenericMetadata, 2)
COUNTED(swift_getWitnessTable, 0)
COUNTED(swift_getAssociatedTypeWitness, 0)
COUNTED(swift_getAssociatedConformanceWitness, 0)
COUNTED(swift_conformsToProtocol, 0)
COUNTED(swift_conformsToProtocol2, 0)
COUNTED(swift_conformsToProtocolCommon, 0)
COUNTED(swift_conformsToProtocolWithExecutionContext, 0)
COUNTED(swift_getTypeByMangledNameInContext, 0)
COUNTED(swift_getTypeByMangledNameInContext2, 0)
COUNTED(swift_getTypeByMangledNameInContextInMetadataState, 0)
COUNTED(swift_getTypeByMangledNameInContextInMetadataState2, 0)
COUNTED(swift_getTupleTypeMetadata, 0)
COUNTED(swift_getTupleTypeMetadata2, 0)
COUNTED(swift_getTupleTypeMetadata3, 0)
COUNTED(swift_getFunctionTypeMetadata, 0)
COUNTED(swift_getFunctionTypeMetadata0, 0)
COUNTED(swift_getFunctionTypeMetadata1, 0)
COUNTED(swift_getFunctionTypeMetadata2, 0)
COUNTED(swift_getFunctionTypeMetadata3, 0)
COUNTED(swift_dynamicCast, 0)
