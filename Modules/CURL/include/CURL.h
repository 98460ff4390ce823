// The part of libcurl's interface that the HTTP transport uses, declared here so that no header and no package of libcurl is
// needed to build. The library is opened when the program first needs it. The numbers are part of libcurl's binary
// interface, which has not changed since libcurl.so.4 of 2006 (https://curl.se/libcurl/abi.html).

#ifndef TRIBUTARY_CURL_H
#define TRIBUTARY_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// One transfer: libcurl's `CURL`.
typedef struct tributary_curl_easy tributary_curl_easy;
/// All transfers of a thread, with their connections: libcurl's `CURLM`.
typedef struct tributary_curl_multi tributary_curl_multi;
/// A list of texts: libcurl's `struct curl_slist`.
typedef struct tributary_curl_list tributary_curl_list;

/// The body of a `multipart/form-data` request, and a part of it: libcurl's `curl_mime` and `curl_mimepart`.
typedef struct tributary_curl_form tributary_curl_form;
typedef struct tributary_curl_part tributary_curl_part;

/// Receives `size * count` bytes, and returns how many it has accepted, or `tributary_curl_pause` for none: the transfer is paused
/// then, and the bytes come again when it is resumed. Another number fails the transfer.
///
/// As a function that reads, it fills in at most `size * count` bytes, and returns how many, 0 at the end, or
/// `tributary_curl_read_failed`, which fails the transfer.
typedef size_t (*tributary_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Observes a transfer: kind 1 is a received part of a head, 3 of a body. Returns 0.
typedef int (*tributary_curl_observer)(
  tributary_curl_easy *easy, int kind, char *bytes, size_t count, void *context);

/// Closes a connection of a transfer. Returns 0, or -1.
typedef int (*tributary_curl_socket_closer)(void *context, int socket);

/// An address to which a transfer is about to connect: libcurl's `struct curl_sockaddr`.
typedef struct tributary_curl_address {
  int family;
  int kind;
  int protocol;
  unsigned int size;
  struct sockaddr address;
} tributary_curl_address;
/// Opens a socket for an address. Returns -1 to refuse it.
typedef int (*tributary_curl_socket_opener)(void *context, int purpose, tributary_curl_address *address);

/// Opens the library, and prepares it. Only the first call that succeeds has an effect; calls must not overlap.
/// Returns NULL, or why the library cannot be used.
const char *tributary_curl_open(const char *library);

/// The library's version and those of the libraries that it uses.
const char *tributary_curl_version(void);

/// Creates a transfer; NULL if there is no memory.
tributary_curl_easy *tributary_curl_easy_create(void);
void tributary_curl_easy_destroy(tributary_curl_easy *easy);
/// Set an option of a transfer. Return 0, or an error such as `tributary_curl_error_unknown_option`.
int tributary_curl_set_number(tributary_curl_easy *easy, int option, long value);
int tributary_curl_set_size(tributary_curl_easy *easy, int option, int64_t value);
int tributary_curl_set_pointer(tributary_curl_easy *easy, int option, const void *value);
int tributary_curl_set_text(tributary_curl_easy *easy, int option, const char *value);
int tributary_curl_set_receiver(tributary_curl_easy *easy, int option, tributary_curl_receiver value);
int tributary_curl_set_observer(tributary_curl_easy *easy, int option, tributary_curl_observer value);
int tributary_curl_set_socket_closer(tributary_curl_easy *easy, tributary_curl_socket_closer closer, void *context);
int tributary_curl_set_socket_opener(tributary_curl_easy *easy, tributary_curl_socket_opener opener, void *context);
/// Opens a socket for an address, which no program that this one starts inherits. Returns -1 if it cannot be opened.
int tributary_curl_open_socket(const tributary_curl_address *address);
/// Writes the 4 or 16 bytes of an internet address, and returns how many; 0 for another address.
size_t tributary_curl_address_bytes(const tributary_curl_address *address, uint8_t bytes[16]);
/// A fact about a transfer that has ended, or -1.
long tributary_curl_number(tributary_curl_easy *easy, int information);

/// Pauses or resumes directions of a transfer, on the thread of its transfers. A resumed one may call its receivers at once.
int tributary_curl_easy_pause(tributary_curl_easy *easy, int directions);

/// Creates a list from a longer one, or from NULL. The text is copied. Returns NULL if there is no memory.
tributary_curl_list *tributary_curl_list_append(tributary_curl_list *list, const char *text);
void tributary_curl_list_destroy(tributary_curl_list *list);

/// Creates the body of a form; NULL if there is no memory. It is destroyed after its transfer.
tributary_curl_form *tributary_curl_form_create(tributary_curl_easy *easy);
void tributary_curl_form_destroy(tributary_curl_form *form);
/// Add a part, and return whether there was memory for it. Texts are copied. The type of a text may be NULL.
bool tributary_curl_form_add_text(
  tributary_curl_form *form, const char *name, const char *text, size_t count, const char *type);
bool tributary_curl_form_add_file(
  tributary_curl_form *form, const char *name, const char *file_name, const char *type, int64_t size,
  tributary_curl_receiver read, void *context);

tributary_curl_multi *tributary_curl_multi_create(void);
void tributary_curl_multi_destroy(tributary_curl_multi *multi);
int tributary_curl_multi_set_number(tributary_curl_multi *multi, int option, long value);
int tributary_curl_multi_add(tributary_curl_multi *multi, tributary_curl_easy *easy);
int tributary_curl_multi_remove(tributary_curl_multi *multi, tributary_curl_easy *easy);
/// Reads and writes what does not block.
int tributary_curl_multi_perform(tributary_curl_multi *multi);
/// Waits until there is something to do, for `tributary_curl_multi_wake`, or for a time in milliseconds.
int tributary_curl_multi_wait(tributary_curl_multi *multi, int milliseconds);
/// Ends the running or the next wait. May be called on any thread.
int tributary_curl_multi_wake(tributary_curl_multi *multi);
/// The next transfer that has ended, and its result; NULL if there is none.
tributary_curl_easy *tributary_curl_multi_next_result(tributary_curl_multi *multi, int *result);

// Options of a transfer. Their thousands say the type: 0 a number, 1 a pointer or a text, 2 a function, 3 a size.
enum {
  tributary_curl_option_body_context = 10001,
  tributary_curl_option_url = 10002,
  tributary_curl_option_proxy = 10004,
  tributary_curl_option_read_context = 10009,
  tributary_curl_option_error_text = 10010,
  tributary_curl_option_request_body = 10015,
  tributary_curl_option_request_headers = 10023,
  tributary_curl_option_head_context = 10029,
  tributary_curl_option_method = 10036,
  tributary_curl_option_certificates_file = 10065,
  tributary_curl_option_observer_context = 10095,
  tributary_curl_option_certificates_folder = 10097,
  tributary_curl_option_codings = 10102,
  tributary_curl_option_socket_opener_context = 10164,
  tributary_curl_option_socket_closer_context = 10209,
  tributary_curl_option_form = 10269,
  tributary_curl_option_protocol_names = 10318,
  tributary_curl_option_body_receiver = 20011,
  tributary_curl_option_reader = 20012,
  tributary_curl_option_head_receiver = 20079,
  tributary_curl_option_observer = 20094,
  tributary_curl_option_socket_opener = 20163,
  tributary_curl_option_socket_closer = 20208,
  tributary_curl_option_request_body_size = 30120,
  tributary_curl_option_observes = 41,
  tributary_curl_option_no_body = 44,
  tributary_curl_option_post = 47,
  tributary_curl_option_fresh_connection = 74,
  tributary_curl_option_forbid_reuse = 75,
  tributary_curl_option_get = 80,
  tributary_curl_option_http_version = 84,
  tributary_curl_option_no_signals = 99,
  tributary_curl_option_protocol_bits = 181,
  tributary_curl_option_path_as_is = 234,
  tributary_curl_option_no_proxy_heads = 265,
  tributary_curl_option_http_0_9 = 285,
  tributary_curl_option_maximum_idle_age = 288,
  tributary_curl_option_quick_exit = 322,
};

enum {
  // How many bytes the text of an error may have.
  tributary_curl_error_text_size = 256,
  tributary_curl_http_1_1 = 2,
  // The bits of HTTP and HTTPS.
  tributary_curl_http_and_https = 3,
  tributary_curl_pause = 0x10000001,
  tributary_curl_read_failed = 0x10000000,
  tributary_curl_pause_nothing = 0,
  tributary_curl_kind_head = 1,
  tributary_curl_kind_body = 3,
};

// Options of all transfers.
enum {
  tributary_curl_multi_option_idle_connections = 6,
};

// Facts about a transfer that has ended.
enum {
  tributary_curl_information_certificate = 0x200000 + 13,
  tributary_curl_information_connect_status = 0x200000 + 22,
  tributary_curl_information_system_error = 0x200000 + 25,
};

// The results of a transfer that are told apart.
enum {
  tributary_curl_error_unsupported_protocol = 1,
  tributary_curl_error_bad_url = 3,
  tributary_curl_error_unknown_proxy = 5,
  tributary_curl_error_unknown_host = 6,
  tributary_curl_error_not_connected = 7,
  tributary_curl_error_weird_reply = 8,
  tributary_curl_error_partial_body = 18,
  tributary_curl_error_not_accepted = 23,
  tributary_curl_error_no_memory = 27,
  tributary_curl_error_timeout = 28,
  tributary_curl_error_tls = 35,
  tributary_curl_error_unknown_option = 48,
  tributary_curl_error_no_reply = 52,
  tributary_curl_error_tls_engine = 53,
  tributary_curl_error_tls_engine_default = 54,
  tributary_curl_error_not_sent = 55,
  tributary_curl_error_not_received = 56,
  tributary_curl_error_tls_own_certificate = 58,
  tributary_curl_error_tls_cipher = 59,
  tributary_curl_error_tls_certificate = 60,
  tributary_curl_error_bad_encoding = 61,
  tributary_curl_error_tls_engine_init = 66,
  tributary_curl_error_tls_certificates_file = 77,
  tributary_curl_error_tls_shutdown = 80,
  tributary_curl_error_tls_revocations_file = 82,
  tributary_curl_error_tls_issuer = 83,
  tributary_curl_error_tls_pinned_key = 90,
  tributary_curl_error_tls_status = 91,
  tributary_curl_error_tls_client_certificate = 98,
  tributary_curl_error_too_large = 100,
};

#endif
