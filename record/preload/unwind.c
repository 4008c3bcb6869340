//go:build ignore

/* The callers of a function, by the tables that compilers write for
 * exceptions (.eh_frame, which the linker sorts in .eh_frame_hdr), on x86-64.
 *
 * It takes no lock, allocates nothing, and reads only the stack of the thread, between
 * its bounds, and the tables of loaded programs, between theirs. What it does not know
 * ends the walk: the stack is then shorter, never wrong. */
#include "unwind.h"

#include <string.h>

#if CAN_UNWIND

/* A part of a table. bad is set by a read beyond its end. */
struct table {
	const uint8_t *at, *end;
	int bad;
};

static uint64_t fixed(struct table *t, size_t n) {
	uint64_t v = 0;
	if ((size_t)(t->end - t->at) < n) {
		t->bad = 1, t->at = t->end;
		return 0;
	}
	memcpy(&v, t->at, n);
	t->at += n;
	return v;
}

static uint64_t uleb(struct table *t) {
	uint64_t v = 0, byte;
	int shift = 0;
	do {
		byte = fixed(t, 1);
		if (shift < 64)
			v |= (byte & 127) << shift;
		shift += 7;
	} while (byte & 128);
	return v;
}

static int64_t sleb(struct table *t) {
	uint64_t v = 0, byte;
	int shift = 0;
	do {
		byte = fixed(t, 1);
		if (shift < 64)
			v |= (byte & 127) << shift;
		shift += 7;
	} while (byte & 128);
	if (byte & 64 && shift < 64)
		v |= ~(uint64_t)0 << shift;
	return (int64_t)v;
}

/* code_of reads a description of functions: two parts of instructions, and the first
 * address. */
struct code {
	struct table common, own;
	uint64_t align;
	int64_t data_align;
	uintptr_t start;
};

/* read_common reads what functions share (a CIE). */
static int read_common(struct code *c, const uint8_t *at, const uint8_t *end) {
	struct table t = {at, end, 0};
	uint64_t length = fixed(&t, 4), size;
	char letters[8];
	int i, pointers = 0;
	if (t.bad || length >= 0xfffffff0 || length > (uint64_t)(end - t.at))
		return 0;
	t.end = t.at + length;
	if (fixed(&t, 4) != 0)
		return 0;
	uint64_t version = fixed(&t, 1);
	for (i = 0; i < 8 && (letters[i] = (char)fixed(&t, 1)) != 0; i++)
		;
	if (i == 8 || letters[0] != 'z' || (version != 1 && version != 3))
		return 0;
	c->align = uleb(&t);
	c->data_align = sleb(&t);
	if ((version == 1 ? fixed(&t, 1) : uleb(&t)) != RETURN)
		return 0;
	size = uleb(&t);
	if (t.bad || size > (uint64_t)(t.end - t.at))
		return 0;
	struct table more = {t.at, t.at + size, 0};
	t.at += size;
	for (i = 1; letters[i]; i++) {
		uint64_t form;
		switch (letters[i]) {
		case 'R':
			pointers = (int)fixed(&more, 1);
			break;
		case 'P': /* a function for exceptions: 8 or 4 bytes */
			form = fixed(&more, 1) & 15;
			fixed(&more, form == 0 || form == 4 || form == 12 ? 8 : 4);
			break;
		case 'L':
			fixed(&more, 1);
			break;
		default: /* S: the frame of a signal handler */
			return 0;
		}
	}
	c->common = t;
	return pointers == 0x1b && !more.bad; /* relative to its place, 4 bytes */
}

/* find_code finds the description of the function at an address. */
static int find_code(struct code *c, uintptr_t pc, const struct dl_find_object *object) {
	const uint8_t *head = object->dlfo_eh_frame, *begin = object->dlfo_map_start, *end = object->dlfo_map_end;
	struct table t = {head, end, 0};
	int32_t entry[2];
	uint32_t n, low = 0, high;
	/* Version 1; the forms that linkers write: 4 bytes relative to the place, 4 bytes,
	 * and pairs of 4 bytes relative to the table. */
	if (head == NULL || head < begin || head >= end || fixed(&t, 4) != 0x3b031b01)
		return 0;
	fixed(&t, 4);
	n = (uint32_t)fixed(&t, 4);
	if (t.bad || n == 0 || n > (uint64_t)(end - t.at) / sizeof entry)
		return 0;
	for (high = n; high - low > 1;) {
		uint32_t middle = low + (high - low) / 2;
		memcpy(entry, t.at + middle * sizeof entry, sizeof entry);
		if ((uintptr_t)(head + entry[0]) <= pc)
			low = middle;
		else
			high = middle;
	}
	memcpy(entry, t.at + low * sizeof entry, sizeof entry);
	t.at = head + entry[1];
	if (t.at < begin || t.at >= end)
		return 0;
	uint64_t length = fixed(&t, 4);
	if (t.bad || length >= 0xfffffff0 || length > (uint64_t)(end - t.at))
		return 0;
	t.end = t.at + length;
	const uint8_t *place = t.at;
	uint64_t back = fixed(&t, 4);
	if (back > (uint64_t)(place - begin) || !read_common(c, place - back, end))
		return 0;
	place = t.at;
	c->start = (uintptr_t)place + (uintptr_t)(int64_t)(int32_t)fixed(&t, 4);
	uint64_t size = fixed(&t, 4);
	if (t.bad || pc < c->start || pc - c->start >= size)
		return 0;
	size = uleb(&t);
	if (t.bad || size > (uint64_t)(t.end - t.at))
		return 0;
	t.at += size;
	c->own = t;
	return 1;
}

static void set_rule(struct rules *r, uint64_t reg, struct rule rule) {
	if (reg == RBP)
		r->rbp = rule;
	else if (reg == RETURN)
		r->back = rule;
}

/* at_rbp reads an expression which is rbp and an offset, and perhaps a load from there. */
static int at_rbp(struct table *t, int load, int64_t *offset) {
	uint64_t size = uleb(t);
	if (size > (uint64_t)(t->end - t->at))
		return 0;
	struct table e = {t->at, t->at + size, 0};
	t->at += size;
	if (fixed(&e, 1) != 0x70 + RBP)
		return 0;
	*offset = sleb(&e);
	return (!load || fixed(&e, 1) == 0x06) && !e.bad && e.at == e.end;
}

/* run follows instructions up to an address. first are the rules at the start of the
 * function. It returns 0 if it does not know one. */
static int run(struct rules *r, const struct rules *first, const struct code *c, struct table t, uintptr_t pc) {
	enum { SAVED = 4 };
	struct rules saved[SAVED];
	struct rule rule;
	uintptr_t at = c->start;
	uint64_t reg;
	int depth = 0;
	while (t.at < t.end && !t.bad) {
		uint8_t op = (uint8_t)fixed(&t, 1);
		if (op >> 6 == 1) {
			at += (op & 63) * c->align;
		} else if (op >> 6 == 2) {
			rule.where = AT_CFA, rule.offset = (int64_t)uleb(&t) * c->data_align;
			set_rule(r, op & 63, rule);
		} else if (op >> 6 == 3) {
			set_rule(r, op & 63, (op & 63) == RBP ? first->rbp : first->back);
		} else {
			switch (op) {
			case 0x00: /* nothing */
				break;
			case 0x02: /* advance */
				at += fixed(&t, 1) * c->align;
				break;
			case 0x03:
				at += fixed(&t, 2) * c->align;
				break;
			case 0x04:
				at += fixed(&t, 4) * c->align;
				break;
			case 0x05: /* saved at an offset */
				reg = uleb(&t);
				rule.where = AT_CFA, rule.offset = (int64_t)uleb(&t) * c->data_align;
				set_rule(r, reg, rule);
				break;
			case 0x11:
				reg = uleb(&t);
				rule.where = AT_CFA, rule.offset = sleb(&t) * c->data_align;
				set_rule(r, reg, rule);
				break;
			case 0x06: /* as at the start */
				reg = uleb(&t);
				set_rule(r, reg, reg == RBP ? first->rbp : first->back);
				break;
			case 0x07: /* undefined */
				rule.where = GONE, rule.offset = 0;
				set_rule(r, uleb(&t), rule);
				break;
			case 0x08: /* the same value */
				rule.where = KEPT, rule.offset = 0;
				set_rule(r, uleb(&t), rule);
				break;
			case 0x0a: /* remember */
				if (depth == SAVED)
					return 0;
				saved[depth++] = *r;
				break;
			case 0x0b: /* restore */
				if (depth == 0)
					return 0;
				*r = saved[--depth];
				break;
			case 0x0c: /* the CFA is a register and an offset */
				r->cfa = uleb(&t), r->offset = (int64_t)uleb(&t), r->indirect = 0;
				break;
			case 0x12:
				r->cfa = uleb(&t), r->offset = sleb(&t) * c->data_align, r->indirect = 0;
				break;
			case 0x0d:
				r->cfa = uleb(&t), r->indirect = 0;
				break;
			case 0x0e:
				r->offset = (int64_t)uleb(&t);
				break;
			case 0x13:
				r->offset = sleb(&t) * c->data_align;
				break;
			case 0x0f: /* the CFA is saved */
				r->cfa = RBP, r->indirect = 1;
				if (!at_rbp(&t, 1, &r->offset))
					return 0;
				break;
			case 0x10: /* a register is saved elsewhere */
				reg = uleb(&t);
				rule.where = AT_RBP;
				if (at_rbp(&t, 0, &rule.offset))
					set_rule(r, reg, rule);
				else if (reg == RBP || reg == RETURN)
					return 0;
				break;
			case 0x2e: /* the size of arguments */
				uleb(&t);
				break;
			default:
				return 0;
			}
		}
		if (at > pc)
			break;
	}
	return !t.bad;
}

int rules_at(struct rules *r, uintptr_t pc, const struct dl_find_object *object) {
	struct code c;
	struct rules first;
	memset(r, 0, sizeof *r);
	r->back.where = GONE;
	if (!find_code(&c, pc, object) || !run(r, r, &c, c.common, pc))
		return 0;
	first = *r;
	return run(r, &first, &c, c.own, pc);
}
#endif
