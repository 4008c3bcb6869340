/* memory.h: memory of the library itself. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* SMALL is the size up to which memory is from a pool. */
enum { SMALL = 240 };

/* map_memory makes the pool, and reports whether there is one; forget_memory frees all that
 * was from it. */
int map_memory(void);
void forget_memory(void);

/* map returns whole pages of zeros, NULL without memory. */
void *map(size_t n);

/* These are as in the C library, except that own_aligned returns whole pages. */
void *own_malloc(size_t n);
void *own_calloc(size_t n, size_t size);
void *own_realloc(void *p, size_t n);
int own_aligned(void **p, size_t alignment, size_t n);
void own_free(void *p);

#endif
