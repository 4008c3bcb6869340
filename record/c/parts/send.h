/* Sending to a listener. */

static int tiv__is_over(void) { return tiv__feed.phase == TIV__OVER; }

/* tiv__refused takes an error from the listener's answer: it is final if another attempt is useless. */
static void tiv__refused(char *why, int final) {
	char *c;
	for (c = why; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = ' ';
	if (final || !tiv__feed.complained)
		tiv__tell("tiv: the listener at %s refuses the trace: %.300s\n", tiv__address.text, why);
	tiv__feed.complained = 1;
	if (final)
		tiv__give_up(EACCES);
	else
		tiv__broken(EACCES);
}

/* tiv__value returns the value of a line of the answer, NULL without it. The answer ends with a
 * line feed for each line. */
static char *tiv__value(char *answer, const char *key, char *end) {
	size_t n = strlen(key);
	char *line = answer, *next;
	for (; line < end; line = next) {
		next = (char *)memchr(line, '\n', (size_t)(end - line)) + 1;
		if ((size_t)(next - line) > n && memcmp(line, key, n) == 0) {
			for (line += n; *line == ' '; line++)
				;
			next[-1] = 0;
			return line;
		}
	}
	return NULL;
}

/* tiv__answer reads the answer to the hello, of n bytes. */
static void tiv__answer(char *answer, size_t n) {
	static const char first[] = "TIV-LISTENER 1\n";
	char *value;
	uint64_t next;
	int final = 0;
	if (n < sizeof first || memcmp(answer, first, sizeof first - 1) != 0) {
		tiv__broken(EPROTO);
		return;
	}
	if ((value = tiv__value(answer, "final:", answer + n)) != NULL) {
		final = strcmp(value, "yes") == 0;
		value[strlen(value)] = '\n'; /* so that the other lines are found */
	}
	if ((value = tiv__value(answer, "error:", answer + n)) != NULL) {
		tiv__refused(value, final || strncmp(value, "token", 5) == 0);
		return;
	}
	value = tiv__value(answer, "next:", answer + n);
	errno = 0;
	next = value ? strtoull(value, NULL, 10) : 0;
	if (!value || errno || next > tiv__queue.next) {
		tiv__broken(EPROTO);
		return;
	}
	tiv__feed.phase = TIV__ANSWERED;
	tiv__feed.error = 0;
	tiv__feed.complained = 1; /* from here on, the listener knows */
	tiv__rewind(next);
	tiv__acknowledge(next);
}

/* tiv__find_answer returns the length of the answer with its empty line, 0 if it is not whole. */
static size_t tiv__find_answer(void) {
	size_t i;
	for (i = 1; i < tiv__feed.in_len; i++)
		if (tiv__feed.in[i] == '\n' && tiv__feed.in[i - 1] == '\n')
			return i + 1;
	return 0;
}

static void tiv__take_frame(const uint8_t *h) {
	uint64_t number = tiv__number(h + 8, 8);
	switch (tiv__number(h, 4)) {
	case TIV__ACK:
		if (number > tiv__queue.next)
			number = tiv__queue.next;
		tiv__acknowledge(number);
		tiv__feed.ended = tiv__feed.sent_end && number == tiv__queue.next;
		break;
	case TIV__PROBE:
		if (tiv__feed.probe_count < TIV__PROBES) {
			tiv__feed.probes[tiv__feed.probe_count].number = number;
			tiv__feed.probes[tiv__feed.probe_count++].came = tiv__trace_time();
		}
		break;
	case TIV__STOP:
		tiv__give_up(ECANCELED);
	}
}

/* tiv__take takes what has come in. */
static void tiv__take_in(void) {
	size_t n = 0, at = 0;
	if (tiv__feed.phase == TIV__GREETED) {
		if ((n = tiv__find_answer()) != 0)
			tiv__answer((char *)tiv__feed.in, n - 1);
		else if (tiv__feed.in_len == sizeof tiv__feed.in)
			tiv__broken(EPROTO);
		at = n;
	}
	while (tiv__feed.phase == TIV__ANSWERED && at < tiv__feed.in_len) {
		n = tiv__feed.in_len - at;
		if (tiv__feed.skip) {
			n = n < tiv__feed.skip ? n : tiv__feed.skip;
			tiv__feed.skip -= n, at += n;
			continue;
		}
		if (n < TIV__FRAME)
			break;
		tiv__feed.skip = (size_t)tiv__number(tiv__feed.in + at + 4, 4);
		tiv__take_frame(tiv__feed.in + at);
		at += TIV__FRAME;
	}
	if (at > tiv__feed.in_len) /* the connection has ended */
		at = tiv__feed.in_len;
	memmove(tiv__feed.in, tiv__feed.in + at, tiv__feed.in_len - at);
	tiv__feed.in_len -= at;
}

/* tiv__receive reads what is there. */
static void tiv__receive(void) {
	enum { TURNS = 16 };
	int i;
	for (i = 0; i < TURNS && (tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__ANSWERED); i++) {
		ssize_t n = TIV__RECV(tiv__out.fd, tiv__feed.in + tiv__feed.in_len, sizeof tiv__feed.in - tiv__feed.in_len);
		if (n > 0) {
			tiv__feed.in_len += (size_t)n;
			tiv__take_in();
		} else if (n < 0 && errno == EINTR) {
			continue;
		} else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || (errno == ENOTCONN && tiv__feed.phase == TIV__GREETED))) {
			return;
		} else {
			tiv__broken(n == 0 ? ECONNRESET : errno);
		}
	}
}

/* tiv__prepare makes a socket never block, for other programs not exist, and send at once. Data
 * that waits in the kernel would go before an echo, so there is little. */
static int tiv__prepare(int fd, int family) {
	int on = 1;
	(void)on, (void)family;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) || fcntl(fd, F_SETFL, O_NONBLOCK))
		return -1;
	if (family != AF_UNIX)
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#if defined(TCP_NOTSENT_LOWAT)
	on = 1 << 17;
	if (family != AF_UNIX)
		setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &on, sizeof on);
#endif
#if defined(SO_NOSIGPIPE)
	on = 1;
	setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
	return 0;
}

/* tiv__attempt begins a connection. */
static void tiv__attempt(void) {
	const union tiv__place *p = &tiv__address.places[tiv__address.at];
	int error;
	tiv__feed.since = tiv__clock();
	if (tiv__address.count == 0) {
		tiv__feed.phase = TIV__LOOKUP;
		if ((error = tiv__begin_lookup()) != 0)
			tiv__broken(error);
		return;
	}
	tiv__feed.phase = TIV__GREETED;
	tiv__out.fd = TIV__SOCKET(p->any.sa_family, SOCK_STREAM, 0);
	if (tiv__out.fd < 0 || tiv__prepare(tiv__out.fd, p->any.sa_family) ||
	    (TIV__CONNECT(tiv__out.fd, &p->any, tiv__place_size(p)) != 0 && errno != EINPROGRESS && errno != EINTR)) {
		tiv__broken(errno);
		return;
	}
	tiv__feed.source = TIV__GREETING, tiv__feed.at = 0, tiv__feed.left = tiv__feed.hello_len;
}

/* tiv__connect brings a connection forward that is not there yet. */
static void tiv__connect(void) {
	const uint64_t most = 10000000000u; /* ns for an attempt */
	if (tiv__feed.phase == TIV__PAUSED && tiv__clock() >= tiv__feed.attempt_at)
		tiv__attempt();
	if (tiv__feed.phase == TIV__LOOKUP && tiv__end_lookup()) {
		if (tiv__address.count)
			tiv__attempt();
		else
			tiv__broken(ENXIO);
	}
	if (tiv__feed.phase == TIV__GREETED) {
		if (tiv__feed.source != TIV__GREETING || tiv__send())
			tiv__receive();
		if (tiv__feed.phase == TIV__GREETED && tiv__clock() - tiv__feed.since > most)
			tiv__broken(ETIMEDOUT);
	}
}

/* tiv__pump does all that can be done now, within limits, and reports whether there is more. */
static int tiv__pump(void) {
	enum { TURNS = 64 };
	int i;
	if (tiv__feed.phase == TIV__NEW || tiv__feed.phase == TIV__OVER)
		return 0;
	if (TIV__HOOK_SHUT()) {
		tiv__give_up(EPERM);
		return 0;
	}
	tiv__feed.blocked = 0;
	tiv__connect();
	if (tiv__feed.phase == TIV__ANSWERED)
		tiv__receive();
	for (i = 0; tiv__feed.phase == TIV__ANSWERED; i++) {
		if (i == TURNS)
			return 1;
		if ((tiv__feed.source == TIV__NOTHING && !tiv__choose()) || !tiv__send())
			break;
	}
	return 0;
}

/* tiv__send_piece adds a piece, and sends what can be sent. */
static void tiv__send_piece(const uint8_t *p, size_t n) {
	if (tiv__feed.phase == TIV__OVER)
		return;
	tiv__add_piece(p, n);
	tiv__pump();
}

/* tiv__attend sends and receives, for some time in ns at most. Without a connection it returns as
 * soon as a pass is requested. */
static void tiv__attend(uint32_t asked, uint64_t ns) {
	const uint64_t look = 5000000;
	struct pollfd p;
	int more = tiv__pump();
	if (tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__ANSWERED) {
		p.fd = tiv__out.fd, p.revents = 0;
		p.events = (short)(POLLIN | (tiv__feed.blocked ? POLLOUT : 0));
		TIV__POLL(&p, 1, more ? 0 : (int)((ns + 999999) / 1000000));
	} else {
		tiv__sleep(&tiv__all.asked, asked, tiv__feed.phase == TIV__LOOKUP && ns > look ? look : ns);
	}
}

/* tiv__settle returns when the listener has all pieces, or after a second; at once if there is no
 * connection, and none is being made. At the end it tries that once more. */
static void tiv__settle(void) {
	const uint64_t most = 1000000000, step = 10000000;
	uint64_t until = tiv__clock() + most, now;
	int tried = !tiv__feed.ending;
	while ((now = tiv__clock()) < until && (tiv__feed.ending ? !tiv__feed.ended : tiv__queue.acked < tiv__queue.last)) {
		int makes = tiv__feed.phase == TIV__GREETED || tiv__feed.phase == TIV__LOOKUP;
		if (tiv__feed.phase == TIV__OVER || (tiv__feed.phase == TIV__PAUSED && tried) || (makes && now - tiv__feed.since > most))
			return;
		if (tiv__feed.phase == TIV__PAUSED)
			tried = 1, tiv__feed.attempt_at = now;
		tiv__attend(__atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE), step);
	}
}

/* tiv__forget_feed frees what the feed has. */
static void tiv__forget_feed(void) {
	tiv__forget_queue();
	tiv__release_lookup(tiv__address.lookup);
	memset(&tiv__address, 0, sizeof tiv__address);
	memset(&tiv__feed, 0, sizeof tiv__feed);
}

/* tiv__end_feed ends the feed, and returns 0 if the listener has all of it, or an error number. */
static int tiv__end_feed(void) {
	int error;
	tiv__feed.ending = 1;
	tiv__settle();
	if (tiv__feed.ended)
		error = tiv__queue.lost ? ENOBUFS : 0;
	else
		error = tiv__feed.error ? tiv__feed.error : ETIMEDOUT;
	if (tiv__out.fd >= 0)
		TIV__CLOSE(tiv__out.fd);
	tiv__out.fd = -1;
	tiv__forget_feed();
	return error;
}

/* tiv__say_line adds a line to the hello, unless the value is empty. */
static void tiv__say_line(const char *key, const char *value) {
	char *to = tiv__feed.hello + tiv__feed.hello_len;
	size_t room = sizeof tiv__feed.hello - 1 - tiv__feed.hello_len;
	int n = value && *value ? snprintf(to, room, "%s: %s\n", key, value) : 0;
	char *c;
	if (n <= 0 || (size_t)n >= room)
		return;
	for (c = to; c < to + n - 1; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	tiv__feed.hello_len += (size_t)n;
}

static void tiv__say_number(const char *key, uint64_t value) {
	char text[24];
	sprintf(text, "%llu", (unsigned long long)value);
	tiv__say_line(key, text);
}

/* tiv__say_clock names the clock: on Linux, that of all programs since the machine has started. */
static void tiv__say_clock(void) {
#if defined(__linux__)
	char text[80] = "monotonic ";
	size_t n = strlen(text);
	int fd = TIV__OPEN("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, text + n, sizeof text - 1 - n);
	if (fd >= 0)
		TIV__CLOSE(fd);
	if (got > 1) {
		text[n + (size_t)got - 1] = 0; /* for the line feed */
		tiv__say_line("clock", text);
		tiv__say_number("start", (uint64_t)tiv__out.base);
		return;
	}
#endif
	tiv__say_line("clock", "wall");
}

/* tiv__say_program says the name of the program. */
static void tiv__say_program(void) {
	const char *name = TIV__PROGRAM;
#if defined(__linux__)
	char path[1024];
	ssize_t n;
	if (!name && (n = readlink("/proc/self/exe", path, sizeof path - 1)) > 0) {
		path[n] = 0;
		name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	}
#endif
	tiv__say_line("program", name);
}

/* tiv__begin_feed makes the hello, after the header of the file. */
static void tiv__begin_feed(void) {
	char id[33], host[256] = "";
	int i;
	for (i = 0; i < 16; i++)
		sprintf(id + 2 * i, "%02x", tiv__out.header[24 + i]);
	tiv__feed.hello_len = (size_t)sprintf(tiv__feed.hello, "TIV-FEED 1\n");
	tiv__say_line("feed", id);
	tiv__say_program();
	if (gethostname(host, sizeof host - 1) == 0)
		tiv__say_line("host", host);
	tiv__say_number("process", (uint64_t)getpid());
	tiv__say_line("language", TIV__LANGUAGE);
	tiv__say_clock();
	tiv__say_number("wall", tiv__number(tiv__out.header + 16, 8));
	tiv__say_line("token", TIV__SETTING("TIV_TOKEN"));
	tiv__feed.hello[tiv__feed.hello_len++] = '\n';
	tiv__feed.phase = TIV__PAUSED;
}

/* tiv__size parses a size such as 64M; 0 if it is none. */
static size_t tiv__size(const char *text) {
	unsigned long long n;
	char *end;
	int shift = 0;
	if (*text < '0' || *text > '9')
		return 0;
	n = strtoull(text, &end, 10);
	switch (*end) {
	case 'G':
		shift += 10; /* fall through */
	case 'M':
		shift += 10; /* fall through */
	case 'K':
		shift += 10;
		end++;
	}
	if (*end == 'B')
		end++;
	return *end || n > (unsigned long long)1 << 40 >> shift ? 0 : (size_t)(n << shift);
}

/* tiv__open_feed prepares a feed for the listener at an address, and returns 0 or an error
 * number. */
static int tiv__open_feed(const char *address) {
	const size_t least = 1 << 16;
	const char *size = TIV__SETTING("TIV_BUFFER");
	struct stat st;
	size_t buffer = size && *size ? tiv__size(size) : (size_t)64 << 20;
	int error;
	memset(&tiv__feed, 0, sizeof tiv__feed);
	if ((error = tiv__set_address(address)) != 0)
		return error;
	if (buffer == 0)
		return EINVAL;
	tiv__out.buffer = buffer < least ? least : buffer;
	if (fstat(2, &st) == 0)
		tiv__feed.stderr_device = st.st_dev, tiv__feed.stderr_number = st.st_ino;
	tiv__queue.ring = (uint8_t *)TIV__MALLOC(tiv__out.buffer);
	return tiv__queue.ring ? 0 : ENOMEM;
}
