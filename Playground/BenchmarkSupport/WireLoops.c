// What a client could cost at the least: a loop over sockets, and one over libcurl, by hand.
#define _GNU_SOURCE
#include "BenchmarkSupport.h"
#if defined(__linux__)
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// MARK: Sockets

static const char question[] = "GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n";

static int opened(int port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  return connect(fd, (void *)&address, sizeof address) == 0 ? fd : -1;
}

/// The length of what is whole, head and content; 0 while it is not.
static size_t whole(const char *bytes, size_t count) {
  const char *end = memmem(bytes, count, "\r\n\r\n", 4);
  if (!end) return 0;
  const char *length = memmem(bytes, end - bytes, "Content-Length: ", 16);
  size_t size = (end - bytes) + 4 + (length ? strtoul(length + 16, NULL, 10) : 0);
  return size <= count ? size : 0;
}

long benchmark_socket_loop(int port, long requests, int concurrent) {
  typedef struct { int fd; size_t count; char bytes[4096]; } connection;
  connection *all = calloc(concurrent, sizeof *all);
  struct epoll_event events[64];
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  long asked = 0, done = 0;
  for (int index = 0; index < concurrent && asked < requests; index++, asked++) {
    all[index].fd = opened(port);
    struct epoll_event event = {EPOLLIN, {.ptr = &all[index]}};
    epoll_ctl(epoll, EPOLL_CTL_ADD, all[index].fd, &event);
    if (write(all[index].fd, question, sizeof question - 1) < 0) return done;
  }
  while (done < requests) {
    int count = epoll_wait(epoll, events, 64, -1);
    for (int index = 0; index < count; index++) {
      connection *one = events[index].data.ptr;
      ssize_t size = read(one->fd, one->bytes + one->count, sizeof one->bytes - one->count);
      if (size <= 0) return done;
      one->count += size;
      if (!whole(one->bytes, one->count)) continue;
      one->count = 0;
      done++;
      if (asked++ < requests && write(one->fd, question, sizeof question - 1) < 0) return done;
    }
  }
  for (int index = 0; index < concurrent; index++)
    if (all[index].fd > 0) close(all[index].fd);
  close(epoll);
  free(all);
  return done;
}

// MARK: libcurl

typedef struct { int kind; void *easy; union { void *pointer; int code; } data; } message;

static struct {
  void *(*easy_init)(void), *(*multi_init)(void), *(*slist_append)(void *, const char *);
  int (*easy_setopt)(void *, int, ...), (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *), (*multi_remove_handle)(void *, void *);
  int (*multi_socket_action)(void *, int, int, int *), (*multi_cleanup)(void *);
  void (*easy_cleanup)(void *), (*slist_free_all)(void *);
  message *(*multi_info_read)(void *, int *);
} curl;

static int load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
#define FIND(name) (*(void **)&curl.name = dlsym(library, "curl_" #name))
  return library && FIND(easy_init) && FIND(multi_init) && FIND(slist_append) &&
         FIND(easy_setopt) && FIND(multi_setopt) && FIND(multi_add_handle) &&
         FIND(multi_remove_handle) && FIND(multi_socket_action) && FIND(multi_cleanup) &&
         FIND(easy_cleanup) && FIND(slist_free_all) && FIND(multi_info_read);
}

static int due;
static int set_timer(void *multi, long milliseconds, void *unused) {
  due = milliseconds == 0;
  return 0;
}
static int watch(void *easy, int fd, int what, void *context, void *unused) {
  int epoll = *(int *)context;
  struct epoll_event event = {(what & 1 ? EPOLLIN : 0) | (what & 2 ? EPOLLOUT : 0), {.fd = fd}};
  if (what == 4) epoll_ctl(epoll, EPOLL_CTL_DEL, fd, &event);
  else if (epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) != 0)
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  return 0;
}
static long received;
static size_t take(char *bytes, size_t size, size_t count, void *context) {
  received += size * count;
  return size * count;
}

long benchmark_curl_loop(int port, long requests, int concurrent, int most_connections) {
  if (!load()) return -1;
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d/a", port);
  int epoll = epoll_create1(EPOLL_CLOEXEC), running, left;
  void *multi = curl.multi_init();
  curl.multi_setopt(multi, 20001, watch);
  curl.multi_setopt(multi, 10002, &epoll);
  curl.multi_setopt(multi, 20004, set_timer);
  curl.multi_setopt(multi, 6, 1024L);
  curl.multi_setopt(multi, 7, (long)most_connections);
  void *list = curl.slist_append(NULL, "Accept: */*");
  long asked = 0, done = 0;
  for (; asked < concurrent && asked < requests; asked++) {
    void *easy = curl.easy_init();
    curl.easy_setopt(easy, 10002, url);
    curl.easy_setopt(easy, 10023, list);
    curl.easy_setopt(easy, 20011, take);
    curl.easy_setopt(easy, 99, 1L);
    curl.easy_setopt(easy, 10004, "");
    curl.easy_setopt(easy, 98, 102400L);
    curl.multi_add_handle(multi, easy);
  }
  while (done < requests) {
    struct epoll_event events[64];
    if (due) {
      due = 0;
      curl.multi_socket_action(multi, -1, 0, &running);
    }
    for (message *one; (one = curl.multi_info_read(multi, &left));) {
      if (one->kind != 1) continue;
      void *easy = one->easy;
      if (one->data.code != 0) return done;
      done++;
      curl.multi_remove_handle(multi, easy);
      if (asked++ < requests) curl.multi_add_handle(multi, easy);
      else curl.easy_cleanup(easy);
    }
    if (done >= requests) break;
    int count = epoll_wait(epoll, events, 64, due ? 0 : 1000);
    for (int index = 0; index < count; index++) {
      unsigned ready = events[index].events;
      int what = (ready & EPOLLIN ? 1 : 0) | (ready & EPOLLOUT ? 2 : 0) |
                 (ready & (EPOLLERR | EPOLLHUP) ? 4 : 0);
      curl.multi_socket_action(multi, events[index].data.fd, what, &running);
    }
  }
  curl.multi_cleanup(multi);
  curl.slist_free_all(list);
  close(epoll);
  return done;
}
#else
long benchmark_socket_loop(int port, long requests, int concurrent) { return -1; }
long benchmark_curl_loop(int port, long requests, int concurrent, int most) { return -1; }
#endif
