/* Names. */

/* tiv__record adds the record in tiv__out.record to META. */
static void tiv__record(uint8_t kind) {
	tiv__add_bytes(&tiv__out.meta, &kind, 1);
	tiv__add_varint(&tiv__out.meta, tiv__out.record.len);
	tiv__add_bytes(&tiv__out.meta, tiv__out.record.list, tiv__out.record.len);
	tiv__out.record.len = 0;
	tiv__out.meta_count++;
}

static void tiv__thread_record(tiv_thread thread, const char *id, const char *name, int system) {
	char number[16];
	sprintf(number, "%u", (unsigned)thread);
	tiv__add_varint(&tiv__out.record, thread);
	tiv__add_varint(&tiv__out.record, (uint64_t)system);
	tiv__add_string(&tiv__out.record, id ? id : number);
	tiv__add_string(&tiv__out.record, name);
	tiv__record(1);
}

static void tiv__monitor_record(uint32_t id, uint64_t address, const char *name) {
	char hex[32];
	uint64_t shared = TIV__HOOK_SHARED(address);
	if (shared)
		sprintf(hex, "shared:0x%llx", (unsigned long long)shared);
	else
		sprintf(hex, "0x%llx", (unsigned long long)address);
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_string(&tiv__out.record, hex);
	tiv__add_string(&tiv__out.record, name ? name : hex);
	tiv__record(2);
}

TIV__PRIVATE void tiv__property(const char *key, const char *value) {
	tiv__add_string(&tiv__out.record, key);
	tiv__add_string(&tiv__out.record, value);
	tiv__record(6);
}

static uint32_t tiv__monitor_id(uint64_t address) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.monitors, address, &fresh);
	if (fresh)
		tiv__monitor_record(id, address, NULL);
	return id;
}

static uint64_t tiv__hash(const char *text, const char *end) {
	uint64_t hash = 0xcbf29ce484222325u;
	for (; text != end; text++)
		hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
	return hash | 1;
}

/* tiv__text_id finds a name's id by a hash of 64 bits, and records a new name. */
static uint32_t tiv__text_id(const char *name) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.texts, tiv__hash(name, name + strlen(name)), &fresh);
	if (fresh) {
		tiv__add_varint(&tiv__out.record, id);
		tiv__add_string(&tiv__out.record, name);
		tiv__record(5);
	}
	return id;
}

/* tiv__name_id finds a name's id by its address, and merges equal names. */
static uint32_t tiv__name_id(uint64_t address) {
	int fresh;
	uint32_t n = tiv__find(&tiv__out.names, address, &fresh);
	if (n == 0)
		return 0;
	if (!fresh)
		return tiv__out.name_ids[n];
	if (!tiv__grow(&tiv__out.name_ids, &tiv__out.name_ids_cap, n + 1, sizeof *tiv__out.name_ids))
		return 0;
	return tiv__out.name_ids[n] = tiv__text_id((const char *)(uintptr_t)address);
}

/* tiv__type_record records a type once, after its names: a list that ends with an empty one. */
static void tiv__type_record(const char *names) {
	const char *name;
	uint32_t id, supertypes = 0;
	int fresh;
	for (name = names; *name; name += strlen(name) + 1)
		tiv__text_id(name), supertypes += name != names;
	id = tiv__find(&tiv__out.types, tiv__hash(names, name), &fresh);
	if (!fresh)
		return;
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_varint(&tiv__out.record, tiv__text_id(names));
	tiv__add_varint(&tiv__out.record, supertypes);
	for (name = names + strlen(names) + 1; supertypes > 0; supertypes--, name += strlen(name) + 1)
		tiv__add_varint(&tiv__out.record, tiv__text_id(name));
	tiv__record(9);
}

static uint32_t tiv__frame_id(const struct tiv_frame *f) {
	int fresh;
	uint32_t id = tiv__find(&tiv__out.frames, (uintptr_t)f, &fresh);
	if (fresh) {
		tiv__add_varint(&tiv__out.record, id);
		tiv__add_varint(&tiv__out.record, f->line);
		tiv__add_string(&tiv__out.record, f->function);
		tiv__add_string(&tiv__out.record, f->file);
		tiv__record(3);
	}
	return id;
}

/* tiv__stack_id finds a stack's id by its address. Its frames are recorded first. */
static uint32_t tiv__stack_id(const struct tiv_stack *s) {
	int fresh;
	uint32_t i, id = tiv__find(&tiv__out.stacks, (uintptr_t)s, &fresh);
	if (!fresh)
		return id;
	for (i = 0; i < s->count; i++)
		tiv__frame_id(s->frames[i]);
	tiv__add_varint(&tiv__out.record, id);
	tiv__add_varint(&tiv__out.record, s->count);
	for (i = 0; i < s->count; i++)
		tiv__add_varint(&tiv__out.record, tiv__frame_id(s->frames[i]));
	tiv__record(4);
	return id;
}

/* tiv__names processes the new names: those of a thread by time, whoever gave them. */
static void tiv__names(void) {
	size_t i;
	int fresh;
	for (i = 0; i < tiv__out.said.len; i++)
		tiv__out.said.list[i].value = (int64_t)i;
	if (tiv__out.said.len > 1)
		TIV__SORT(tiv__out.said.list, tiv__out.said.len, sizeof *tiv__out.said.list, tiv__order);
	for (i = 0; i < tiv__out.said.len; i++) {
		struct tiv__event *ev = &tiv__out.said.list[i];
		char *text = (char *)(uintptr_t)ev->object;
		if ((ev->word & 255) == TIV__DESCRIBE_THREAD)
			tiv__thread_record(ev->thread, text, text + strlen(text) + 1, (int)(ev->word >> 16 & 1));
		else if ((ev->word & 255) == TIV__NAME_THREAD)
			tiv__thread_record(ev->thread, NULL, text, 0);
		else if ((ev->word & 255) == TIV__TYPE)
			tiv__type_record(text);
		else
			tiv__monitor_record(tiv__find(&tiv__out.monitors, ev->word >> 16, &fresh), ev->word >> 16, text);
		TIV__FREE(text);
	}
}
