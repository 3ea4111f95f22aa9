#pragma once
#include <stdint.h>

/// How many blocks this process has asked the allocator for so far, on all threads (glibc; 0
/// elsewhere).
uint64_t benchmark_allocated_blocks(void);

/// Where measured values end: the caller's compiler sees neither what it does nor that it is little.
void benchmark_sink(int64_t value);
