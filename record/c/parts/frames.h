/* The connection to a listener, and what goes over it. All is done by the thread that makes the
 * passes, and none of it waits. */

enum {
	TIV__TIME = 2, TIV__LOST_EVENTS = 3, TIV__FEED_END = 4, TIV__ECHO = 6,
	TIV__ACK = 16, TIV__PROBE = 17, TIV__STOP = 18
};
enum { TIV__HELLO = 4096, TIV__PROBES = 16 };

enum tiv__phase {
	TIV__NEW,     /* nothing is sent yet */
	TIV__PAUSED,  /* no connection until the next attempt */
	TIV__LOOKUP,  /* the name of the machine is looked up */
	TIV__GREETED, /* the hello is on its way */
	TIV__ANSWERED, /* the listener has answered */
	TIV__OVER     /* nothing more is sent, ever */
};

/* Where the bytes of the frame that is being sent are. */
enum tiv__source { TIV__NOTHING, TIV__GREETING, TIV__SMALL, TIV__NAMES, TIV__RING };

static struct {
	enum tiv__phase phase;
	int error;          /* why the last connection has ended, or the feed is over */
	int complained;     /* that there is no listener */
	int ending, sent_end, ended; /* no piece follows; END was sent; it was acknowledged */
	uint64_t since;     /* of the attempt, by tiv__clock */
	uint64_t pause, attempt_at; /* in ns; when the next attempt is due */
	char hello[TIV__HELLO];
	size_t hello_len;
	dev_t stderr_device;
	ino_t stderr_number;
	/* The frame that is being sent. */
	enum tiv__source source;
	uint64_t at;        /* in the source, of the next byte */
	size_t left;
	int begun;          /* a part of it was sent */
	int blocked;        /* the connection takes no more now */
	uint8_t small[2 * TIV__FRAME];
	uint64_t told;      /* lost events */
	uint64_t sent_at;   /* when a piece or the time was sent, by tiv__clock */
	int64_t passed;     /* the last TIME */
	struct { uint64_t number; int64_t came; } probes[TIV__PROBES];
	int probe_count;
	/* What has come in. */
	uint8_t in[TIV__HELLO];
	size_t in_len, skip;
} tiv__feed;

/* tiv__tell writes a line to the standard error of the program, if that is still what it was. */
__attribute__((format(printf, 1, 2))) static void tiv__tell(const char *format, ...) {
	char text[1024];
	struct stat now;
	va_list list;
	int n;
	va_start(list, format);
	n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (n >= (int)sizeof text)
		n = (int)sizeof text - 1, text[n - 1] = '\n';
	if (TIV__HOOK_SPEAKS() && fstat(2, &now) == 0 && now.st_dev == tiv__feed.stderr_device && now.st_ino == tiv__feed.stderr_number)
		(void)!TIV__SAY(2, text, (size_t)n);
}

/* tiv__reason words an error without a call that may allocate. */
static const char *tiv__reason(int error) {
	switch (error) {
	case ECONNREFUSED:
		return "nobody listens there";
	case ENOENT:
		return "there is no such socket";
	case ETIMEDOUT:
		return "no answer";
	case EPROTO:
		return "who listens there is not TIV";
	case ENXIO:
		return "the name of the machine is not known";
	case EHOSTUNREACH:
	case ENETUNREACH:
		return "the machine cannot be reached";
	case EACCES:
	case EPERM:
		return "not permitted";
	}
	return "no connection";
}

/* tiv__broken notes that there is no connection, for a reason. */
static void tiv__broken(int error) {
	const uint64_t first = 100000000, most = 2000000000;
	if (tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__out.fd = -1;
	tiv__feed.error = error;
	tiv__feed.source = TIV__NOTHING;
	tiv__feed.probe_count = tiv__feed.sent_end = 0;
	tiv__feed.in_len = tiv__feed.skip = 0;
	tiv__feed.told = 0;
	if (tiv__feed.phase == TIV__OVER)
		return;
	if (tiv__feed.phase == TIV__ANSWERED)
		tiv__feed.pause = 0;
	else if (++tiv__address.at >= tiv__address.count && !tiv__feed.complained) {
		tiv__feed.complained = 1;
		tiv__tell("tiv: no listener at %s: %s; the program runs on, and tries again\n", tiv__address.text, tiv__reason(error));
	}
	if (tiv__address.at >= tiv__address.count) {
		tiv__address.at = 0;
		if (tiv__address.host[0])
			tiv__address.count = 0; /* it may have moved */
	}
	tiv__feed.phase = TIV__PAUSED;
	tiv__feed.pause = tiv__feed.pause == 0 ? first : tiv__feed.pause >= most / 2 ? most : 2 * tiv__feed.pause;
	tiv__feed.attempt_at = tiv__clock() + tiv__feed.pause;
}

/* tiv__give_up ends the feed for ever. */
static void tiv__give_up(int error) {
	tiv__feed.phase = TIV__OVER;
	tiv__broken(error);
	tiv__forget_queue();
}

static int64_t tiv__trace_time(void) { return (int64_t)tiv__clock() - tiv__out.base; }

static void tiv__choose_small(uint32_t type, size_t n, uint64_t number) {
	tiv__make_frame(tiv__feed.small, type, n, number);
	tiv__feed.source = TIV__SMALL, tiv__feed.at = 0, tiv__feed.left = TIV__FRAME + n;
}

/* tiv__choose_piece chooses the next piece, by its number, and reports whether there is one. */
static int tiv__choose_piece(void) {
	uint64_t number = 0, name_number = 0;
	int ring = tiv__queue.at < tiv__queue.end, names = tiv__queue.kept_at < tiv__queue.kept.len;
	size_t length = ring ? tiv__ring_frame(tiv__queue.at, &number) : 0;
	size_t name_length = names ? tiv__kept_frame(tiv__queue.kept_at, &name_number) : 0;
	if (names && (!ring || name_number < number))
		tiv__feed.source = TIV__NAMES, tiv__feed.at = tiv__queue.kept_at, tiv__feed.left = name_length;
	else if (ring)
		tiv__feed.source = TIV__RING, tiv__feed.at = tiv__queue.at, tiv__feed.left = length;
	return ring || names;
}

/* tiv__choose chooses the next frame, and reports whether there is one. */
static int tiv__choose(void) {
	enum { EVERY = 100000000 };
	tiv__feed.begun = 0;
	if (tiv__feed.probe_count) {
		tiv__le(tiv__feed.small + TIV__FRAME, (uint64_t)tiv__feed.probes[0].came, 8);
		tiv__le(tiv__feed.small + TIV__FRAME + 8, (uint64_t)tiv__trace_time(), 8);
		tiv__choose_small(TIV__ECHO, 16, tiv__feed.probes[0].number);
	} else if (tiv__queue.lost > tiv__feed.told) {
		tiv__choose_small(TIV__LOST_EVENTS, 0, tiv__queue.lost);
	} else if (tiv__choose_piece()) {
		return 1;
	} else if (tiv__feed.ending) {
		if (tiv__feed.sent_end)
			return 0;
		tiv__choose_small(TIV__FEED_END, 0, tiv__queue.next);
	} else if (tiv__out.now > tiv__feed.passed && tiv__clock() - tiv__feed.sent_at >= EVERY) {
		tiv__choose_small(TIV__TIME, 0, (uint64_t)tiv__out.now);
	} else {
		return 0;
	}
	return 1;
}

/* tiv__sent notes that the frame was sent. */
static void tiv__sent(void) {
	uint64_t number = tiv__number(tiv__feed.small + 8, 8);
	enum tiv__source source = tiv__feed.source;
	tiv__feed.source = TIV__NOTHING;
	if (source == TIV__RING)
		tiv__queue.at = tiv__feed.at;
	else if (source == TIV__NAMES)
		tiv__queue.kept_at = (size_t)tiv__feed.at;
	if (source == TIV__RING || source == TIV__NAMES)
		tiv__feed.sent_at = tiv__clock();
	if (source != TIV__SMALL)
		return;
	switch (tiv__feed.small[0]) {
	case TIV__ECHO:
		memmove(tiv__feed.probes, tiv__feed.probes + 1, sizeof tiv__feed.probes - sizeof *tiv__feed.probes);
		tiv__feed.probe_count--;
		break;
	case TIV__LOST_EVENTS:
		tiv__feed.told = number;
		break;
	case TIV__FEED_END:
		tiv__feed.sent_end = 1;
		break;
	case TIV__TIME:
		tiv__feed.passed = (int64_t)number, tiv__feed.sent_at = tiv__clock();
	}
}

/* tiv__bytes_left returns where the bytes to be sent are, and their number up to the end of the
 * ring. */
static const uint8_t *tiv__bytes_left(size_t *n) {
	size_t at;
	*n = tiv__feed.left;
	switch (tiv__feed.source) {
	case TIV__GREETING:
		return (const uint8_t *)tiv__feed.hello + tiv__feed.at;
	case TIV__NAMES:
		return tiv__queue.kept.list + tiv__feed.at;
	case TIV__RING:
		at = (size_t)(tiv__feed.at % tiv__out.buffer);
		if (*n > tiv__out.buffer - at)
			*n = tiv__out.buffer - at;
		return tiv__queue.ring + at;
	default:
		return tiv__feed.small + tiv__feed.at;
	}
}

/* tiv__send sends the rest of the frame, and reports whether all of it was taken. A frame of which
 * nothing was taken is chosen anew the next time: an echo may go before it. */
static int tiv__send(void) {
	while (tiv__feed.left) {
		size_t n;
		const uint8_t *p = tiv__bytes_left(&n);
		ssize_t sent = TIV__SEND(tiv__out.fd, p, n);
		if (sent > 0) {
			tiv__feed.at += (uint64_t)sent, tiv__feed.left -= (size_t)sent, tiv__feed.begun = 1;
		} else if (sent == 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ||
		           (errno == ENOTCONN && tiv__feed.phase == TIV__GREETED)) {
			tiv__feed.blocked = 1;
			if (!tiv__feed.begun && tiv__feed.source != TIV__GREETING)
				tiv__feed.source = TIV__NOTHING;
			return 0;
		} else if (errno != EINTR) {
			tiv__broken(errno);
			return 0;
		}
	}
	tiv__sent();
	return 1;
}
