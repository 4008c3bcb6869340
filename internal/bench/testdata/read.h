// What the programs that read a reduced trace.bin in plain C have in common. They
// trust the file; docs/trace-format.md says what is in it.
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

// file is a trace: the headers of its blocks, where their sections begin, and how
// much room they need.
struct file {
    int f;
    uint8_t *heads;
    int64_t *at, end;
    size_t blocks, events, most, stored, raw;
};

// open_file finds the headers of all blocks, by going from one to the next.
static struct file open_file(const char *path) {
    struct file t = {.f = open(path, O_RDONLY)};
    uint8_t h[HEADER];
    if (t.f < 0) fprintf(stderr, "%s: cannot be read\n", path), exit(2);
    for (int64_t o = HEADER; pread(t.f, h, HEADER, o) == HEADER && memcmp(h, "TCHK", 4) == 0; o += HEADER + u32(h + 8) + (int64_t)u32(h + 16)) {
        if (h[4] != EVENTS) continue;
        size_t n = t.blocks++;
        if ((n & (n + 1)) == 0) t.heads = realloc(t.heads, (2 * n + 2) * HEADER), t.at = realloc(t.at, (2 * n + 2) * sizeof *t.at);
        memcpy(t.heads + n * HEADER, h, HEADER);
        t.at[n] = o + HEADER;
        t.events += u32(h + 24), t.end = i64(h + 40);
        if (u32(h + 24) > t.most) t.most = u32(h + 24);
        if (u32(h + 8) + u32(h + 16) > t.stored) t.stored = u32(h + 8) + u32(h + 16);
        if (u32(h + 12) + u32(h + 20) > t.raw) t.raw = u32(h + 12) + u32(h + 20);
    }
    return t;
}

// section checks a section and decompresses it, if it has to be.
static const uint8_t *section(const uint8_t *stored, uint32_t len, uint32_t crc, int codec, uint8_t *raw) {
    if (crc32c(stored, len) != crc) fprintf(stderr, "damage\n"), exit(2);
    if (codec != 1) return stored;
    if (len > 0) lz4(stored, len, raw);
    return raw;
}

static double cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
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

// finish counts the last buckets.
static void finish(void) {
    for (size_t i = 1; i < nrows; i++) {
        int64_t alive = 0;
        for (int s = 0; s < 6; s++) alive += rows[i].times[s];
        if (alive > 0) cells++, total += (uint64_t)alive;
    }
}
