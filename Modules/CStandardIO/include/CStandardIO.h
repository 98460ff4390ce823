// What StandardIO does in C: signal handlers, which must not allocate, and what the system has left.

#ifndef C_STANDARD_IO_H
#define C_STANDARD_IO_H

#include <stddef.h>

/// Makes SIGTERM, SIGINT and SIGHUP write a byte to a pipe in place of ending the process. The first call alone has an
/// effect.
///
/// A signal also starts a timer of `seconds`. Unless it is stopped, the process then writes `last_words` to the standard
/// error, if that need not wait, and ends with `exit_code`.
///
/// Returns the pipe's end to read from; -1 if there is no pipe.
int standard_io_watch_termination(unsigned seconds, int exit_code, const char *last_words);
/// Reads the bytes of signals that have arrived. The timer goes on.
void standard_io_read_termination(int pipe_end);
/// Stops the timer that a signal has started, after its byte was read: a signal that arrives later starts it again.
void standard_io_stop_termination_timer(void);

/// What the terminal does with what the user types, as `Terminal.Mode` numbers it.
enum { standard_io_mode_original, standard_io_mode_hidden, standard_io_mode_editing };
/// Sets the mode of the terminal at the standard input.
void standard_io_set_terminal_mode(int mode);
/// Installs the handlers that set the original mode when the process ends or stops, and the mode again when it goes on.
void standard_io_restore_terminal_on_signals(void);
/// Makes SIGWINCH and SIGCONT write a byte to a pipe. Returns the pipe's end to read from; -1 if there is no pipe.
int standard_io_watch_terminal(void);
/// Lets the terminal stop the process when this thread reads while the process is in the background. Returns whether the
/// thread blocked that signal (SIGTTIN), so that its reads failed instead.
int standard_io_let_background_reads_stop(void);

/// Starts a command of the shell that has the terminal, also the keys of signals, and reads `*input`, which the caller closes.
/// Returns its process; -1 if it cannot be started. One command runs at a time.
int standard_io_start_command(const char *command, int *input);
/// Waits for the end of the command. Returns its exit code; -1 if a signal has ended it.
int standard_io_wait_for_command(int process);

/// Starts a program, which is looked up as a shell does, in a process group of its own: the keys of signals are not for it. It reads `*input`
/// and writes `*output`, to which its errors go, too; the caller closes both. Returns its process; -1 if it cannot be started.
int standard_io_start_program(char *const *arguments, int *input, int *output);
/// Waits for the end of a program. Returns its exit code; -1 if a signal has ended it.
int standard_io_wait_for_program(int process);

/// What the system cannot give.
enum { standard_io_missing_nothing, standard_io_missing_descriptors, standard_io_missing_threads, standard_io_missing_memory };
/// Tries whether there can be so many more descriptors and threads at once, and so much more memory, and gives them back.
int standard_io_missing_resource(int descriptors, int threads, size_t bytes);
#if defined(__linux__)
/// What waits for input on any number of descriptors, as a descriptor itself; -1 if the system has none.
int standard_io_make_poller(void);
/// Waits for a descriptor until it is returned once. Returns whether the system can.
int standard_io_add_polled(int poller, int descriptor);
/// Waits until descriptors have input, or their end. Returns how many of them it has written; -1 after a signal.
int standard_io_wait_for_polled(int poller, int *descriptors, int count);
#endif

/// Gives back to the system what the allocator keeps of freed memory.
void standard_io_return_freed_memory(void);

#endif
