/* Encoding. */

TIV__PRIVATE int tiv__order(const void *a, const void *b) {
	const struct tiv__event *x = (const struct tiv__event *)a, *y = (const struct tiv__event *)b;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* tiv__code returns the number of a code, from 0. */
static uint8_t tiv__code(uint32_t kind, uint32_t cause, int shared, uint32_t fields) {
	uint32_t key = kind | cause << 5 | (uint32_t)shared << 9 | (fields & TIV__SAME ? 1u << 10 : 0) |
	               (fields & TIV__STACK ? 1u << 11 : 0) |
	               (fields & TIV__OTHER ? 1u << 12 : 0) |
	               (fields & TIV__OBJECT ? 1u << 13 : 0) |
	               (fields & TIV__NAME ? 1u << 14 : 0);
	uint8_t code[8] = {0, 255, 0, 0, 0, 0, 0, 0};
	if (tiv__out.code_of[key] == 0) {
		code[0] = (uint8_t)kind, code[2] = (uint8_t)cause, code[3] = (uint8_t)shared, code[4] = (uint8_t)fields;
		tiv__add_bytes(&tiv__out.table, code, sizeof code);
		tiv__out.code_of[key] = (uint8_t)++tiv__out.code_count;
	}
	return (uint8_t)(tiv__out.code_of[key] - 1);
}

/* tiv__encode_fields writes the fields of an event and returns their set. */
static uint32_t tiv__encode_fields(const struct tiv__event *ev, uint32_t kind, uint32_t *last_monitor) {
	static const uint8_t fields_of[TIV__KINDS] = {
		0, TIV__OTHER, 0, 0, 0, TIV__MONITOR, TIV__MONITOR, TIV__MONITOR, 0, 0, 0, 0, 0, TIV__CPU, TIV__OTHER,
		TIV__VALUE, TIV__NAME, TIV__NAME, TIV__OBJECT | TIV__VALUE, TIV__OBJECT, 0,
		TIV__NAME | TIV__OBJECT | TIV__VALUE, TIV__OBJECT, TIV__NAME | TIV__OBJECT, TIV__NAME | TIV__OBJECT,
		TIV__NAME | TIV__VALUE, 0, TIV__OBJECT | TIV__VALUE, TIV__OBJECT | TIV__VALUE
	};
	uint32_t fields = fields_of[kind], id, other = ev->other;
	uint64_t arg = ev->word >> 16;
	if (fields & TIV__MONITOR) {
		id = tiv__monitor_id(arg);
		if (id == *last_monitor)
			fields = TIV__SAME;
		else
			tiv__add_column(&tiv__out.cols[TIV__COL_MONITOR], *last_monitor = id);
	}
	if (ev->word & TIV__LONG && (kind == TIV__CALL_ENTER || (kind == TIV__THREAD_START && !(ev->word & TIV__ABOUT))))
		fields |= TIV__OBJECT | TIV__VALUE;
	if ((kind == TIV__ALLOC || kind == TIV__PUT || kind == TIV__TAKE || kind == TIV__IO_START) && arg)
		fields |= TIV__NAME;
	if (ev->word & TIV__ABOUT && ev->object) {
		fields |= TIV__STACK;
		tiv__add_column(&tiv__out.cols[TIV__COL_STACK], tiv__stack_id((const struct tiv_stack *)(uintptr_t)ev->object));
	}
	if (ev->word & TIV__NAMED)
		fields |= TIV__OTHER;
	if (kind == TIV__THREAD_START)
		other = arg <= __atomic_load_n(&tiv__all.threads, __ATOMIC_RELAXED) ? (uint32_t)arg : 0;
	if (fields & TIV__OTHER)
		tiv__add_column(&tiv__out.cols[TIV__COL_OTHER], other);
	if (fields & TIV__CPU)
		tiv__add_column(&tiv__out.cols[TIV__COL_CPU], (uint32_t)arg & 0x7fffffff);
	if (fields & TIV__NAME)
		tiv__add_column(&tiv__out.cols[TIV__COL_NAME], tiv__name_id(arg));
	if (fields & TIV__OBJECT)
		tiv__add_zigzag(&tiv__out.object, ev->object), tiv__out.object_count++;
	if (fields & TIV__VALUE)
		tiv__add_zigzag(&tiv__out.value, kind == TIV__LOST ? (int64_t)arg : ev->value), tiv__out.value_count++;
	return fields;
}

/* tiv__encode_event writes event number n of the block, d ns after the one
 * before it in its group. */
static void tiv__encode_event(const struct tiv__event *ev, uint32_t n, int64_t d, uint32_t *last_monitor) {
	uint32_t kind = ev->word & 255, cause = (uint32_t)(ev->word >> 8) & 15;
	uint32_t fields = tiv__encode_fields(ev, kind, last_monitor);
	uint8_t code = tiv__code(kind, cause <= (TIV__TRY >> 8) ? cause : 0, (ev->word & TIV__SHARED) != 0, fields);
	tiv__add_bytes(&tiv__out.codes, &code, 1);
	tiv__add_column(&tiv__out.times, (uint32_t)d);
	if (d >> 32) {
		tiv__add_varint(&tiv__out.wide, n - tiv__out.last_wide);
		tiv__add_varint(&tiv__out.wide, (uint64_t)d >> 32);
		tiv__out.last_wide = n;
		tiv__out.wide_count++;
	}
	if (kind == TIV__MONITOR_WAIT || kind == TIV__MONITOR_ENTER || kind == TIV__MONITOR_EXIT)
		tiv__out.work++;
}

static void tiv__clear_block(void) {
	int i;
	tiv__out.table.len = tiv__out.codes.len = tiv__out.wide.len = tiv__out.object.len = tiv__out.value.len = 0;
	tiv__clear_column(&tiv__out.group_threads);
	tiv__clear_column(&tiv__out.group_counts);
	tiv__clear_column(&tiv__out.times);
	for (i = 0; i < TIV__COLS; i++)
		tiv__clear_column(&tiv__out.cols[i]);
	tiv__out.code_count = tiv__out.wide_count = tiv__out.last_wide = tiv__out.work = 0;
	tiv__out.object_count = tiv__out.value_count = 0;
	memset(tiv__out.code_of, 0, sizeof tiv__out.code_of);
}

/* tiv__encode writes all events of the block, by thread, and returns the time
 * of the last. At equal times, events that others recorded about a thread
 * precede its own. */
static int64_t tiv__encode(void) {
	const struct tiv__event *own = tiv__out.own.list, *foreign = tiv__out.foreign.list, *ev;
	const struct tiv__event *own_end = own + tiv__out.own.len, *foreign_end = foreign + tiv__out.foreign.len;
	uint32_t last_monitor = 0, in_group = 0, n = 0;
	int64_t group = -1, before = 0, end = tiv__out.now;
	while (own < own_end || foreign < foreign_end) {
		int other = own == own_end;
		if (!other && foreign < foreign_end)
			other = foreign->thread < own->thread || (foreign->thread == own->thread && foreign->time <= own->time);
		ev = other ? foreign++ : own++;
		if (group != ev->thread) {
			if (in_group)
				tiv__add_column(&tiv__out.group_counts, in_group);
			tiv__add_column(&tiv__out.group_threads, (uint32_t)(ev->thread - group - 1));
			group = ev->thread, in_group = 0, last_monitor = 0, before = tiv__out.now;
		}
		in_group++;
		tiv__encode_event(ev, n++, ev->time - before, &last_monitor);
		before = ev->time;
		if (end < ev->time)
			end = ev->time;
	}
	tiv__add_column(&tiv__out.group_counts, in_group);
	return end;
}
