/* The flusher's side: containers. If memory runs out, the recording ends. */

TIV__PRIVATE int tiv__grow(void *list, size_t *cap, size_t n, size_t size) {
	void *old, *more;
	if (n <= *cap)
		return 1;
	n = 2 * n + 16;
	memcpy(&old, list, sizeof old);
	more = TIV__REALLOC(old, n * size);
	if (!more) {
		tiv__out.error = ENOMEM;
		return 0;
	}
	memcpy(list, &more, sizeof more);
	*cap = n;
	return 1;
}

/* tiv__more makes room for n more bytes and returns their position. */
static uint8_t *tiv__more(struct tiv__bytes *b, size_t n) {
	static uint8_t nowhere[64];
	if (b->cap - b->len < n && !tiv__grow(&b->list, &b->cap, b->len + n, 1))
		return n <= sizeof nowhere ? nowhere : NULL;
	b->len += n;
	return b->list + b->len - n;
}

static void tiv__add_bytes(struct tiv__bytes *b, const void *from, size_t n) {
	uint8_t *to = n ? tiv__more(b, n) : NULL;
	if (to)
		memcpy(to, from, n);
}

static void tiv__add_varint(struct tiv__bytes *b, uint64_t v) {
	uint8_t buf[10];
	size_t n = 0;
	for (; v >= 128; v >>= 7)
		buf[n++] = (uint8_t)(v | 128);
	buf[n++] = (uint8_t)v;
	tiv__add_bytes(b, buf, n);
}

static void tiv__add_zigzag(struct tiv__bytes *b, int64_t v) {
	tiv__add_varint(b, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void tiv__add_string(struct tiv__bytes *b, const char *s) {
	size_t n = strlen(s);
	if (n > 65535)
		n = 65535;
	tiv__add_varint(b, n);
	tiv__add_bytes(b, s, n);
}

/* tiv__le writes the n low bytes of v in little-endian order. */
static void tiv__le(uint8_t *to, uint64_t v, int n) {
	int i;
	for (i = 0; i < n; i++)
		to[i] = (uint8_t)(v >> 8 * i);
}

static void tiv__add_column(struct tiv__column *c, uint32_t v) {
	uint32_t place = c->count++ % 4;
	int n = 1 + (v > 0xff) + (v > 0xffff) + (v > 0xffffff);
	if (place == 0)
		*tiv__more(&c->control, 1) = 0;
	if (c->control.len)
		c->control.list[c->control.len - 1] |= (uint8_t)((n - 1) << 2 * place);
	tiv__le(tiv__more(&c->data, (size_t)n), v, n);
}

static void tiv__clear_column(struct tiv__column *c) { c->control.len = c->data.len = c->count = 0; }

static size_t tiv__column_len(const struct tiv__column *c) { return c->control.len + c->data.len; }

static void tiv__put_column(struct tiv__bytes *b, const struct tiv__column *c) {
	tiv__add_bytes(b, c->control.list, c->control.len);
	tiv__add_bytes(b, c->data.list, c->data.len);
}

TIV__PRIVATE struct tiv__event *tiv__add_event(struct tiv__events *e) {
	static struct tiv__event nowhere;
	if (e->len == e->cap && !tiv__grow(&e->list, &e->cap, e->len + 1, sizeof *e->list))
		return &nowhere;
	return &e->list[e->len++];
}

static int tiv__grow_map(struct tiv__map *m);

/* tiv__find returns the id of a key; *fresh is set if it is new. */
static uint32_t tiv__find(struct tiv__map *m, uint64_t key, int *fresh) {
	size_t i;
	*fresh = 0;
	if (key == 0 || ((m->count + 1) * (size_t)2 > m->cap && !tiv__grow_map(m)))
		return 0;
	for (i = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (m->cap - 1); m->keys[i]; i = (i + 1) & (m->cap - 1))
		if (m->keys[i] == key)
			return m->ids[i];
	*fresh = 1;
	m->keys[i] = key;
	return m->ids[i] = ++m->count;
}

static int tiv__grow_map(struct tiv__map *m) {
	struct tiv__map big;
	size_t i, j;
	memset(&big, 0, sizeof big);
	big.cap = m->cap ? m->cap * 2 : 64;
	big.count = m->count;
	big.keys = (uint64_t *)TIV__CALLOC(big.cap, sizeof *big.keys);
	big.ids = (uint32_t *)TIV__CALLOC(big.cap, sizeof *big.ids);
	if (!big.keys || !big.ids) {
		tiv__out.error = ENOMEM;
		TIV__FREE(big.keys);
		TIV__FREE(big.ids);
		return 0;
	}
	for (i = 0; i < m->cap; i++)
		if (m->keys[i]) {
			j = (size_t)(m->keys[i] * 0x9e3779b97f4a7c15u >> 32) & (big.cap - 1);
			while (big.keys[j])
				j = (j + 1) & (big.cap - 1);
			big.keys[j] = m->keys[i], big.ids[j] = m->ids[i];
		}
	TIV__FREE(m->keys);
	TIV__FREE(m->ids);
	*m = big;
	return 1;
}
