// Scans a reduced trace.bin into buckets, in plain C: what the same work costs
// without Go. It trusts the file; docs/trace-format.md says what is in it.
//
//   scan FILE STEPS TURNS
//
// prints the nanoseconds of processor time an event took, the number of
// buckets in which a thread was alive, and their sum in nanoseconds.
#include "read.h"

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
    if (argc != 4) return fprintf(stderr, "usage: scan FILE STEPS TURNS\n"), 2;
    struct file t = open_file(argv[1]);
    uint8_t *stored = malloc(t.stored + SLOP), *raw = malloc(t.raw + SLOP);
    dt = malloc((t.most + 4) * 4), ids = malloc((t.raw + 4) * 8), counts = malloc((t.raw + 4) * 4);
    int turns = atoi(argv[3]);
    step = t.end / atoi(argv[2]) + 1;
    double before = cpu_ns();
    for (int turn = 0; turn < turns; turn++) {
        free(rows), rows = NULL, nrows = 0, cells = total = 0;
        for (size_t i = 0; i < t.blocks; i++) {
            const uint8_t *c = t.heads + i * HEADER;
            uint32_t len = u32(c + 8);
            if (pread(t.f, stored, len, t.at[i]) != (ssize_t)len) return fprintf(stderr, "scan: damage\n"), 2;
            block(c, section(stored, len, u32(c + 48), c[5], raw), i + 1 < t.blocks ? i64(c + HEADER + 32) : t.end);
        }
        finish();
    }
    printf("%.3f ns/event\n%llu buckets, %llu ns\n", (cpu_ns() - before) / turns / (double)t.events, (unsigned long long)cells,
           (unsigned long long)total);
    return 0;
}
