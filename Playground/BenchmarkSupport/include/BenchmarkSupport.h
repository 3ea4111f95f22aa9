#pragma once
#include <stdint.h>

/// How many blocks this process has asked the allocator for so far, on all threads (glibc; 0
/// elsewhere).
uint64_t benchmark_allocated_blocks(void);

/// Where measured values end: the caller's compiler sees neither what it does nor that it is little.
void benchmark_sink(int64_t value);

/// Starts a server on 127.0.0.1 in a process of its own; it answers a GET with 200 bytes of JSON,
/// but one whose path begins with `/s` never. Answers with its port, or -1 (Linux only).
int benchmark_wire_start(void);
void benchmark_wire_stop(void);
/// How many connections are open, were open at once at the most, and were made, since it was
/// cleared.
long benchmark_wire_open(void);
long benchmark_wire_peak(void);
long benchmark_wire_accepted(void);
void benchmark_wire_clear(void);

/// Gets from that server so often, so many at once, on this thread. Answers with how many came, or
/// -1 when there is no libcurl.
long benchmark_socket_loop(int port, long requests, int concurrent);
long benchmark_curl_loop(int port, long requests, int concurrent, int most_connections);
