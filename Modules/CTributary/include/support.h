// What the Swift side of `tributary.h` needs of C.

#ifndef TRIBUTARY_SUPPORT_H
#define TRIBUTARY_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

/// Sets the text of `tributary_last_error` for this thread.
void tributary_set_last_error(const char *text);
/// Notes that the library is used. Returns `TRIBUTARY_FORKED`, with a last error, in a process that was forked after that, and
/// otherwise `TRIBUTARY_OK`. Call it before anything else, and do nothing in a forked process: Swift's runtime has locks that another
/// thread of the parent may have held.
int32_t tributary_use(void);
/// Whether this thread has loaded the library: the main queue belongs to it.
bool tributary_is_loading_thread(void);
/// The descriptor of the main queue; -1 on systems without one.
int tributary_main_queue_descriptor(void);
/// Runs what is on the main queue. Only for the thread that loaded the library.
void tributary_run_main_queue(void);

#endif
