/* Gathering. */

/* tiv__place returns the list for an event: the events of its own thread, the
 * events that threads recorded about others, or none. */
static struct tiv__event *tiv__place(struct tiv__feedlet *f, const struct tiv__slot *s) {
	uint64_t word = s->word, arg = word >> 16;
	uint32_t kind = word & 255;
	uint32_t last = __atomic_load_n(&tiv__all.threads, __ATOMIC_RELAXED);
	struct tiv__event *ev;
	switch (kind) {
	case TIV__GC_START:
	case TIV__GC_END:
		arg = 0;
		break;
	case TIV__READY:
	case TIV__WAKE:
		if (arg == 0 && (kind == TIV__READY || word & TIV__NAMED))
			arg = f->thread;
		if (arg == 0 || arg > last)
			return NULL;
		break;
	case TIV__DESCRIBE_THREAD:
	case TIV__NAME_THREAD:
	case TIV__NAME_MONITOR:
	case TIV__TYPE:
		return tiv__add_event(&tiv__out.said);
	default:
		arg = word & TIV__ABOUT && (tiv_thread)s[1].word ? (tiv_thread)s[1].word : f->thread;
		if (arg > last)
			return NULL;
	}
	ev = tiv__add_event(arg == f->thread ? &tiv__out.own : &tiv__out.foreign);
	ev->thread = (tiv_thread)arg;
	return ev;
}

/* tiv__gather_slot decodes an event and returns its number of slots. */
static uint32_t tiv__gather_slot(struct tiv__feedlet *f, const struct tiv__slot *s) {
	int64_t time = tiv__time(s->tick, s->word);
	struct tiv__event *ev = tiv__place(f, s);
	uint32_t slots = s->word & TIV__LONG ? 2 : 1;
	if (time < f->to_last)
		time = f->to_last;
	f->to_last = time;
	if (!ev)
		return slots;
	if ((s->word & 255) == TIV__NAME_THREAD && s->word >> 16 != 0)
		ev->thread = (tiv_thread)(s->word >> 16); /* another one */
	else if ((s->word & 255) == TIV__DESCRIBE_THREAD && s->word >> 17 != 0)
		ev->thread = (tiv_thread)(s->word >> 17);
	else if ((s->word & 255) >= TIV__DESCRIBE_THREAD)
		ev->thread = f->thread;
	ev->time = time;
	ev->word = s->word;
	ev->other = s->word & TIV__NAMED ? (tiv_thread)(s[1].word >> 32) : f->thread;
	ev->object = slots == 2 ? (int64_t)s[1].tick : 0;
	ev->value = slots == 2 ? (int64_t)s[1].word : 0;
	return slots;
}

/* tiv__most returns the largest number of events of a block. A block that does not fit into
 * the file, or the buffer, is not written, so those of a small one are small. */
static size_t tiv__most(void) {
	uint64_t most = TIV__BLOCK;
	if (tiv__out.limit_size && tiv__out.limit_size / 256 < most)
		most = tiv__out.limit_size / 256;
	if (tiv__out.buffer && tiv__out.buffer / 128 < most)
		most = tiv__out.buffer / 128;
	return most < 64 ? 64 : (size_t)most;
}

/* tiv__overfull reports whether there are too many events for a block that
 * ends at the limit, unless it cannot end earlier. */
static int tiv__overfull(void) {
	return tiv__out.own.len + tiv__out.foreign.len + tiv__out.said.len > tiv__most() &&
	       tiv__out.limit - tiv__out.tick > 1;
}

/* tiv__gather collects the events of a feedlet up to the limit. It returns 0 if
 * events remain after the limit, or if it stopped because the block is
 * overfull. */
static int tiv__gather(struct tiv__feedlet *f) {
	uint32_t count, next, at = f->at;
	struct tiv__page *page = f->page;
	if (!page && (next = __atomic_load_n(&f->first, __ATOMIC_ACQUIRE)) != 0)
		page = f->page = &tiv__all.pages[next - 1];
	f->to_page = page;
	f->to_last = f->last;
	if (!page)
		return 1;
	for (;;) {
		count = __atomic_load_n(&page->count, __ATOMIC_ACQUIRE);
		while (at < count && page->slots[at].tick <= tiv__out.limit)
			at += tiv__gather_slot(f, &page->slots[at]);
		f->to_page = page, f->to_at = at;
		if (at < count || tiv__overfull())
			return 0;
		next = __atomic_load_n(&page->next, __ATOMIC_ACQUIRE);
		if (next == 0)
			return 1;
		/* The next page is linked only after the last event of this one. */
		if (__atomic_load_n(&page->count, __ATOMIC_ACQUIRE) == count)
			page = &tiv__all.pages[next - 1], at = 0;
	}
}

/* tiv__gather_lost writes the loss of events after a feedlet's last one, and
 * the end of its thread, if that was lost. It returns 0 if the loss is after
 * the limit, and so belongs to the next block. */
static int tiv__gather_lost(struct tiv__feedlet *f, int ended) {
	uint64_t lost = __atomic_load_n(&f->lost, __ATOMIC_ACQUIRE);
	struct tiv__slot s;
	if (lost <= f->told)
		return 1;
	lost -= f->told;
	s.tick = __atomic_load_n(&f->lost_tick, __ATOMIC_RELAXED);
	if (s.tick > tiv__out.limit)
		return 0;
	f->to_told = f->told + lost;
	s.word = TIV__LOST | lost << 16;
	tiv__gather_slot(f, &s);
	s.word = TIV__THREAD_END;
	if (ended)
		tiv__gather_slot(f, &s);
	return 1;
}

/* tiv__gather_all gathers all events up to the limit; it returns 0 if they are
 * too many for a block. */
static int tiv__gather_all(int stop) {
	size_t i;
	tiv__out.own.len = tiv__out.foreign.len = tiv__out.said.len = 0;
	for (i = 0; i < tiv__out.feedlets_len; i++) {
		struct tiv__feedlet *f = tiv__out.feedlets[i];
		int ended = __atomic_load_n(&f->ended, __ATOMIC_ACQUIRE), all = tiv__gather(f);
		f->to_told = f->told;
		if (all && (ended || stop))
			all = tiv__gather_lost(f, ended);
		f->over = ended && all;
		if (tiv__overfull())
			return 0;
	}
	TIV__HOOK_GATHER();
	return 1;
}

/* tiv__commit frees the pages that were read, and the finished feedlets. */
static void tiv__commit(void) {
	size_t i, n = 0;
	for (i = 0; i < tiv__out.feedlets_len; i++) {
		struct tiv__feedlet *f = tiv__out.feedlets[i];
		while (f->page != f->to_page) {
			struct tiv__page *page = f->page;
			f->page = &tiv__all.pages[__atomic_load_n(&page->next, __ATOMIC_RELAXED) - 1];
			tiv__give(page);
		}
		f->at = f->to_at;
		f->last = f->to_last;
		f->told = f->to_told;
		if (!f->over) {
			tiv__out.feedlets[n++] = f;
			continue;
		}
		if (f->page)
			tiv__give(f->page);
		TIV__FREE(f);
	}
	tiv__out.feedlets_len = n;
}

/* tiv__fresh detaches the list of new feedlets, oldest first. */
static struct tiv__feedlet *tiv__fresh(void) {
	struct tiv__feedlet *f = __atomic_exchange_n(&tiv__all.fresh_feedlets, (struct tiv__feedlet *)NULL, __ATOMIC_ACQUIRE);
	struct tiv__feedlet *list = NULL, *link;
	for (; f; f = link) {
		link = f->link;
		f->link = list;
		list = f;
	}
	return list;
}

/* tiv__adopt adds the new feedlets to the list by thread. */
static void tiv__adopt(void) {
	struct tiv__feedlet *f, *link;
	for (f = tiv__fresh(); f; f = link) {
		size_t i = tiv__out.feedlets_len;
		char name[32];
		link = f->link;
		if (!tiv__grow(&tiv__out.feedlets, &tiv__out.feedlets_cap, i + 1, sizeof f))
			return;
		for (; i > 0 && tiv__out.feedlets[i - 1]->thread > f->thread; i--)
			tiv__out.feedlets[i] = tiv__out.feedlets[i - 1];
		tiv__out.feedlets[i] = f;
		tiv__out.feedlets_len++;
		sprintf(name, "thread %ld", f->os_thread ? f->os_thread : (long)f->thread);
		tiv__thread_record(f->thread, NULL, name, 0);
		if (f->os_thread) {
			tiv__add_varint(&tiv__out.record, f->thread);
			tiv__add_varint(&tiv__out.record, (uint64_t)f->os_thread);
			tiv__record(7);
		}
	}
}
