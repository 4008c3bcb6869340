// Reads a reduced trace.bin once, into buckets and into waits with who held what
// they were for, in plain C: what the same work costs without Go. It trusts the
// file; a thread holds one monitor at a time, once, and nobody waits twice in a row.
//
//   match FILE STEPS TURNS
//
// prints the nanoseconds of processor time an event took, and the least that each
// chunk took in any turn, added up; in another line the number of buckets in which a
// thread was alive and their sum in nanoseconds, the number of waits, the number of
// stretches that the waits for monitors have, and a sum of when their first and last
// ones begin and how many threads hold the monitor then.
#include "read.h"

enum { SUSPENDED = 3, BLOCKING = 4, NOT_ALIVE = 6, WAIT = 5, ENTER = 6, EXIT = 7, WAKE = 14 };
static const int64_t forever = INT64_MAX;

typedef struct { int64_t start, end; uint32_t thread, monitor, other; int state, open, first, last; } wait_t;
// A deed is a thread that holds a monitor, or, without one, the question who does at
// its start.
typedef struct { int64_t start, end; uint32_t monitor, thread; } deed_t;
typedef struct { int64_t time, end; uint32_t thread; int32_t deed; } due_t;
typedef struct { int64_t start; uint32_t holder; int32_t holders; } stretch_t;
typedef struct { int64_t until; int first, last, dues, end, crowded; uint32_t holder; } at_t;
typedef struct { int64_t since; uint32_t monitor, other, held; int state; } thread_t;
typedef struct { int64_t end; uint32_t thread; } leaver_t;

static uint32_t *dt, *ids, *counts, *carried, *monitors, *others, *sharers;
static thread_t *threads;
static wait_t *waits;
static deed_t *deeds;
static due_t *dues;
static uint64_t *points, *spare;
static stretch_t *stretches;
static at_t *at;
static leaver_t crowd[1 << 16];
static int *local, *found, ncrowd, nw, nd, nat, nsharers;
static uint64_t sum_waits, sum_stretches, check;

static uint64_t varint(const uint8_t **p) {
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        v |= (uint64_t)(b & 127) << shift;
        if (b < 128) return v;
    }
}

// skip returns what follows a column of n numbers.
static const uint8_t *skip(const uint8_t *in, size_t n) {
    const uint8_t *data = in + (n + 3) / 4;
    for (size_t i = 0; i < n / 4; i++) data += (in[i] & 3) + (in[i] >> 2 & 3) + (in[i] >> 4 & 3) + (in[i] >> 6) + 4;
    for (size_t i = n / 4 * 4; i < n; i++) data += (in[i / 4] >> 2 * (i % 4) & 3) + 1;
    return data;
}

static int ask(int64_t time, uint32_t monitor) {
    deeds[nd] = (deed_t){time, forever, monitor, 0};
    return nd++;
}

// stop ends a wait, which its thread's last deed ends if that is told.
static void stop(wait_t *w, int64_t end, int64_t start, int deed) {
    w->end = end, w->open = 0, w->last = deed;
    if (end <= w->start || (w->state == SUSPENDED && w->other == 0)) return;
    if (w->state == BLOCKING && deed < 0 && end > start) w->last = ask(end - 1, w->monitor);
    nw++;
}

// radix sorts points by their bits from low on.
static void radix(int n, int low, int high) {
    static uint32_t count[1 << 12];
    for (; low < high; low += 12) {
        memset(count, 0, sizeof count);
        for (int i = 0; i < n; i++) count[points[i] >> low & 4095]++;
        uint32_t sum = 0;
        for (int d = 0; d < 4096; d++) { uint32_t c = count[d]; count[d] = sum; sum += c; }
        for (int i = 0; i < n; i++) spare[count[points[i] >> low & 4095]++] = points[i];
        uint64_t *x = points; points = spare, spare = x;
    }
}

// change returns the stretch that begins at a time.
static stretch_t *change(at_t *a, int64_t time) {
    if (stretches[a->last].start != time) stretches[++a->last].start = time;
    return &stretches[a->last];
}

static void list(stretch_t *s) {
    s->holders = ncrowd, s->holder = ncrowd == 1 ? crowd[0].thread : (uint32_t)nsharers;
    for (int i = 0; i < ncrowd; i++) sharers[nsharers++] = crowd[i].thread;
}

// advance has those leave a monitor that several hold who do before a time, or at it.
static void advance(at_t *a, int64_t time, int through) {
    while (a->crowded) {
        int64_t next = forever;
        for (int i = 0; i < ncrowd; i++) if (crowd[i].end < next) next = crowd[i].end;
        if (next == forever || next > time || (next == time && !through)) return;
        for (int i = ncrowd - 1; i >= 0; i--) if (crowd[i].end == next) crowd[i] = crowd[--ncrowd];
        if (ncrowd > 0) list(change(a, next));
        if (ncrowd == 0) a->crowded = 0, a->until = next, a->holder = 0;
        if (ncrowd == 1) a->crowded = 0, a->until = crowd[0].end, a->holder = crowd[0].thread;
    }
}

static int slowly(at_t *a, const due_t *d) {
    advance(a, d->time, d->thread == 0);
    int last = a->last;
    if (!a->crowded && d->time >= a->until) {
        if (d->time > a->until || d->thread == 0) stretches[++last] = (stretch_t){a->until, 0, 0};
        if (d->thread == 0) return last;
        if (d->time == a->until && d->thread == a->holder) return a->until = d->end, last;
        stretches[a->last = last + 1] = (stretch_t){d->time, d->thread, 1};
        a->until = d->end, a->holder = d->thread;
        return last;
    }
    if (d->thread == 0) return last;
    if (stretches[last].start == d->time) last--;
    for (int i = 0; i < ncrowd && a->crowded; i++) if (crowd[i].thread == d->thread) return crowd[i].end = d->end, last;
    if (!a->crowded) a->crowded = 1, crowd[0] = (leaver_t){a->until, a->holder}, ncrowd = 1;
    crowd[ncrowd++] = (leaver_t){d->end, d->thread};
    list(change(a, d->time));
    return last;
}

static void sweep(at_t *a) {
    int last = a->last;
    int64_t until = a->until;
    for (due_t *d = dues + a->end - a->dues, *end = dues + a->end; d < end; d++) {
        if (a->crowded || (d->thread != 0 && d->time < until)) {
            a->last = last, a->until = until;
            found[d->deed] = slowly(a, d);
            last = a->last, until = a->until;
            continue;
        }
        int holds = d->thread != 0, past = last + (d->time > until || (d->time == until && !holds));
        stretches[last + 1] = (stretch_t){until, 0, 0};
        stretches[past + 1] = (stretch_t){d->time, d->thread, 1};
        found[d->deed] = past;
        int again = d->time == until && d->thread == a->holder;
        last = holds ? past + !again : last, until = holds ? d->end : until, a->holder = holds ? d->thread : a->holder;
    }
    a->last = last, a->until = until;
}

// match finds the stretches of all waits of a block that tells from start to end.
static void match(int64_t start, int64_t end) {
    nat = 1, nsharers = 0;
    at[0] = (at_t){0};
    for (int i = 0; i < nw; i++) {
        if (waits[i].state == BLOCKING && local[waits[i].monitor] == 0) at[nat] = (at_t){0}, local[waits[i].monitor] = nat++;
    }
    int low = 64 - __builtin_clzll((uint64_t)nd | 1), high = low + 64 - __builtin_clzll((uint64_t)(end - start) | 1), n = 0, asked = 0;
    for (int i = 0; i < nd; i++) {
        int l = local[deeds[i].monitor], holds = deeds[i].thread != 0, matters = l != 0 && deeds[i].start != deeds[i].end;
        at[l].dues += matters;
        points[n] = spare[asked] = (uint64_t)(deeds[i].start - start) << low | (uint64_t)i;
        asked += matters & !holds, n += matters & holds & (deeds[i].start >= start);
    }
    memcpy(points + n, spare, (size_t)asked * sizeof *points);
    n += asked;
    int s = 0, due = 0;
    for (int l = 1; l < nat; l++) {
        at[l].first = s, at[l].last = s - 1, at[l].until = -1, at[l].end = due;
        s += 2 * at[l].dues + 3, due += at[l].dues;
    }
    for (int i = 0; i < nd; i++) {
        if (deeds[i].start < 0 && local[deeds[i].monitor] != 0) {
            dues[at[local[deeds[i].monitor]].end++] = (due_t){-1, deeds[i].end, deeds[i].thread, i};
        }
    }
    radix(n, low, high);
    uint64_t mask = ((uint64_t)1 << low) - 1;
    for (int i = 0; i < n; i++) {
        deed_t *d = &deeds[points[i] & mask];
        dues[at[local[d->monitor]].end++] = (due_t){d->start, d->end, d->thread, (int32_t)(points[i] & mask)};
    }
    for (int l = 1; l < nat; l++) {
        at_t *a = &at[l];
        sweep(a);
        advance(a, end, 1);
        if (!a->crowded && a->until < forever) stretches[++a->last] = (stretch_t){a->until, 0, 0};
        stretches[a->first].start = start;
        stretches[a->last + 1].start = end;
    }
    for (int i = 0; i < nw; i++) {
        wait_t *w = &waits[i];
        if (w->state != BLOCKING) continue;
        at_t *a = &at[local[w->monitor]];
        w->first = w->first >= 0 ? found[w->first] : a->first;
        w->last = w->open ? a->last : w->last >= 0 ? found[w->last] : a->first;
        const stretch_t *f = &stretches[w->first], *l = &stretches[w->last];
        sum_stretches += (uint64_t)(w->last - w->first + 1);
        check += (uint64_t)(f->start + l->start) + (uint64_t)(f->holders + l->holders);
    }
    for (int i = 0; i < nw; i++) if (waits[i].state == BLOCKING) local[waits[i].monitor] = 0;
    sum_waits += (uint64_t)nw;
}

// carry begins the waits of threads that are in one when a block begins.
static void carry(wait_t *w, uint32_t id, int64_t start) {
    thread_t *t = &threads[id];
    if (t->state != BLOCKING && t->state != SUSPENDED) return;
    *w = (wait_t){.start = t->since, .thread = id, .monitor = t->monitor, .other = t->other, .state = t->state, .first = -1};
    if (t->state == BLOCKING && t->since >= start) w->first = ask(t->since, t->monitor);
}

static void leave_open(wait_t *w, int64_t end) { w->end = end, w->open = 1, w->last = -1, nw++; }

static void block(const uint8_t *h, const uint8_t *a, const uint8_t *b, int64_t next) {
    uint32_t count = u32(h + 24), codes = u32(a), groups = u32(a + 4), carries = u32(a + 8);
    const uint8_t *table = a + 32, *p = table + 8 * codes, *q = b + 32;
    int64_t start = i64(h + 32);
    if (u32(a + 12) + u32(b + 16) + u32(b + 20) + u32(b + 24) > 0) fprintf(stderr, "match: such events are not for this program\n"), exit(2);
    p = column(column(column(p, groups, ids), groups, counts), carries, carried);
    for (size_t i = 0; i < nrows; i++) rows[i].state = NOT_ALIVE, rows[i].now = start, threads[i].state = NOT_ALIVE, threads[i].held = 0;
    q = skip(skip(column(column(q, u32(b), monitors), u32(b + 4), others), u32(b + 8)), u32(b + 12));
    int64_t id = -1;
    for (uint32_t i = 0; i < carries; i++) {
        id += carried[i] + 1, carried[i] = (uint32_t)id;
        struct row *r = row((size_t)id);
        thread_t *t = &threads[id];
        r->state = t->state = p[i], r->now = start;
        q++;
        t->since = start - (int64_t)varint(&q), t->monitor = (uint32_t)varint(&q), t->other = (uint32_t)varint(&q), varint(&q);
    }
    p += carries;
    nw = nd = 0;
    for (uint32_t i = 0, m = 0; i < u32(b + 28); i++) {
        m += (uint32_t)varint(&q);
        uint32_t t = (uint32_t)varint(&q);
        varint(&q);
        deeds[nd] = (deed_t){-1, forever, m, t};
        threads[t].held = (uint32_t)++nd; // by its number
    }
    column(p + count, count, dt);
    id = -1;
    size_t k = 0, mi = 0, oi = 0, ci = 0;
    for (uint32_t g = 0; g < groups; g++) {
        id += ids[g] + 1;
        for (; ci < carries && carried[ci] <= id; ci++) {
            if (carried[ci] == id) continue;
            carry(&waits[nw], carried[ci], start);
            if (threads[carried[ci]].state == BLOCKING || threads[carried[ci]].state == SUSPENDED) leave_open(&waits[nw], next);
        }
        struct row *r = row((size_t)id);
        int64_t now = start, before = start, until = r->until;
        int s = r->state, held = (int)threads[id].held - 1;
        carry(&waits[nw], (uint32_t)id, start);
        for (size_t end = k + counts[g]; k < end; k++) {
            now += dt[k];
            if (now > until) {
                r->now = before, r->state = s;
                charge(r, now);
                until = r->until;
            } else {
                r->times[s & 7] += now - before;
            }
            const uint8_t *code = table + 8 * p[k];
            int kind = code[0], state = code[1], fields = code[4];
            mi += fields & 1, oi += fields >> 2 & 1;
            if (kind == ENTER) {
                if (s != state && (s == BLOCKING || s == SUSPENDED)) stop(&waits[nw], now, start, waits[nw].monitor == monitors[mi - 1] && s == BLOCKING ? nd : -1);
                deeds[nd] = (deed_t){now, forever, monitors[mi - 1], (uint32_t)id};
                held = nd++;
            } else {
                if (s != state) {
                    if (s == BLOCKING || s == SUSPENDED) stop(&waits[nw], now, start, -1);
                    if (state == BLOCKING || state == SUSPENDED) {
                        waits[nw] = (wait_t){.start = now, .thread = (uint32_t)id, .state = state, .first = -1};
                        if (state == BLOCKING) {
                            waits[nw].monitor = monitors[mi - 1], waits[nw].other = fields & 4 ? others[oi - 1] : 0;
                            waits[nw].first = ask(now, monitors[mi - 1]);
                        }
                    }
                } else if (kind == WAKE && waits[nw].other == 0) {
                    waits[nw].other = others[oi - 1];
                }
                if (kind == EXIT) deeds[held].end = now;
            }
            before = now, s = state;
        }
        r->now = before, r->state = s;
        if (s == BLOCKING || s == SUSPENDED) leave_open(&waits[nw], next);
    }
    for (; ci < carries; ci++) {
        carry(&waits[nw], carried[ci], start);
        if (threads[carried[ci]].state == BLOCKING || threads[carried[ci]].state == SUSPENDED) leave_open(&waits[nw], next);
    }
    for (size_t i = 1; i < nrows; i++) charge(&rows[i], next);
    match(start, next);
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: match FILE STEPS TURNS\n"), 2;
    struct file t = open_file(argv[1]);
    uint8_t *stored = malloc(t.stored + SLOP), *raw = malloc(t.raw + 2 * SLOP);
    size_t n = 2 * t.most + t.raw + 64;
    dt = malloc(n * 4), ids = malloc(n * 4), counts = malloc(n * 4), carried = malloc(n * 4), monitors = malloc(n * 4), others = malloc(n * 4);
    waits = malloc(n * sizeof *waits), deeds = malloc(n * sizeof *deeds), dues = malloc(n * sizeof *dues), found = malloc(n * 4);
    points = malloc(n * 8), spare = malloc(n * 8), stretches = malloc(4 * n * sizeof *stretches), sharers = malloc(64 * n * 4);
    at = malloc(n * sizeof *at), local = calloc(n, 4), threads = calloc(n, sizeof *threads);
    int turns = atoi(argv[3]);
    step = t.end / atoi(argv[2]) + 1;
    double before = cpu_ns(), sum = 0, *least = malloc(t.blocks * sizeof *least);
    for (int turn = 0; turn < turns; turn++) {
        free(rows), rows = NULL, nrows = 0, cells = total = sum_waits = sum_stretches = check = 0;
        for (size_t i = 0; i < t.blocks; i++) {
            const uint8_t *c = t.heads + i * HEADER, *a, *b;
            double began = cpu_ns();
            uint32_t la = u32(c + 8), lb = u32(c + 16);
            if (pread(t.f, stored, la + lb, t.at[i]) != (ssize_t)(la + lb)) return fprintf(stderr, "match: damage\n"), 2;
            a = section(stored, la, u32(c + 48), c[5], raw);
            b = section(stored + la, lb, u32(c + 52), c[6], raw + u32(c + 12) + SLOP);
            block(c, a, b, i + 1 < t.blocks ? i64(c + HEADER + 32) : t.end);
            double took = cpu_ns() - began;
            if (turn == 0 || took < least[i]) least[i] = took;
        }
        finish();
    }
    double took = cpu_ns() - before;
    for (size_t i = 0; i < t.blocks; i++) sum += least[i];
    printf("%.3f ns/event, least %.3f\n", took / turns / (double)t.events, sum / (double)t.events);
    printf("%llu buckets, %llu ns, %llu waits, %llu stretches, %llu\n", (unsigned long long)cells, (unsigned long long)total,
           (unsigned long long)sum_waits, (unsigned long long)sum_stretches, (unsigned long long)check);
    return 0;
}
