/* Pieces for a listener, docs/live-protocol.md, until it has them. Those with names, and the
 * header of the file, are kept for a listener that starts again. The others lie in a ring of
 * tiv__out.buffer bytes, as the frames that are sent. */

/* TIV__KEPT is the most bytes of names that are kept; later ones are in the ring. */
#define TIV__KEPT ((size_t)16 << 20)
enum { TIV__FRAME = 16, TIV__PIECE = 1, TIV__COUNT = 24 /* in a chunk: its number of events */ };

static struct {
	uint8_t *ring;
	/* Positions in the ring, which count on: of the first frame, of the next one to be sent, and
	 * of the end; of the next one to be sent in kept. */
	uint64_t first, at, end;
	size_t kept_at;
	struct tiv__bytes kept;
	uint64_t next;  /* the number of the next piece */
	uint64_t last;  /* the number after the last piece that was not dropped */
	uint64_t acked; /* the listener has all pieces before this number */
	uint64_t lost;  /* events that were dropped */
} tiv__queue;

static void tiv__make_frame(uint8_t *to, uint32_t type, size_t n, uint64_t number) {
	tiv__le(to, type, 4);
	tiv__le(to + 4, n, 4);
	tiv__le(to + 8, number, 8);
}

/* tiv__number reads n bytes in little-endian order. */
static uint64_t tiv__number(const uint8_t *p, int n) {
	uint64_t v = 0;
	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

static void tiv__put_ring(const uint8_t *p, size_t n) {
	size_t at = (size_t)(tiv__queue.end % tiv__out.buffer), whole = tiv__out.buffer - at;
	if (whole > n)
		whole = n;
	memcpy(tiv__queue.ring + at, p, whole);
	memcpy(tiv__queue.ring, p + whole, n - whole);
	tiv__queue.end += n;
}

/* tiv__ring_frame reads the frame at a position, and returns its length. */
static size_t tiv__ring_frame(uint64_t at, uint64_t *number) {
	uint8_t h[TIV__FRAME];
	int i;
	for (i = 0; i < TIV__FRAME; i++)
		h[i] = tiv__queue.ring[(at + (uint64_t)i) % tiv__out.buffer];
	*number = tiv__number(h + 8, 8);
	return TIV__FRAME + (size_t)tiv__number(h + 4, 4);
}

static size_t tiv__kept_frame(size_t at, uint64_t *number) {
	*number = tiv__number(tiv__queue.kept.list + at + 8, 8);
	return TIV__FRAME + (size_t)tiv__number(tiv__queue.kept.list + at + 4, 4);
}

/* tiv__add_piece adds the next piece. One that does not fit is dropped. */
static void tiv__add_piece(const uint8_t *p, size_t n) {
	uint8_t frame[TIV__FRAME];
	int names = tiv__queue.next == 0 || p[4] == TIV__META;
	tiv__make_frame(frame, TIV__PIECE, n, tiv__queue.next++);
	if (names && tiv__queue.kept.len + sizeof frame + n <= TIV__KEPT) {
		tiv__add_bytes(&tiv__queue.kept, frame, sizeof frame);
		tiv__add_bytes(&tiv__queue.kept, p, n);
	} else if (sizeof frame + n <= tiv__out.buffer - (size_t)(tiv__queue.end - tiv__queue.first)) {
		tiv__put_ring(frame, sizeof frame);
		tiv__put_ring(p, n);
	} else {
		if (p[4] == TIV__EVENTS)
			tiv__queue.lost += tiv__number(p + TIV__COUNT, 4);
		return;
	}
	tiv__queue.last = tiv__queue.next;
}

/* tiv__acknowledge forgets the pieces before a number, of those that were sent. */
static void tiv__acknowledge(uint64_t number) {
	uint64_t n;
	size_t length;
	if (tiv__queue.acked < number)
		tiv__queue.acked = number;
	while (tiv__queue.first < tiv__queue.at) {
		length = tiv__ring_frame(tiv__queue.first, &n);
		if (n >= number)
			return;
		tiv__queue.first += length;
	}
	if (tiv__queue.first == tiv__queue.end) /* the next ones lie at the start, in memory that is warm */
		tiv__queue.first = tiv__queue.at = tiv__queue.end = 0;
}

/* tiv__rewind makes the piece with a number the next one to be sent, or the first one after it
 * that is there. */
static void tiv__rewind(uint64_t number) {
	uint64_t n;
	size_t length;
	for (tiv__queue.at = tiv__queue.first; tiv__queue.at < tiv__queue.end; tiv__queue.at += length) {
		length = tiv__ring_frame(tiv__queue.at, &n);
		if (n >= number)
			break;
	}
	for (tiv__queue.kept_at = 0; tiv__queue.kept_at < tiv__queue.kept.len; tiv__queue.kept_at += length) {
		length = tiv__kept_frame(tiv__queue.kept_at, &n);
		if (n >= number)
			break;
	}
}

static void tiv__forget_queue(void) {
	TIV__FREE(tiv__queue.ring);
	TIV__FREE(tiv__queue.kept.list);
	memset(&tiv__queue, 0, sizeof tiv__queue);
}
