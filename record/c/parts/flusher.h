/* The flusher. */

/* tiv__read_clocks reads a tick and the time at the same instant, within the
 * duration of a reading. */
static void tiv__read_clocks(uint64_t *tick, int64_t *ns) {
	uint64_t best = UINT64_MAX;
	int i;
	if (!tiv__tsc) {
		*tick = tiv__clock();
		*ns = (int64_t)*tick;
		return;
	}
	for (i = 0; i < 8; i++) {
		uint64_t a = tiv__tick_after(), now = tiv__clock(), b = tiv__tick_after();
		if (b - a < best) {
			best = b - a;
			*tick = a + best / 2;
			*ns = (int64_t)now;
		}
	}
}

/* tiv__block writes the gathered events. At the end, and after a while without
 * events, an event of kind none advances the trace's time. */
static void tiv__block(int stop) {
	size_t i;
	if (stop || (tiv__out.own.len + tiv__out.foreign.len == 0 && tiv__ns(tiv__out.limit) - tiv__out.wrote >= TIV__IDLE)) {
		struct tiv__event *ev = tiv__add_event(&tiv__out.foreign);
		memset(ev, 0, sizeof *ev);
		ev->time = tiv__ns(tiv__out.limit);
		if (!stop)
			TIV__HOOK_IDLE(ev->time);
	}
	tiv__names();
	if (tiv__out.own.len + tiv__out.foreign.len == 0)
		return;
	for (i = 0; i < tiv__out.foreign.len; i++)
		tiv__out.foreign.list[i].value = (int64_t)i;
	if (tiv__out.foreign.len > 1)
		TIV__SORT(tiv__out.foreign.list, tiv__out.foreign.len, sizeof *tiv__out.foreign.list, tiv__order);
	TIV__HOOK_BLOCK();
	if (tiv__out.own.len + tiv__out.foreign.len == 0)
		return;
	tiv__clear_block();
	tiv__out.wrote = tiv__encode();
	tiv__write_meta();
	tiv__write_events(tiv__out.wrote);
}

/* tiv__pass writes all events up to now, in as many blocks as needed, and
 * reports whether the next pass should be soon. */
static int tiv__pass(int stop) {
	uint64_t horizon = 0;
	int64_t clock = 0;
	size_t events = 0;
	uint64_t span; /* of the next block */
	tiv__read_clocks(&horizon, &clock);
	clock -= tiv__out.base;
	tiv__adopt();
	tiv__out.rate = clock > tiv__out.now ? (double)(clock - tiv__out.now) / (double)(horizon - tiv__out.tick) : 0;
	TIV__HOOK_PASS(horizon);
	span = horizon - tiv__out.tick;
	do {
		if (span > horizon - tiv__out.tick)
			span = horizon - tiv__out.tick;
		tiv__out.limit = tiv__out.tick + span;
		while (!tiv__gather_all(stop))
			tiv__out.limit = tiv__out.tick + (span /= 2);
		tiv__commit();
		events += tiv__out.own.len;
		if (tiv__out.own.len + tiv__out.foreign.len < tiv__most() / 2)
			span *= 2;
		tiv__block(stop && tiv__out.limit == horizon);
		tiv__out.now = tiv__ns(tiv__out.limit);
		if (tiv__out.now < tiv__out.wrote)
			tiv__out.now = tiv__out.wrote;
		tiv__out.tick = tiv__out.limit;
	} while (tiv__out.limit != horizon);
	if (tiv__out.now < clock)
		tiv__out.now = clock;
	return events > TIV__PAGES * (size_t)255 / 8;
}

/* tiv__wait waits until a pass is due, and returns the number of requested
 * flushes. */
static uint32_t tiv__wait(int soon, int *stop) {
	uint64_t at = tiv__clock() + (soon ? TIV__INTERVAL / 25 : TIV__INTERVAL), now;
	uint32_t asked;
	for (;;) {
		asked = __atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE);
		*stop = __atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE);
		now = tiv__clock();
		if (*stop || asked != __atomic_load_n(&tiv__all.answered, __ATOMIC_RELAXED) || now >= at)
			return asked;
		if (tiv__out.buffer)
			tiv__attend(asked, at - now);
		else
			tiv__sleep(&tiv__all.asked, asked, at - now);
	}
}

/* tiv__close closes the file, or ends the feed. */
static void tiv__close(void) {
	int error = 0;
	if (tiv__out.buffer)
		error = tiv__end_feed();
	else if (TIV__CLOSE(tiv__out.fd))
		error = errno;
	if (!tiv__out.error)
		tiv__out.error = error;
}

/* tiv__serve makes a pass, the last one to stop, and answers the requests up to one. It
 * reports whether the next pass should be soon. */
static int tiv__serve(uint32_t asked, int stop) {
	int soon = tiv__pass(stop);
	if ((tiv__out.full || tiv__is_over()) && !stop) {
		__atomic_store_n(&tiv__all.on, 0, __ATOMIC_RELEASE);
		stop = 1;
	}
	if (stop) {
		tiv__write_end();
		tiv__close();
	} else if (tiv__out.buffer && asked != __atomic_load_n(&tiv__all.answered, __ATOMIC_RELAXED) &&
	           !__atomic_load_n(&tiv__all.rest, __ATOMIC_ACQUIRE)) {
		tiv__settle();
	}
	__atomic_store_n(&tiv__all.error, tiv__out.error, __ATOMIC_RELAXED);
	__atomic_store_n(&tiv__all.finished, stop, __ATOMIC_RELEASE);
	__atomic_store_n(&tiv__all.answered, asked, __ATOMIC_RELEASE);
	tiv__rouse(&tiv__all.answered);
	return soon;
}

static void *tiv__flusher(void *arg) {
	int stop = 0, soon = 0;
	TIV__HOOK_FLUSHER();
	do {
		uint32_t asked = tiv__wait(soon, &stop);
		soon = tiv__serve(asked, stop);
	} while (!__atomic_load_n(&tiv__all.finished, __ATOMIC_RELAXED) && !__atomic_load_n(&tiv__all.rest, __ATOMIC_ACQUIRE));
	__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	tiv__rouse(&tiv__all.answered);
	return arg;
}

/* tiv__serve_self makes a pass in the calling thread if there is no flusher. A signal
 * handler must not leave it by a jump. */
static void tiv__serve_self(void) {
	uint32_t none = 0;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (__atomic_compare_exchange_n(&tiv__all.flusher, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
		uint32_t asked = __atomic_load_n(&tiv__all.asked, __ATOMIC_ACQUIRE);
		if (!__atomic_load_n(&tiv__all.finished, __ATOMIC_ACQUIRE))
			tiv__serve(asked, __atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE));
		__atomic_store_n(&tiv__all.flusher, 0, __ATOMIC_RELEASE);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* tiv__ask requests a pass and waits for its end. */
static int tiv__ask(void) {
	uint32_t asked, answered;
	TIV__HOOK_ASK();
	asked = __atomic_add_fetch(&tiv__all.asked, 1, __ATOMIC_ACQ_REL);
	tiv__rouse(&tiv__all.asked);
	while (!__atomic_load_n(&tiv__all.finished, __ATOMIC_ACQUIRE)) {
		answered = __atomic_load_n(&tiv__all.answered, __ATOMIC_ACQUIRE);
		if ((int32_t)(answered - asked) >= 0 && !__atomic_load_n(&tiv__all.stop, __ATOMIC_ACQUIRE))
			break;
		if (__atomic_load_n(&tiv__all.flusher, __ATOMIC_ACQUIRE))
			tiv__sleep(&tiv__all.answered, answered, TIV__IDLE);
		else
			tiv__serve_self();
	}
	TIV__HOOK_ANSWERED();
	return __atomic_load_n(&tiv__all.error, __ATOMIC_RELAXED);
}

int tiv_flush(void) {
	if (!__atomic_load_n(&tiv__all.on, __ATOMIC_ACQUIRE) || tiv__all.process != getpid())
		return 0;
	return tiv__ask();
}

int tiv_stop(void) {
	int on = 1;
	if (tiv__all.process != getpid() ||
	    !__atomic_compare_exchange_n(&tiv__all.on, &on, 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return __atomic_load_n(&tiv__all.error, __ATOMIC_RELAXED);
	__atomic_store_n(&tiv__all.stop, 1, __ATOMIC_RELEASE);
	return tiv__ask();
}
