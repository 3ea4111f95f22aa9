#pragma once
#include <stdint.h>

/// How many blocks this process has asked the allocator for so far, on all threads.
uint64_t allocation_counter_blocks(void);
