/* Writing. */

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) static uint32_t tiv__crc_fast(uint32_t crc, const uint8_t *p, size_t n) {
	uint64_t c = crc, word;
	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&word, p, 8);
		c = __builtin_ia32_crc32di(c, word);
	}
	crc = (uint32_t)c;
	for (; n; n--)
		crc = __builtin_ia32_crc32qi(crc, *p++);
	return crc;
}
#endif

static uint32_t tiv__crc_slow(uint32_t crc, const uint8_t *p, size_t n) {
	static uint32_t table[256];
	uint32_t i, j, c;
	if (table[1] == 0)
		for (i = 0; i < 256; i++) {
			for (c = i, j = 0; j < 8; j++)
				c = c & 1 ? c >> 1 ^ 0x82f63b78u : c >> 1;
			table[i] = c;
		}
	for (; n; n--)
		crc = crc >> 8 ^ table[(crc ^ *p++) & 255];
	return crc;
}

/* tiv__crc is CRC-32C. */
static uint32_t tiv__crc(const uint8_t *p, size_t n) {
#if defined(__x86_64__)
	if (__builtin_cpu_supports("sse4.2"))
		return ~tiv__crc_fast(~0u, p, n);
#endif
	return ~tiv__crc_slow(~0u, p, n);
}

/* tiv__write appends to the file, or sends. A partial write is truncated, and nothing
 * more is written. */
static void tiv__write(const uint8_t *p, size_t n) {
	size_t at = 0;
	if (tiv__out.buffer) {
		tiv__out.size += (off_t)n;
		tiv__send_piece(p, n);
		return;
	}
	while (at < n && !tiv__out.error) {
		ssize_t wrote = TIV__WRITE(tiv__out.fd, p + at, n - at);
		if (wrote >= 0)
			at += (size_t)wrote;
		else if (errno != EINTR)
			tiv__out.error = errno;
	}
	if (at == n)
		tiv__out.size += (off_t)n;
	else if (TIV__TRUNCATE(tiv__out.fd, tiv__out.size))
		return;
}

static void tiv__begin_chunk(void) {
	uint8_t header[64];
	memset(header, 0, sizeof header);
	tiv__out.chunk.len = 0;
	tiv__add_bytes(&tiv__out.chunk, header, sizeof header);
}

/* tiv__fits reports whether a chunk fits into the file, with the end of the trace: a note,
 * INDEX, and END. Once one does not, none does. */
static int tiv__fits(int type) {
	enum { NOTE = 192, ENTRY = 64, HEADERS = 3 * 64 };
	uint64_t end = NOTE + 2 * ENTRY + tiv__out.index.len + HEADERS;
	if (type < TIV__INDEX && tiv__out.limit_size && (uint64_t)tiv__out.size + tiv__out.chunk.len + end > tiv__out.limit_size)
		tiv__out.full = 1;
	return type >= TIV__INDEX || !tiv__out.full;
}

/* tiv__end_chunk writes the chunk, with a section A of a bytes, and adds it to
 * the index. */
static void tiv__end_chunk(int type, size_t a, uint32_t count, int64_t t0, int64_t t1, uint32_t extra) {
	uint8_t *h = tiv__out.chunk.list;
	size_t b = tiv__out.chunk.len - 64 - a;
	if (tiv__out.error || !tiv__fits(type))
		return;
	memcpy(h, "TCHK", 4);
	h[4] = (uint8_t)type;
	h[7] = type == TIV__META; /* complete: all of these together are all names */
	tiv__le(h + 8, a, 4);
	tiv__le(h + 12, a, 4);
	tiv__le(h + 16, b, 4);
	tiv__le(h + 20, b, 4);
	tiv__le(h + 24, count, 4);
	tiv__le(h + 28, tiv__out.sequence++, 4);
	tiv__le(h + 32, (uint64_t)t0, 8);
	tiv__le(h + 40, (uint64_t)t1, 8);
	tiv__le(h + 48, tiv__crc(h + 64, a), 4);
	tiv__le(h + 52, tiv__crc(h + 64 + a, b), 4);
	tiv__le(h + 56, extra, 4);
	tiv__le(h + 60, tiv__crc(h, 60), 4);
	tiv__le(tiv__more(&tiv__out.index, 8), (uint64_t)tiv__out.size, 8);
	tiv__add_bytes(&tiv__out.index, h + 4, 56);
	tiv__write(h, tiv__out.chunk.len);
}

static void tiv__write_meta(void) {
	if (tiv__out.meta_count == 0)
		return;
	tiv__begin_chunk();
	tiv__add_bytes(&tiv__out.chunk, tiv__out.meta.list, tiv__out.meta.len);
	tiv__end_chunk(TIV__META, tiv__out.meta.len, tiv__out.meta_count, 0, 0, 0);
	tiv__out.meta.len = tiv__out.meta_count = 0;
}

static void tiv__write_events(int64_t end) {
	struct tiv__bytes *chunk = &tiv__out.chunk;
	uint32_t counts[8] = {0, 0, 0, 0, 0, 0, 0, 0};
	uint8_t words[32];
	size_t a, i;
	tiv__begin_chunk();
	counts[0] = tiv__out.code_count, counts[1] = tiv__out.group_threads.count, counts[3] = tiv__out.wide_count;
	counts[4] = (uint32_t)(tiv__column_len(&tiv__out.group_threads) + tiv__column_len(&tiv__out.group_counts));
	counts[6] = (uint32_t)tiv__column_len(&tiv__out.times), counts[7] = (uint32_t)tiv__out.wide.len;
	for (i = 0; i < 8; i++)
		tiv__le(words + 4 * i, counts[i], 4);
	tiv__add_bytes(chunk, words, sizeof words);
	tiv__add_bytes(chunk, tiv__out.table.list, tiv__out.table.len);
	tiv__put_column(chunk, &tiv__out.group_threads);
	tiv__put_column(chunk, &tiv__out.group_counts);
	tiv__add_bytes(chunk, tiv__out.codes.list, tiv__out.codes.len);
	tiv__put_column(chunk, &tiv__out.times);
	tiv__add_bytes(chunk, tiv__out.wide.list, tiv__out.wide.len);
	a = chunk->len - 64;
	for (i = 0; i < TIV__COLS; i++)
		tiv__le(words + 4 * i, tiv__out.cols[i].count, 4);
	tiv__le(words + 20, tiv__out.object_count, 4);
	tiv__le(words + 24, tiv__out.value_count, 4);
	tiv__le(words + 28, 0, 4);
	tiv__add_bytes(chunk, words, sizeof words);
	for (i = 0; i < TIV__COLS; i++)
		tiv__put_column(chunk, &tiv__out.cols[i]);
	tiv__add_bytes(chunk, tiv__out.object.list, tiv__out.object.len);
	tiv__add_bytes(chunk, tiv__out.value.list, tiv__out.value.len);
	tiv__end_chunk(TIV__EVENTS, a, (uint32_t)tiv__out.codes.len, tiv__out.now, end, tiv__out.work);
}

/* tiv__note_full notes why the trace ends before the program. */
static void tiv__note_full(void) {
	tiv__out.meta.len = tiv__out.meta_count = 0;
	tiv__property("note", "the recording ended at its maximum size");
	tiv__out.limit_size = 0;
	tiv__out.full = 0;
	tiv__write_meta();
}

static void tiv__write_end(void) {
	uint64_t at;
	size_t a;
	if (tiv__out.full)
		tiv__note_full();
	at = (uint64_t)tiv__out.size;
	a = tiv__out.index.len;
	tiv__begin_chunk();
	tiv__add_bytes(&tiv__out.chunk, tiv__out.index.list, a);
	tiv__add_bytes(&tiv__out.chunk, tiv__out.header, sizeof tiv__out.header);
	tiv__end_chunk(TIV__INDEX, a, (uint32_t)(a / 64), 0, 0, 0);
	tiv__begin_chunk();
	tiv__end_chunk(TIV__END, 0, tiv__out.sequence, (int64_t)at, (int64_t)tiv__out.size + 64, 0);
}

static void tiv__write_file_header(unsigned flags) {
	static const uint8_t magic[9] = {0x89, 'T', 'I', 'V', 0x0d, 0x0a, 0x1a, 0x0a, 1};
	uint8_t *h = tiv__out.header;
	struct timespec t;
	int random = TIV__OPEN("/dev/urandom", O_RDONLY | O_CLOEXEC);
	clock_gettime(CLOCK_REALTIME, &t);
	memset(h, 0, 64);
	memcpy(h, magic, sizeof magic);
	tiv__le(h + 12, flags & TIV_SCHED, 4);
	tiv__le(h + 16, (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec, 8);
	if (random < 0 || read(random, h + 24, 16) != 16)
		tiv__le(h + 24, tiv__tick() * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid(), 8);
	if (random >= 0)
		TIV__CLOSE(random);
	tiv__le(h + 40, (uint64_t)getpid(), 4);
	tiv__le(h + 60, tiv__crc(h, 60), 4);
	tiv__write(h, 64);
}
