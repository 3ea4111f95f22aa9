#if defined(__linux__)
#define _GNU_SOURCE
#include "CStreamsCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct sc_info { int age; const char *version; unsigned number; const char *host; int features;
  const char *tls; long tls_number; const char *zlib; const char *const *protocols;
  const char *ares; int ares_number; const char *idn; int iconv; const char *ssh;
  unsigned brotli_number; const char *brotli; unsigned http2_number; const char *http2;
  const char *quic; const char *cainfo; const char *capath; };
struct sc_message { int kind; sc_easy *easy; union { void *pointer; int code; } data; };
typedef struct { int family, type, protocol; unsigned length; struct sockaddr address; } sc_address;
typedef struct { void *bytes; size_t count; unsigned flags; } sc_blob;

#define FIND(table, prefix, name) (*(void **)&table->name = dlsym(library, prefix #name))

const sc_curl *sc_curl_load(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  sc_curl *curl = library ? calloc(1, sizeof(sc_curl)) : NULL;
#define CURL(name) FIND(curl, "curl_", name)
  if (curl && CURL(global_init) && CURL(version_info) && CURL(easy_strerror) && CURL(easy_init) &&
      CURL(easy_reset) && CURL(easy_cleanup) && CURL(easy_setopt) && CURL(easy_getinfo) &&
      CURL(easy_pause) && CURL(slist_append) && CURL(slist_free_all) && CURL(multi_init) &&
      CURL(multi_cleanup) && CURL(multi_setopt) && CURL(multi_add_handle) &&
      CURL(multi_remove_handle) && CURL(multi_socket_action) && CURL(multi_info_read) &&
      curl->global_init(3) == 0)
    return curl;
  free(curl);
  return NULL;
}
sc_version sc_curl_version(const sc_curl *curl) {
  const sc_info *info = curl->version_info(5);
  return (sc_version){info->number, info->features, info->version, info->tls,
                      info->age >= 6 ? info->cainfo : NULL};
}
int sc_set_blob(const sc_curl *curl, sc_easy *easy, int option, const void *bytes, size_t count) {
  sc_blob blob = {(void *)bytes, count, 1};  // 1: it is copied.
  return curl->easy_setopt(easy, option, &blob);
}
static int open_socket(void *context, int purpose, sc_address *address) {
  return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}
int sc_set_callbacks(const sc_curl *curl, sc_easy *easy, sc_bytes header, sc_bytes content,
                     sc_bytes source, sc_seek rewind, void *context) {
  int (*set)(sc_easy *, int, ...) = curl->easy_setopt;
  return set(easy, 20079, header) | set(easy, 10029, context) | set(easy, 20011, content) |
         set(easy, 10001, context) | set(easy, 20012, source) | set(easy, 10009, context) |
         set(easy, 20167, rewind) | set(easy, 10168, context) | set(easy, 10103, context) |
         set(easy, 20163, open_socket);
}
int sc_bell_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
void sc_bell_ring(int bell) {
  if (write(bell, &(uint64_t){1}, 8) < 0) return;  // Full: it rings already.
}

int sc_thread_name(const char *name) { return pthread_setname_np(pthread_self(), name); }

struct sc_loop {
  const sc_curl *curl;
  void *multi;
  int epoll, bell;
  int64_t due;  // When libcurl's timer goes off, in nanoseconds; -1 for never.
};
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}
static int watch(sc_easy *easy, int fd, int what, sc_loop *loop, void *unused) {
  struct epoll_event event = {(what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0), {.fd = fd}};
  if (what == 4) epoll_ctl(loop->epoll, EPOLL_CTL_DEL, fd, &event);
  else if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
    return epoll_ctl(loop->epoll, EPOLL_CTL_MOD, fd, &event);
  return 0;
}
static int set_timer(void *multi, long milliseconds, sc_loop *loop) {
  loop->due = milliseconds < 0 ? -1 : now() + milliseconds * 1000000LL;
  return 0;
}
sc_loop *sc_loop_new(const sc_curl *curl, int bell) {
  sc_loop *loop = calloc(1, sizeof(sc_loop));
  if (!loop) return NULL;
  *loop = (sc_loop){curl, curl->multi_init(), epoll_create1(EPOLL_CLOEXEC), bell, -1};
  struct epoll_event event = {EPOLLIN, {.fd = bell}};
  if (loop->multi && epoll_ctl(loop->epoll, EPOLL_CTL_ADD, bell, &event) == 0 &&
      curl->multi_setopt(loop->multi, 20001, watch) == 0 &&
      curl->multi_setopt(loop->multi, 10002, loop) == 0 &&
      curl->multi_setopt(loop->multi, 20004, set_timer) == 0 &&
      curl->multi_setopt(loop->multi, 10005, loop) == 0)
    return loop;
  sc_loop_free(loop);
  return NULL;
}
void sc_loop_free(sc_loop *loop) {
  if (loop->multi) loop->curl->multi_cleanup(loop->multi);
  if (loop->epoll >= 0) close(loop->epoll);
  free(loop);
}
int sc_loop_set(sc_loop *loop, int option, long value) {
  return loop->curl->multi_setopt(loop->multi, option, value);
}
int sc_loop_add(sc_loop *loop, sc_easy *easy) {
  return loop->curl->multi_add_handle(loop->multi, easy);
}
int sc_loop_remove(sc_loop *loop, sc_easy *easy) {
  return loop->curl->multi_remove_handle(loop->multi, easy);
}
void sc_loop_tick(sc_loop *loop) {
  int running;
  if (loop->due < 0 || loop->due > now()) return;
  loop->due = -1;
  loop->curl->multi_socket_action(loop->multi, -1, 0, &running);
}
void *sc_loop_next(sc_loop *loop, int *code) {
  int left;
  void *context = NULL;
  for (sc_message *message; (message = loop->curl->multi_info_read(loop->multi, &left));) {
    *code = message->data.code;
    if (message->kind == 1 && !loop->curl->easy_getinfo(message->easy, 1048597, &context)) break;
  }
  return context;
}
void sc_loop_wait(sc_loop *loop, int may_sleep) {
  struct epoll_event events[64];
  int running, timeout = may_sleep ? -1 : 0;
  if (may_sleep && loop->due >= 0) {
    int64_t left = (loop->due - now() + 999999) / 1000000;
    timeout = left < 0 ? 0 : left > 3600000 ? 3600000 : (int)left;
  }
  int count = epoll_wait(loop->epoll, events, 64, timeout);
  for (int index = 0; index < count; index++) {
    unsigned ready = events[index].events;
    int fd = events[index].data.fd, what = (ready & EPOLLIN ? 1 : 0) | (ready & EPOLLOUT ? 2 : 0) |
                                           (ready & (EPOLLERR | EPOLLHUP) ? 4 : 0);
    if (fd != loop->bell) loop->curl->multi_socket_action(loop->multi, fd, what, &running);
    else if (read(fd, &(uint64_t){0}, 8) < 0) continue;
  }
}

const sc_zlib *sc_zlib_load(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  sc_zlib *zlib = library ? calloc(1, sizeof(sc_zlib)) : NULL;
  if (zlib && FIND(zlib, "", inflateInit2_) && FIND(zlib, "", inflate) &&
      FIND(zlib, "", inflateReset) && FIND(zlib, "", inflateEnd))
    return zlib;
  free(zlib);
  return NULL;
}
#endif
