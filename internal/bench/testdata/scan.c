// Scans a reduced trace.bin into buckets, in plain C: what the same work costs
// without Go. It trusts the file; docs/trace-format.md says what is in it.
//
//   scan FILE STEPS TURNS
//
// prints the nanoseconds of processor time an event took, the number of
// buckets in which a thread was alive, and their sum in nanoseconds.
#define _GNU_SOURCE
#include <fcntl.h>
#include <nmmintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 64, EVENTS = 2, SLOP = 64 };

static uint32_t u32(const uint8_t *p) { uint32_t x; memcpy(&x, p, 4); return x; }
static int64_t i64(const uint8_t *p) { int64_t x; memcpy(&x, p, 8); return x; }

static uint32_t crc32c(const uint8_t *p, size_t n) {
    uint64_t c = 0xffffffff;
    for (; n >= 8; p += 8, n -= 8) c = _mm_crc32_u64(c, (uint64_t)i64(p));
    for (; n > 0; p++, n--) c = _mm_crc32_u8((uint32_t)c, *p);
    return ~(uint32_t)c;
}

// lz4 decodes a block. Both buffers have SLOP bytes to spare.
static void lz4(const uint8_t *in, size_t length, uint8_t *out) {
    const uint8_t *end = in + length;
    for (;;) {
        unsigned token = *in++;
        size_t n = token >> 4;
        if (n == 15) do n += *in; while (*in++ == 255);
        const uint8_t *from = in;
        uint8_t *to = out, *stop = out + n;
        do { memcpy(to, from, 16); to += 16; from += 16; } while (to < stop);
        out = stop;
        in += n;
        if (in >= end) return;
        unsigned back = in[0] | in[1] << 8;
        in += 2;
        n = (token & 15) + 4;
        if ((token & 15) == 15) do n += *in; while (*in++ == 255);
        from = out - back;
        stop = out + n;
        if (back >= 8) {
            for (to = out; to < stop; to += 8, from += 8) memcpy(to, from, 8);
        } else {
            for (to = out; to < stop;) *to++ = *from++;
        }
        out = stop;
    }
}

// column decodes n numbers as StreamVByte, and returns what follows them.
static const uint8_t *column(const uint8_t *in, size_t n, uint32_t *out) {
    static const uint32_t mask[4] = {0xff, 0xffff, 0xffffff, 0xffffffff};
    const uint8_t *data = in + (n + 3) / 4;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        unsigned c = *in++;
        out[i] = u32(data) & mask[c & 3]; data += (c & 3) + 1;
        out[i + 1] = u32(data) & mask[c >> 2 & 3]; data += (c >> 2 & 3) + 1;
        out[i + 2] = u32(data) & mask[c >> 4 & 3]; data += (c >> 4 & 3) + 1;
        out[i + 3] = u32(data) & mask[c >> 6]; data += (c >> 6) + 1;
    }
    for (unsigned c = i < n ? *in : 0; i < n; i++, c >>= 2) {
        out[i] = u32(data) & mask[c & 3];
        data += (c & 3) + 1;
    }
    return data;
}

// row is the bucket of a thread that time has come to; times has a place for
// states that do not count, too.
struct row { int64_t times[8], now, until; int state; };

static struct row *rows;
static size_t nrows;
static int64_t step;
static uint64_t cells, total;

static void charge(struct row *r, int64_t to) {
    while (r->until < to) {
        r->times[r->state & 7] += r->until - r->now;
        r->now = r->until;
        int64_t alive = 0;
        for (int s = 0; s < 6; s++) alive += r->times[s];
        if (alive > 0) cells++, total += (uint64_t)alive;
        memset(r->times, 0, sizeof r->times);
        r->until += step;
    }
    r->times[r->state & 7] += to - r->now;
    r->now = to;
}

static struct row *row(size_t thread) {
    if (thread >= nrows) {
        size_t n = 2 * thread + 64;
        rows = realloc(rows, n * sizeof *rows);
        for (; nrows < n; nrows++) rows[nrows] = (struct row){.until = step, .state = 6};
    }
    return &rows[thread];
}

static uint8_t *stored, *raw;
static uint32_t *dt, *ids, *counts;

static void block(const uint8_t *h, const uint8_t *a, int64_t next) {
    uint32_t count = u32(h + 24), codes = u32(a), groups = u32(a + 4), carries = u32(a + 8), wide = u32(a + 12);
    const uint8_t *table = a + 32, *p = table + 8 * codes;
    int64_t start = i64(h + 32);
    if (wide > 0) fprintf(stderr, "scan: wide times are not for this program\n"), exit(2);
    int state[256] = {0};
    for (uint32_t i = 0; i < codes; i++) state[i] = table[8 * i + 1];
    p = column(p, groups, ids);
    p = column(p, groups, counts);
    uint32_t *carried = ids + groups;
    p = column(p, carries, carried);
    for (size_t i = 0; i < nrows; i++) rows[i].state = 6, rows[i].now = start;
    int64_t id = -1;
    for (uint32_t i = 0; i < carries; i++) {
        id += carried[i] + 1;
        struct row *r = row((size_t)id);
        r->state = p[i], r->now = start;
    }
    p += carries;
    const uint8_t *code = p;
    column(p + count, count, dt);
    id = -1;
    size_t k = 0;
    for (uint32_t g = 0; g < groups; g++) {
        id += ids[g] + 1;
        struct row *r = row((size_t)id);
        int64_t at = start, now = start, until = r->until;
        int s = r->state;
        for (size_t end = k + counts[g]; k < end; k++) {
            at += dt[k];
            if (at > until) {
                r->now = now, r->state = s;
                charge(r, at);
                until = r->until;
            } else {
                r->times[s & 7] += at - now;
            }
            now = at, s = state[code[k]];
        }
        r->now = now, r->state = s;
    }
    for (size_t i = 1; i < nrows; i++) charge(&rows[i], next);
}

int main(int argc, char **argv) {
    struct stat st;
    int f = argc == 4 ? open(argv[1], O_RDONLY) : -1;
    if (f < 0 || fstat(f, &st) != 0) return fprintf(stderr, "usage: scan FILE STEPS TURNS\n"), 2;
    // The headers of all blocks, by going from one to the next.
    uint8_t h[HEADER], *heads = NULL;
    int64_t *at = NULL, end = 0;
    size_t n = 0, events = 0, longest = 0, most = 0, threads = 0;
    for (int64_t o = HEADER; pread(f, h, HEADER, o) == HEADER && memcmp(h, "TCHK", 4) == 0; o += HEADER + u32(h + 8) + (int64_t)u32(h + 16)) {
        if (h[4] != EVENTS) continue;
        if ((n & (n + 1)) == 0) heads = realloc(heads, (2 * n + 2) * HEADER), at = realloc(at, (2 * n + 2) * sizeof *at);
        memcpy(heads + n * HEADER, h, HEADER);
        at[n++] = o + HEADER;
        events += u32(h + 24), end = i64(h + 40);
        if (u32(h + 24) > most) most = u32(h + 24);
        if (u32(h + 8) > longest) longest = u32(h + 8);
        if (u32(h + 12) > threads) threads = u32(h + 12);
    }
    stored = malloc(longest + SLOP), raw = malloc(threads + SLOP);
    dt = malloc((most + 4) * 4), ids = malloc((threads + 4) * 8), counts = malloc((threads + 4) * 4);
    int turns = atoi(argv[3]);
    step = end / atoi(argv[2]) + 1;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    for (int turn = 0; turn < turns; turn++) {
        free(rows), rows = NULL, nrows = 0, cells = total = 0;
        for (size_t i = 0; i < n; i++) {
            const uint8_t *c = heads + i * HEADER;
            uint32_t len = u32(c + 8);
            if (pread(f, stored, len, at[i]) != (ssize_t)len || crc32c(stored, len) != u32(c + 48)) return fprintf(stderr, "scan: damage\n"), 2;
            if (c[5] == 1) lz4(stored, len, raw);
            block(c, c[5] == 1 ? raw : stored, i + 1 < n ? i64(c + HEADER + 32) : end);
        }
        for (size_t i = 1; i < nrows; i++) {
            int64_t alive = 0;
            for (int s = 0; s < 6; s++) alive += rows[i].times[s];
            if (alive > 0) cells++, total += (uint64_t)alive;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double ns = (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
    printf("%.3f ns/event, %llu buckets, %llu ns\n", ns / turns / (double)events, (unsigned long long)cells, (unsigned long long)total);
    return 0;
}
