#include "CURL.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

// libcurl's `CURLMsg`.
typedef struct {
  int kind;
  tributary_curl_easy *easy;
  union {
    void *pointer;
    int result;
  } data;
} message;

enum {
  message_done = 1,
  global_default = 3,
};

// OpenSSL's `OPENSSL_INIT_NO_ATEXIT`.
static const uint64_t openssl_init_no_atexit = 0x00080000;

// The library's functions, by their names without "curl_".
static struct {
  int (*global_init)(long flags);
  char *(*version)(void);
  tributary_curl_easy *(*easy_init)(void);
  void (*easy_cleanup)(tributary_curl_easy *);
  int (*easy_setopt)(tributary_curl_easy *, int, ...);
  int (*easy_getinfo)(tributary_curl_easy *, int, ...);
  int (*easy_pause)(tributary_curl_easy *, int);
  tributary_curl_form *(*mime_init)(tributary_curl_easy *);
  void (*mime_free)(tributary_curl_form *);
  tributary_curl_part *(*mime_addpart)(tributary_curl_form *);
  int (*mime_name)(tributary_curl_part *, const char *);
  int (*mime_filename)(tributary_curl_part *, const char *);
  int (*mime_type)(tributary_curl_part *, const char *);
  int (*mime_data)(tributary_curl_part *, const char *, size_t);
  int (*mime_data_cb)(
    tributary_curl_part *, int64_t size, tributary_curl_receiver, int (*seek)(void *, int64_t, int), void (*free)(void *), void *);
  tributary_curl_list *(*slist_append)(tributary_curl_list *, const char *);
  void (*slist_free_all)(tributary_curl_list *);
  tributary_curl_multi *(*multi_init)(void);
  int (*multi_cleanup)(tributary_curl_multi *);
  int (*multi_setopt)(tributary_curl_multi *, int, ...);
  int (*multi_add_handle)(tributary_curl_multi *, tributary_curl_easy *);
  int (*multi_remove_handle)(tributary_curl_multi *, tributary_curl_easy *);
  int (*multi_perform)(tributary_curl_multi *, int *);
  int (*multi_poll)(tributary_curl_multi *, void *, unsigned, int, int *);
  int (*multi_wakeup)(tributary_curl_multi *);
  message *(*multi_info_read)(tributary_curl_multi *, int *);
} curl;

static bool find(void *library, const char *name, void *function) {
  // POSIX says that a function's address fits an object pointer, ISO C does not (dlsym(3)).
  void **address = function;
  *address = dlsym(library, name);
  return *address != NULL;
}

const char *tributary_curl_open(const char *name) {
  static bool is_open = false;
  static char reason[512];
  if (is_open) return NULL;
  // NB: never closed, because libraries that it loads register functions that run when the process ends.
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *text = dlerror();
    snprintf(reason, sizeof reason, "%s", text ? text : name);
    return reason;
  }
  bool has_all = find(library, "curl_global_init", &curl.global_init)
    && find(library, "curl_version", &curl.version)
    && find(library, "curl_easy_init", &curl.easy_init)
    && find(library, "curl_easy_cleanup", &curl.easy_cleanup)
    && find(library, "curl_easy_setopt", &curl.easy_setopt)
    && find(library, "curl_easy_getinfo", &curl.easy_getinfo)
    && find(library, "curl_easy_pause", &curl.easy_pause)
    && find(library, "curl_mime_init", &curl.mime_init)
    && find(library, "curl_mime_free", &curl.mime_free)
    && find(library, "curl_mime_addpart", &curl.mime_addpart)
    && find(library, "curl_mime_name", &curl.mime_name)
    && find(library, "curl_mime_filename", &curl.mime_filename)
    && find(library, "curl_mime_type", &curl.mime_type)
    && find(library, "curl_mime_data", &curl.mime_data)
    && find(library, "curl_mime_data_cb", &curl.mime_data_cb)
    && find(library, "curl_slist_append", &curl.slist_append)
    && find(library, "curl_slist_free_all", &curl.slist_free_all)
    && find(library, "curl_multi_init", &curl.multi_init)
    && find(library, "curl_multi_cleanup", &curl.multi_cleanup)
    && find(library, "curl_multi_setopt", &curl.multi_setopt)
    && find(library, "curl_multi_add_handle", &curl.multi_add_handle)
    && find(library, "curl_multi_remove_handle", &curl.multi_remove_handle)
    && find(library, "curl_multi_perform", &curl.multi_perform)
    && find(library, "curl_multi_poll", &curl.multi_poll)
    && find(library, "curl_multi_wakeup", &curl.multi_wakeup)
    && find(library, "curl_multi_info_read", &curl.multi_info_read);
  if (!has_all) {
    dlclose(library);
    snprintf(reason, sizeof reason, "%s is older than libcurl 7.68", name);
    return reason;
  }
  // NB: OpenSSL frees its memory when the process ends, also under a thread that is still in `curl_global_init`, which then
  // crashes. With this flag it leaves the memory to the system.
  int (*openssl_init)(uint64_t, const void *);
  if (find(library, "OPENSSL_init_crypto", &openssl_init)) openssl_init(openssl_init_no_atexit, NULL);
  int result = curl.global_init(global_default);
  if (result) {
    snprintf(reason, sizeof reason, "%s cannot be prepared: error %d", name, result);
    return reason;
  }
  is_open = true;
  return NULL;
}

const char *tributary_curl_version(void) { return curl.version(); }

tributary_curl_easy *tributary_curl_easy_create(void) { return curl.easy_init(); }
void tributary_curl_easy_destroy(tributary_curl_easy *easy) { curl.easy_cleanup(easy); }

// NB: the option is variadic, so the value must have exactly the type that the option's number stands for.
int tributary_curl_set_number(tributary_curl_easy *easy, int option, long value) {
  return curl.easy_setopt(easy, option, value);
}
int tributary_curl_set_size(tributary_curl_easy *easy, int option, int64_t value) {
  return curl.easy_setopt(easy, option, value);
}
int tributary_curl_set_pointer(tributary_curl_easy *easy, int option, const void *value) {
  return curl.easy_setopt(easy, option, value);
}
int tributary_curl_set_text(tributary_curl_easy *easy, int option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}
int tributary_curl_set_receiver(tributary_curl_easy *easy, int option, tributary_curl_receiver value) {
  return curl.easy_setopt(easy, option, value);
}
int tributary_curl_set_observer(tributary_curl_easy *easy, int option, tributary_curl_observer value) {
  return curl.easy_setopt(easy, option, value);
}

int tributary_curl_set_socket_closer(tributary_curl_easy *easy, tributary_curl_socket_closer closer, void *context) {
  int result = curl.easy_setopt(easy, tributary_curl_option_socket_closer_context, context);
  return result ? result : curl.easy_setopt(easy, tributary_curl_option_socket_closer, closer);
}

int tributary_curl_set_socket_opener(tributary_curl_easy *easy, tributary_curl_socket_opener opener, void *context) {
  int result = curl.easy_setopt(easy, tributary_curl_option_socket_opener_context, context);
  return result ? result : curl.easy_setopt(easy, tributary_curl_option_socket_opener, opener);
}
int tributary_curl_open_socket(const tributary_curl_address *address) {
  return socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
}
size_t tributary_curl_address_bytes(const tributary_curl_address *address, uint8_t bytes[16]) {
  if (address->family == AF_INET && address->size >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)&address->address)->sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->size >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)&address->address)->sin6_addr, 16);
    return 16;
  }
  return 0;
}

long tributary_curl_number(tributary_curl_easy *easy, int information) {
  long value = 0;
  return curl.easy_getinfo(easy, information, &value) ? -1 : value;
}

int tributary_curl_easy_pause(tributary_curl_easy *easy, int directions) { return curl.easy_pause(easy, directions); }

tributary_curl_list *tributary_curl_list_append(tributary_curl_list *list, const char *text) {
  return curl.slist_append(list, text);
}
void tributary_curl_list_destroy(tributary_curl_list *list) { curl.slist_free_all(list); }

tributary_curl_form *tributary_curl_form_create(tributary_curl_easy *easy) { return curl.mime_init(easy); }
void tributary_curl_form_destroy(tributary_curl_form *form) { curl.mime_free(form); }
bool tributary_curl_form_add_text(tributary_curl_form *form, const char *name, const char *text, size_t count, const char *type) {
  tributary_curl_part *part = curl.mime_addpart(form);
  return part && !curl.mime_name(part, name) && !curl.mime_data(part, text, count) && (!type || !curl.mime_type(part, type));
}
bool tributary_curl_form_add_file(
  tributary_curl_form *form, const char *name, const char *file_name, const char *type, int64_t size,
  tributary_curl_receiver read, void *context) {
  tributary_curl_part *part = curl.mime_addpart(form);
  // NB: without a function that seeks, the file is not sent a second time.
  return part && !curl.mime_name(part, name) && !curl.mime_data_cb(part, size, read, NULL, NULL, context)
    && !curl.mime_filename(part, file_name) && !curl.mime_type(part, type);
}

tributary_curl_multi *tributary_curl_multi_create(void) { return curl.multi_init(); }
void tributary_curl_multi_destroy(tributary_curl_multi *multi) { curl.multi_cleanup(multi); }
int tributary_curl_multi_set_number(tributary_curl_multi *multi, int option, long value) {
  return curl.multi_setopt(multi, option, value);
}
int tributary_curl_multi_add(tributary_curl_multi *multi, tributary_curl_easy *easy) {
  return curl.multi_add_handle(multi, easy);
}
int tributary_curl_multi_remove(tributary_curl_multi *multi, tributary_curl_easy *easy) {
  return curl.multi_remove_handle(multi, easy);
}
int tributary_curl_multi_perform(tributary_curl_multi *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}
int tributary_curl_multi_wait(tributary_curl_multi *multi, int milliseconds) {
  return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}
int tributary_curl_multi_wake(tributary_curl_multi *multi) { return curl.multi_wakeup(multi); }

tributary_curl_easy *tributary_curl_multi_next_result(tributary_curl_multi *multi, int *result) {
  int remaining = 0;
  message *next = curl.multi_info_read(multi, &remaining);
  while (next && next->kind != message_done) next = curl.multi_info_read(multi, &remaining);
  if (!next) return NULL;
  *result = next->data.result;
  return next->easy;
}
