// The library as a module for Node.js, whose event loop drives it. front.js uses it; Apps/Library/check builds it.
//
//     const { create, send, destroy } = require("./front.node");
//     const core = create('{"seed":7}', (frame) => …, (code) => …);
//     send(core, '{"id":1,"jsonrpc":"2.0","method":"ping"}\n');
//     destroy(core);
//
// The core belongs to the thread that loads the module first: Node's main thread, not a worker.
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>
#include <tributary.h>
#include <uv.h>

// A core, and the functions of JavaScript that it calls.
typedef struct {
  napi_env env;
  napi_async_context context;
  napi_ref on_frame, on_end;
  tributary_core core;
} front;

static uv_poll_t due;
static int fronts;

static napi_value fail(napi_env env, const char *text) {
  napi_throw_error(env, NULL, text);
  return NULL;
}

static napi_value undefined(napi_env env) {
  napi_value value;
  napi_get_undefined(env, &value);
  return value;
}

// Polls as long as there is a core. Without one, the loop may end.
static void poll_if_needed(void) {
  if (fronts) uv_ref((uv_handle_t *)&due);
  else uv_unref((uv_handle_t *)&due);
}

static void run_due(uv_poll_t *handle, int status, int events) {
  (void)handle, (void)status, (void)events;
  tributary_run_due();
}

// Calls a function of JavaScript. `napi_make_callback` then runs what awaits it, such as the rest of an async function.
static void call(front *front, napi_ref function, napi_value argument) {
  napi_value callback, receiver, exception;
  napi_get_reference_value(front->env, function, &callback);
  napi_get_global(front->env, &receiver);
  if (napi_make_callback(front->env, front->context, receiver, callback, 1, &argument, NULL) != napi_pending_exception)
    return;
  napi_get_and_clear_last_exception(front->env, &exception);
  napi_fatal_exception(front->env, exception);
}

static void on_frame(const char *frame, size_t count, void *context) {
  front *front = context;
  napi_handle_scope scope;
  napi_value text;
  napi_open_handle_scope(front->env, &scope);
  if (napi_create_string_utf8(front->env, frame, count, &text) == napi_ok) call(front, front->on_frame, text);
  napi_close_handle_scope(front->env, scope);
}

static void on_end(int code, void *context) {
  front *front = context;
  napi_handle_scope scope;
  napi_value number;
  napi_open_handle_scope(front->env, &scope);
  if (napi_create_int32(front->env, code, &number) == napi_ok) call(front, front->on_end, number);
  napi_close_handle_scope(front->env, scope);
}

// The text of an argument, to be freed; NULL if it is none.
static char *text_of(napi_env env, napi_value value, size_t *count) {
  if (napi_get_value_string_utf8(env, value, NULL, 0, count) != napi_ok) return NULL;
  char *text = malloc(*count + 1);
  napi_get_value_string_utf8(env, value, text, *count + 1, count);
  return text;
}

// The functions may refer to the core, so they are released when it is destroyed; the rest when its value is collected.
static void release(front *front) {
  if (front->on_frame) napi_delete_reference(front->env, front->on_frame);
  if (front->on_end) napi_delete_reference(front->env, front->on_end);
  front->on_frame = front->on_end = NULL;
}

static void free_front(napi_env env, void *data, void *hint) {
  front *front = data;
  (void)hint;
  if (front->context) napi_async_destroy(env, front->context);
  free(front);
}

static napi_value create_core(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value arguments[3], name, result;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  char *options = count == 3 ? text_of(env, arguments[0], &count) : NULL;
  if (!options) return fail(env, "create takes the options as a string, and two functions.");
  front *front = calloc(1, sizeof *front);
  front->env = env;
  napi_create_string_utf8(env, "tributary", NAPI_AUTO_LENGTH, &name);
  if (napi_async_init(env, NULL, name, &front->context) == napi_ok &&
      napi_create_reference(env, arguments[1], 1, &front->on_frame) == napi_ok &&
      napi_create_reference(env, arguments[2], 1, &front->on_end) == napi_ok)
    front->core = tributary_create(options, on_frame, on_end, front);
  free(options);
  if (!front->core) {
    release(front);
    free_front(env, front, NULL);
    return fail(env, tributary_last_error());
  }
  fronts++;
  poll_if_needed();
  napi_create_external(env, front, free_front, NULL, &result);
  return result;
}

static napi_value send_bytes(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2];
  front *front;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  if (napi_get_value_external(env, arguments[0], (void **)&front) != napi_ok) return fail(env, "This is not a core.");
  char *bytes = text_of(env, arguments[1], &count);
  if (!bytes) return fail(env, "send takes a string.");
  int code = tributary_send(front->core, bytes, count);
  free(bytes);
  return code == TRIBUTARY_OK ? undefined(env) : fail(env, tributary_last_error());
}

static napi_value destroy_core(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  front *front;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  if (napi_get_value_external(env, argument, (void **)&front) != napi_ok) return fail(env, "This is not a core.");
  if (tributary_destroy(front->core) != TRIBUTARY_OK) return fail(env, tributary_last_error());
  release(front);
  fronts--;
  poll_if_needed();
  return undefined(env);
}

NAPI_MODULE_INIT() {
  uv_loop_t *loop;
  napi_get_uv_event_loop(env, &loop);
  if (uv_poll_init(loop, &due, tributary_descriptor())) return fail(env, "The descriptor cannot be polled.");
  uv_poll_start(&due, UV_READABLE, run_due);
  poll_if_needed();
  napi_property_descriptor functions[] = {
    {"create", NULL, create_core, NULL, NULL, NULL, napi_enumerable, NULL},
    {"send", NULL, send_bytes, NULL, NULL, NULL, napi_enumerable, NULL},
    {"destroy", NULL, destroy_core, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  return exports;
}
