//go:build ignore

/* Call stacks of waits, and the callers that acquire locks. A frame in the trace is
 * "module+0xaddress" and the path of the module; tiv record gives them functions and
 * lines. The address is within the call, as tools for symbols expect it.
 *
 * A thread that waits walks its stack. It keeps the last walks with all places of the
 * stack that it read, and their values: while these are the same, so is the result. */
#include "preload.h"

#include <string.h>
#include <sys/mman.h>

#include "unwind.h"

int no_stacks;

#ifdef DLFO_STRUCT_HAS_EH_DBASE

static int (*find_object)(void *, struct dl_find_object *);
static char program[4096];

/* generation counts closed libraries: code at the same address is then other code. */
static uint32_t generation; /* atomic */

EXPORT int dlclose(void *library) {
	int result;
	__atomic_add_fetch(&generation, 1, __ATOMIC_ACQ_REL);
	result = REAL(dlclose)(library);
	__atomic_add_fetch(&generation, 1, __ATOMIC_ACQ_REL);
	forget_closed_modules();
	forget_originals();
	return result;
}

/* The memory of frames and stacks, which are never freed. */
enum { ARENA = 16 << 20 };
static uint8_t *arena;
static uint32_t arena_used; /* atomic */

static void *keep(size_t n) {
	uint32_t at;
	n = (n + 15) & ~(size_t)15;
	if (__atomic_load_n(&arena_used, __ATOMIC_RELAXED) + n > ARENA)
		return NULL;
	at = __atomic_fetch_add(&arena_used, (uint32_t)n, __ATOMIC_RELAXED);
	return at + n <= ARENA ? arena + at : NULL;
}

/* A call, by the address after it; also as a stack of one. */
struct call {
	struct tiv_frame frame;
	struct tiv_stack alone;
	const struct tiv_frame *list;
	uintptr_t pc;
	uint32_t generation;
	struct call *next;
};

struct node {
	struct tiv_stack stack;
	uint64_t hash;
	struct node *next;
	const struct tiv_frame *frames[];
};

enum { BUCKETS = 1 << 13 };
static struct call *calls[BUCKETS]; /* atomic: they only grow at their heads */
static struct node *nodes[BUCKETS];

static uint64_t mix(uint64_t hash, uint64_t v) {
	hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

/* describe makes the names of a call. */
static int describe(struct call *c) {
	static const char digits[] = "0123456789abcdef";
	struct dl_find_object object;
	const char *path, *base;
	char *text, *to;
	uintptr_t address;
	int shift;
	if (find_object((void *)(c->pc - 1), &object) != 0)
		return 0;
	path = object.dlfo_link_map->l_name;
	address = c->pc - 1 - object.dlfo_link_map->l_addr;
	if (path == NULL || *path == 0)
		path = program;
	base = strrchr(path, '/');
	base = base ? base + 1 : path;
	text = keep(strlen(path) + 1 + strlen(base) + sizeof "+0x0123456789abcdef");
	if (text == NULL)
		return 0;
	c->frame.file = strcpy(text, path);
	c->frame.function = to = text + strlen(path) + 1;
	strcpy(to, base);
	strcat(to, "+0x");
	to += strlen(to);
	for (shift = 60; shift > 0 && address >> shift == 0; shift -= 4)
		;
	for (; shift >= 0; shift -= 4)
		*to++ = digits[address >> shift & 15];
	*to = 0;
	return 1;
}

/* call_at returns the call before an address, or NULL if no program has code there. */
static struct call *call_at(uintptr_t pc) {
	uint32_t now = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
	struct call **bucket = &calls[mix(now, pc) % BUCKETS], *first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE), *c;
	for (c = first; c; c = c->next)
		if (c->pc == pc && c->generation == now)
			return c;
	if ((c = keep(sizeof *c)) == NULL)
		return NULL;
	c->pc = pc, c->generation = now;
	if (!describe(c))
		return NULL;
	c->list = &c->frame;
	c->alone.count = 1, c->alone.frames = &c->list;
	c->next = first;
	while (!__atomic_compare_exchange_n(bucket, &c->next, c, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return c;
}

const struct tiv_stack *stack_of(uint64_t place) {
	struct call *c;
	if (place & WHOLE)
		return (const struct tiv_stack *)(uintptr_t)(place & ~WHOLE);
	if (find_object == NULL || place == 0)
		return NULL;
	c = call_at((uintptr_t)place);
	return c ? &c->alone : NULL;
}

int in_module(uintptr_t address) {
	struct dl_find_object object;
	return find_object && find_object((void *)address, &object) == 0;
}

const struct tiv_frame *frame_at(uintptr_t address) {
	struct call *c = find_object ? call_at(address + 1) : NULL;
	return c ? &c->frame : NULL;
}

#if CAN_UNWIND

/* LEVELS is the number of calls that a walk follows; the outer ones of longer stacks
 * are missing. */
enum { LEVELS = 40, PLACES = 2 * LEVELS, WALKS = 4 };

struct walk {
	const struct tiv_stack *stack; /* NULL: not valid */
	uintptr_t pc, sp, rbp, caller, high;
	uint32_t generation, count;
	int by_rbp; /* the result depends on rbp */
	uint32_t at[PLACES]; /* from sp, in words */
	uintptr_t values[PLACES];
};

/* A position in a walk. */
struct walker {
	uintptr_t pc, sp, rbp, low, high;
	int rbp_from; /* the place of rbp: of the values, BY_START, or LOST */
	struct { uintptr_t at, value; } rbps[LEVELS];
	int needed[LEVELS], levels;
};
enum { BY_START = -1, LOST = -2 };

/* Stack memory is read as it is, in spite of sanitizers. */
#define RAW __attribute__((no_sanitize("address", "thread", "undefined")))

RAW static int load(const struct walker *w, uintptr_t at, uintptr_t *value) {
	if (at < w->low || at >= w->high || at % sizeof at != 0)
		return 0;
	*value = *(const uintptr_t *)at;
	return 1;
}

/* note adds a place that was read to a walk. */
static void note(struct walk *k, uintptr_t at, uintptr_t value) {
	k->at[k->count] = (uint32_t)((at - k->sp) / sizeof at);
	k->values[k->count++] = value;
}

/* need notes that the walk depends on rbp. */
static int need(struct walk *k, struct walker *w) {
	if (w->rbp_from == LOST)
		return 0;
	if (w->rbp_from == BY_START) {
		k->by_rbp = 1;
	} else if (!w->needed[w->rbp_from]) {
		w->needed[w->rbp_from] = 1;
		note(k, w->rbps[w->rbp_from].at, w->rbps[w->rbp_from].value);
	}
	return 1;
}

/* up goes to the caller. It returns 0 at the end of what can be known. */
static int up(struct walk *k, struct walker *w) {
	struct dl_find_object object;
	struct rules r;
	uintptr_t cfa, pc, rbp = w->rbp, at;
	int from = w->rbp_from;
	enum { MOST = 3 }; /* places that this reads */
	if (k->count > PLACES - MOST)
		return 0;
	if (find_object((void *)(w->pc - 1), &object) != 0 || !rules_at(&r, w->pc - 1, &object) || r.back.where != AT_CFA)
		return 0;
	if (r.cfa == RSP)
		cfa = w->sp + (uintptr_t)r.offset;
	else if (r.cfa == RBP && need(k, w))
		cfa = w->rbp + (uintptr_t)r.offset;
	else
		return 0;
	if (r.indirect) {
		at = cfa;
		if (!load(w, at, &cfa))
			return 0;
		note(k, at, cfa);
	}
	at = cfa + (uintptr_t)r.back.offset;
	if (cfa <= w->sp || cfa > w->high || !load(w, at, &pc) || pc == 0)
		return 0;
	if (r.rbp.where == GONE) {
		from = LOST;
	} else if (r.rbp.where != KEPT) {
		uintptr_t place = (r.rbp.where == AT_CFA ? cfa : w->rbp) + (uintptr_t)r.rbp.offset;
		if (r.rbp.where == AT_RBP && !need(k, w))
			return 0;
		from = LOST;
		if (load(w, place, &rbp)) {
			from = w->levels;
			w->rbps[from].at = place, w->rbps[from].value = rbp;
			w->needed[from] = 0;
		}
	}
	note(k, at, pc);
	w->pc = pc, w->sp = cfa, w->rbp = rbp, w->rbp_from = from;
	w->levels++;
	return 1;
}

/* same reports whether a walk from the same place would have the same result. */
RAW static int same(const struct walk *k) {
	uint32_t i;
	for (i = 0; i < k->count; i++)
		if (((const uintptr_t *)k->sp)[k->at[i]] != k->values[i])
			return 0;
	return 1;
}

static const struct tiv_stack *node_of(const struct tiv_frame **frames, uint32_t n) {
	struct node **bucket, *first, *s;
	uint64_t hash = n;
	uint32_t i;
	for (i = 0; i < n; i++)
		hash = mix(hash, (uintptr_t)frames[i]);
	bucket = &nodes[hash % BUCKETS];
	first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
	for (s = first; s; s = s->next)
		if (s->hash == hash && s->stack.count == n && memcmp(s->frames, frames, n * sizeof *frames) == 0)
			return &s->stack;
	if ((s = keep(sizeof *s + n * sizeof *frames)) == NULL)
		return NULL;
	memcpy(s->frames, frames, n * sizeof *frames);
	s->hash = hash;
	s->stack.count = n, s->stack.frames = s->frames;
	s->next = first;
	while (!__atomic_compare_exchange_n(bucket, &s->next, s, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return &s->stack;
}

/* after_handler reports whether a handler of a signal returns to an address: no function
 * has called it from there. */
static int after_handler(uintptr_t pc) {
	static const uint8_t sigreturn[] = {0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05};
	return memcmp((const void *)pc, sigreturn, sizeof sigreturn) == 0;
}

/* walk_up fills a walk. The first frame is the function of this library that the
 * program called. */
static const struct tiv_stack *walk_up(struct walk *k, struct walker *w) {
	const struct tiv_frame *frames[LEVELS];
	uintptr_t inner = w->pc;
	struct call *c;
	uint32_t n = 0;
	while (w->levels < LEVELS && up(k, w)) {
		if (n == 0 && w->pc == k->caller && (c = call_at(inner)) != NULL)
			frames[n++] = &c->frame;
		inner = w->pc;
		if (n == 0)
			continue;
		if ((c = call_at(w->pc)) == NULL || after_handler(w->pc))
			break;
		frames[n++] = &c->frame;
		if (n == LEVELS)
			break;
	}
	return n > 1 ? node_of(frames, n) : NULL;
}

const struct tiv_stack *stack_now(struct thread *t, uint64_t caller) {
	struct walker w;
	struct walk *k;
	const struct tiv_stack *stack;
	if (find_object == NULL)
		return NULL;
	__asm__ volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1\n\tmov %%rbp, %2" : "=r"(w.pc), "=r"(w.sp), "=r"(w.rbp));
	if (w.sp < t->stack_low || w.sp >= t->stack_high)
		return stack_of(caller);
	if (t->walks == NULL && (t->walks = keep(sizeof *k * WALKS)) == NULL)
		return stack_of(caller);
	k = &t->walks[mix(caller, w.sp) % WALKS];
	if (k->stack && k->caller == caller && k->pc == w.pc && k->sp == w.sp && k->high == t->stack_high && (!k->by_rbp || k->rbp == w.rbp) &&
	    k->generation == __atomic_load_n(&generation, __ATOMIC_ACQUIRE) && same(k))
		return k->stack;
	/* A signal handler may leave this by a jump: the walk is valid at the end. */
	k->stack = NULL;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	k->pc = w.pc, k->sp = w.sp, k->rbp = w.rbp, k->caller = caller, k->high = t->stack_high;
	k->count = 0, k->by_rbp = 0;
	k->generation = __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
	w.low = w.sp, w.high = t->stack_high, w.rbp_from = BY_START, w.levels = 0;
	w.pc++; /* as the addresses after calls */
	if ((stack = walk_up(k, &w)) == NULL)
		return stack_of(caller);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	return k->stack = stack;
}
#else
const struct tiv_stack *stack_now(struct thread *t, uint64_t caller) { return (void)t, stack_of(caller); }
#endif

void begin_stacks(void) {
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	if (no_stacks || n <= 0)
		return;
	arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (arena != MAP_FAILED)
		*(void **)&find_object = dlsym(RTLD_DEFAULT, "_dl_find_object");
}

#else
const struct tiv_stack *stack_of(uint64_t place) { return (void)place, NULL; }
const struct tiv_stack *stack_now(struct thread *t, uint64_t caller) { return (void)t, (void)caller, NULL; }
int in_module(uintptr_t address) { return (void)address, 0; }
const struct tiv_frame *frame_at(uintptr_t address) { return (void)address, NULL; }
void begin_stacks(void) {}
#endif
