// A server with one answer, in a process of its own, so that what a client costs is the client's.
#define _GNU_SOURCE
#include "BenchmarkSupport.h"
#if defined(__linux__)
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 1 << 16, room = 4096 };

typedef struct { _Atomic long open, peak, accepted; } counts;
static counts *shared;
static pid_t child;

static char answer[512];
static size_t answer_size;

/// 200 bytes of JSON, as `benchmark_wire_start` promises.
static void make_answer(void) {
  char body[201];
  const char *head = "{\"id\":4711,\"name\":\"Ada Lovelace\",\"tags\":[\"a\",\"b\"],\"note\":\"";
  size_t size = strlen(head);
  memcpy(body, head, size);
  memset(body + size, 'x', sizeof body - size);
  memcpy(body + 198, "\"}", 3);
  strcpy(answer, "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Mon, 30 Nov 2026 12:00:00 GMT\r\n"
                 "Content-Type: application/json\r\nContent-Length: 200\r\n"
                 "Connection: keep-alive\r\nETag: \"656c8d2f-c8\"\r\nAccept-Ranges: bytes\r\n\r\n");
  strcat(answer, body);
  answer_size = strlen(answer);
}

static void took_one(void) {
  long open = ++shared->open;
  shared->accepted++;
  if (open > shared->peak) shared->peak = open;
}

/// How far a connection is in the four bytes that end a head; silent ones are never answered.
static unsigned char matched[most];
static char silent[most];

static void serve(int fd) {
  char bytes[room];
  ssize_t count = read(fd, bytes, room);
  if (count <= 0) {
    shared->open--;
    close(fd);
    return;
  }
  if (matched[fd] == 0 && count > 5 && memcmp(bytes, "GET /s", 6) == 0) silent[fd] = 1;
  int answers = 0;
  for (ssize_t index = 0; index < count; index++) {
    char byte = bytes[index];
    matched[fd] = byte == "\r\n\r\n"[matched[fd]] ? matched[fd] + 1 : byte == '\r';
    if (matched[fd] == 4) {
      matched[fd] = 0;
      answers++;
    }
  }
  while (!silent[fd] && answers-- > 0)
    if (write(fd, answer, answer_size) != (ssize_t)answer_size) break;
}

static void run(int listener) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  int epoll = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.fd = listener}}, events[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(epoll, events, 256, -1);
    for (int index = 0; index < count; index++) {
      int fd = events[index].data.fd;
      if (fd != listener) {
        serve(fd);
        continue;
      }
      int accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
      if (accepted < 0) continue;
      if (accepted >= most) {
        close(accepted);
        continue;
      }
      setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
      matched[accepted] = silent[accepted] = 0;
      took_one();
      event = (struct epoll_event){EPOLLIN, {.fd = accepted}};
      epoll_ctl(epoll, EPOLL_CTL_ADD, accepted, &event);
    }
  }
}

int benchmark_wire_start(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
  setrlimit(RLIMIT_NOFILE, &limit);
  make_answer();
  shared = mmap(NULL, sizeof(counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (shared == MAP_FAILED || listener < 0 || bind(listener, (void *)&address, size) != 0 ||
      listen(listener, 4096) != 0 || getsockname(listener, (void *)&address, &size) != 0)
    return -1;
  child = fork();
  if (child == 0) {
    run(listener);
    _exit(0);
  }
  close(listener);
  return child < 0 ? -1 : ntohs(address.sin_port);
}

void benchmark_wire_stop(void) {
  if (child > 0) kill(child, SIGKILL);
  child = 0;
}

long benchmark_wire_peak(void) { return shared ? shared->peak : 0; }
long benchmark_wire_open(void) { return shared ? shared->open : 0; }
long benchmark_wire_accepted(void) { return shared ? shared->accepted : 0; }
void benchmark_wire_clear(void) {
  if (!shared) return;
  shared->peak = shared->open;
  shared->accepted = 0;
}
#else
int benchmark_wire_start(void) { return -1; }
void benchmark_wire_stop(void) {}
long benchmark_wire_peak(void) { return 0; }
long benchmark_wire_open(void) { return 0; }
long benchmark_wire_accepted(void) { return 0; }
void benchmark_wire_clear(void) {}
#endif
