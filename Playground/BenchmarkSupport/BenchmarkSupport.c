// Counts every block the process asks for: the benchmark executable's own definitions of the
// allocation functions come before the C library's, count, and hand on to it (glibc only).
#include "BenchmarkSupport.h"
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t blocks;

uint64_t benchmark_allocated_blocks(void) { return atomic_load_explicit(&blocks, memory_order_relaxed); }

#if defined(__GLIBC__)
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(void) { atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed); }

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { count(); return __libc_calloc(n, size); }
void *realloc(void *p, size_t size) { count(); return __libc_realloc(p, size); }
void *memalign(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  count();
  void *p = __libc_memalign(alignment, size);
  if (!p) return 12;
  *out = p;
  return 0;
}
#endif

static volatile int64_t last;

void benchmark_sink(int64_t value) { last = value; }
