#if defined(__linux__) && !defined(CSTREAMSCURL_H)
#define CSTREAMSCURL_H
#include <stddef.h>
#include <stdint.h>

// What Swift cannot do itself: variadic calls, and functions that are found at run time. There are
// no headers of libcurl and zlib to build against; numbers and layouts are those of their stable
// interfaces. An `int` that is answered is 0, or the library's code for what is wrong.

typedef struct sc_easy sc_easy;  // A transfer.
typedef struct sc_list sc_list;  // Lines of text.
typedef struct sc_loop sc_loop;  // Connections, and the sockets that are waited for.
typedef struct sc_info sc_info;
typedef struct sc_message sc_message;
typedef struct { unsigned number; int features; const char *text, *tls, *certificates; } sc_version;
typedef size_t (*sc_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef int (*sc_seek)(void *context, int64_t offset, int origin);
typedef struct {  // A loaded libcurl, never unloaded.
  int (*global_init)(long), (*easy_pause)(sc_easy *, int);
  int (*easy_setopt)(sc_easy *, int, ...), (*easy_getinfo)(sc_easy *, int, ...);
  const sc_info *(*version_info)(int);
  const char *(*easy_strerror)(int);
  sc_easy *(*easy_init)(void);
  void (*easy_reset)(sc_easy *), (*easy_cleanup)(sc_easy *), (*slist_free_all)(sc_list *);
  sc_list *(*slist_append)(sc_list *, const char *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *), (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, sc_easy *), (*multi_remove_handle)(void *, sc_easy *);
  int (*multi_socket_action)(void *, int, int, int *);
  sc_message *(*multi_info_read)(void *, int *);
} sc_curl;

/// NULL when there is no such library, or it lacks a function.
const sc_curl *sc_curl_load(const char *name);
sc_version sc_curl_version(const sc_curl *curl);

#define SC static inline
#define CURL const sc_curl *c
#define ZLIB const sc_zlib *z
SC const char *sc_message_of(CURL, int code) { return c->easy_strerror(code); }
SC sc_easy *sc_easy_new(const sc_curl *c) { return c->easy_init(); }
SC void sc_easy_reset(CURL, sc_easy *easy) { c->easy_reset(easy); }
SC void sc_easy_free(CURL, sc_easy *easy) { c->easy_cleanup(easy); }
SC int sc_easy_resume(CURL, sc_easy *easy) { return c->easy_pause(easy, 0); }
SC int sc_set_long(CURL, sc_easy *e, int o, long v) { return c->easy_setopt(e, o, v); }
SC int sc_set_size(CURL, sc_easy *e, int o, int64_t v) { return c->easy_setopt(e, o, v); }
/// Text is copied; a list and a buffer have to live as long as the transfer.
SC int sc_set(CURL, sc_easy *e, int o, const void *v) { return c->easy_setopt(e, o, v); }
SC int sc_info_long(CURL, sc_easy *e, int i, long *v) { return c->easy_getinfo(e, i, v); }
SC int sc_info_time(CURL, sc_easy *e, int i, int64_t *v) { return c->easy_getinfo(e, i, v); }
/// NULL when memory is short; `l` stays what it was then.
SC sc_list *sc_list_append(CURL, sc_list *l, const char *t) { return c->slist_append(l, t); }
SC void sc_list_free(CURL, sc_list *list) { c->slist_free_all(list); }
int sc_set_blob(const sc_curl *curl, sc_easy *easy, int option, const void *bytes, size_t count);
/// Sets the callbacks and what they are given; sockets will not be inherited by child processes.
int sc_set_callbacks(const sc_curl *curl, sc_easy *easy, sc_bytes header, sc_bytes content,
                     sc_bytes source, sc_seek rewind, void *context);

int sc_thread_name(const char *name);
/// What wakes a loop from any thread; -1 when the system gives none.
int sc_bell_new(void);
void sc_bell_ring(int bell);
/// NULL when the system gives none. The bell is not freed with it.
sc_loop *sc_loop_new(const sc_curl *curl, int bell);
void sc_loop_free(sc_loop *loop);
int sc_loop_set(sc_loop *loop, int option, long value);
int sc_loop_add(sc_loop *loop, sc_easy *easy);
int sc_loop_remove(sc_loop *loop, sc_easy *easy);
/// Lets libcurl act on the time that has passed, once.
void sc_loop_tick(sc_loop *loop);
/// The context of a transfer that has ended, and its code; NULL when there is no other.
void *sc_loop_next(sc_loop *loop, int *code);
/// Waits for sockets, the bell or the timer, or only looks, and lets libcurl act on sockets.
void sc_loop_wait(sc_loop *loop, int may_sleep);

typedef struct { int (*inflateInit2_)(void *, int, const char *, int), (*inflate)(void *, int);
  int (*inflateReset)(void *), (*inflateEnd)(void *); } sc_zlib;  // A loaded zlib, never unloaded.
typedef struct { const uint8_t *next_in; unsigned avail_in; unsigned long total_in;
  uint8_t *next_out; unsigned avail_out; unsigned long total_out; const char *message; void *state,
  *allocate, *release, *opaque; int type; unsigned long adler, reserved; } sc_inflate;

const sc_zlib *sc_zlib_load(const char *name);
SC int sc_inflate_begin(ZLIB, sc_inflate *stream, int window_bits) {
  return z->inflateInit2_(stream, window_bits, "1.2.0", sizeof *stream);
}
SC int sc_inflate_step(ZLIB, sc_inflate *s) { return z->inflate(s, 0); }
SC int sc_inflate_reset(ZLIB, sc_inflate *s) { return z->inflateReset(s); }
SC int sc_inflate_end(ZLIB, sc_inflate *s) { return z->inflateEnd(s); }
#undef SC
#undef CURL
#undef ZLIB
#endif
