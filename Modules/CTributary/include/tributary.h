/*
 * An app core as a C library: bytes of its protocol in, frames out. The host's event loop drives it.
 *
 *     static void on_frame(const char *frame, size_t count, void *context) { fwrite(frame, 1, count, stdout); }
 *
 *     tributary_core core = tributary_create("{\"seed\":7}", on_frame, NULL, NULL);
 *     if (!core) { fprintf(stderr, "%s\n", tributary_last_error()); return 1; }
 *     tributary_send(core, "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n", 41);
 *     struct pollfd due = {.fd = tributary_descriptor(), .events = POLLIN};
 *     while (poll(&due, 1, -1) > 0) tributary_run_due();
 *
 * Threads: `tributary_run_due` belongs to the thread that loaded the library, which is the main thread unless the library
 * is opened later by another one. The other functions may be called on any thread. Callbacks run inside
 * `tributary_run_due`, so that their code needs no lock.
 *
 * Fork: a process may fork before the first function here is called, and use the library in the parent, in children, or
 * in both. After that, each function in a child returns TRIBUTARY_FORKED (`tributary_create` and `tributary_attach` 0,
 * `tributary_descriptor` -1) and does nothing, because the threads of the core are in the parent; the parent goes on. `exec` is always possible.
 *
 * Unloading: `dlclose` may be called, after every core is destroyed, and has no effect on the code: the library stays in
 * the process, because threads of its runtime do. Opened again, it is the same library, with the same thread.
 *
 * Nothing here ends the process, apart from a defect of the core itself.
 */

#ifndef TRIBUTARY_H
#define TRIBUTARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. */
#define TRIBUTARY_VERSION_MAJOR 0
#define TRIBUTARY_VERSION_MINOR 1
#define TRIBUTARY_VERSION_PATCH 0
/** The version of this header as one number: 1.2.3 is 10203. */
#define TRIBUTARY_VERSION_NUMBER \
  (TRIBUTARY_VERSION_MAJOR * 10000 + TRIBUTARY_VERSION_MINOR * 100 + TRIBUTARY_VERSION_PATCH)
/** The version of this header as a text. */
#define TRIBUTARY_VERSION "0.1.0"

/**
 * A core: one session, and so a front, with an app of its own (`tributary_create`) or at the app of another one
 * (`tributary_attach`). 0 is none. A number is not used twice, so one that was destroyed is refused.
 */
typedef uint64_t tributary_core;

/** Receives one frame: a line of JSON with its line feed, and no zero behind it. The bytes are valid during the call. */
typedef void (*tributary_on_frame)(const char *frame, size_t count, void *context);

/**
 * Is told once that the session has ended, after its last frame: with 0 after `shutdown` and `exit`, 1 after `exit` alone,
 * and 2 if the core could not be made. The core remains to be destroyed.
 */
typedef void (*tributary_on_end)(int code, void *context);

/** What a function returns. `tributary_last_error` says it in words. */
enum {
  TRIBUTARY_OK = 0,
  /** The function belongs to the thread that loaded the library. */
  TRIBUTARY_WRONG_THREAD = -1,
  /** There is no such core: it was destroyed, or never made. */
  TRIBUTARY_NO_CORE = -2,
  /** The session has ended, and reads no more. */
  TRIBUTARY_ENDED = -3,
  /** An argument is NULL that must not be. */
  TRIBUTARY_NULL = -4,
  /** The process was forked after the library was used, and this is the child. */
  TRIBUTARY_FORKED = -5,
  /** `count` is greater than TRIBUTARY_SEND_LIMIT. */
  TRIBUTARY_TOO_LARGE = -6
};

/** The most bytes that one call of `tributary_send` takes: 1 GiB. A message has at most 16 MiB. */
#define TRIBUTARY_SEND_LIMIT 1073741824

/** The version of the library as one number, as TRIBUTARY_VERSION_NUMBER has it for the header. Any thread, also before others. */
int tributary_version(void);

/**
 * Makes a core.
 *
 * On the thread that loaded the library it is made at once. From another thread it is handed over, and can be sent to
 * meanwhile; if it then cannot be made, `on_end` is told.
 *
 * - options: a JSON object in UTF-8 with the options of the command line, without their dashes, such as
 *   {"seed":7,"now":"2026-11-22T15:04:05Z","time-zone":"Europe/Berlin","latency":100,"fail":["balance"]}; or NULL.
 *   An option without a value is true or false. "protocol" names another protocol that the library speaks, such as
 *   {"protocol":"mcp","mcp-secrets":true}.
 * - on_frame: receives the frames. It may call any function here.
 * - on_end: is told that the session has ended; or NULL.
 * - context: is passed to both; or NULL.
 *
 * Returns the core, or 0 if an option is wrong, the options are not UTF-8, on_frame is NULL, or the process was forked.
 */
tributary_core tributary_create(
  const char *options, tributary_on_frame on_frame, tributary_on_end on_end, void *context);

/**
 * Attaches another front at the app of a core: a core with frames, screens and an end of its own. It sees what others have
 * open if it says so in `initialize` ({"capabilities":{"shared":true}}). None of the cores of an app owns it: the app lives
 * until the last of them is destroyed.
 *
 * - core: a core of the app.
 * - options: {"protocol":NAME} with its options, for another protocol than that of the screens; or NULL. The app has the others.
 * - on_frame, on_end, context: as those of `tributary_create`.
 *
 * Returns the core, or 0 if there is no such core, an option is wrong, on_frame is NULL, or the process was forked. From
 * another thread than the one that loaded the library it is handed over, as `tributary_create` is.
 */
tributary_core tributary_attach(
  tributary_core core, const char *options, tributary_on_frame on_frame, tributary_on_end on_end, void *context);

/**
 * Sends the next bytes of the protocol, up to TRIBUTARY_SEND_LIMIT: a message is a line of JSON. The bytes are copied. What
 * is sent from one thread is read in order.
 */
int tributary_send(tributary_core core, const char *bytes, size_t count);

/**
 * The descriptor to poll: when it can be read, something is due. Do not read it or close it. -1 on Apple systems, where a
 * run loop of the main thread runs what is due, and in a child of `fork`.
 */
int tributary_descriptor(void);

/** Runs what is due, of all cores, on the thread that loaded the library. It does not wait. */
int tributary_run_due(void);

/**
 * Destroys a core: its front leaves the app, and what it alone held closes. Called on the thread that loaded the library, a callback too, no callback runs afterwards. Called on
 * another thread, one that has begun may still be running.
 */
int tributary_destroy(tributary_core core);

/** The last error on this thread, in words; empty if there was none. Valid until the next call on this thread. */
const char *tributary_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
