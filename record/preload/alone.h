/* alone.h writes the trace of a process that has only one thread, without a second one: many
 * short programs start faster, and find themselves alone, as without the recorder. The
 * thread makes the passes of the flusher: when it is going to wait and the last pass was a
 * while ago, when it replaces the program, and when it ends. With its second thread, and
 * before its first wait for a lock, because it may never return from that, the process
 * gets a flusher. */

static int is_alone(void) { return alone.on; }

/* pass_alone makes a pass, with all signals blocked: a handler could leave it by a jump. */
static int pass_alone(void) {
	struct local saved = local;
	sigset_t all, before;
	int stop;
	if (!alone.on)
		return 0;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	local.on = NULL, local.off = 1;
	if (!alone.busy && !tiv__all.finished) {
		alone.busy = 1;
		do {
			stop = tiv__all.stop;
			tiv__pass(stop);
			if (tiv__out.full)
				tiv__all.on = 0, tiv__all.stop = 1;
		} while (stop != tiv__all.stop);
		if (stop) {
			tiv__write_end();
			own_close(tiv__out.fd);
			tiv__all.finished = 1;
		}
		tiv__all.error = tiv__out.error;
		alone.last = tiv__clock();
		alone.busy = 0;
	}
	local = saved;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return 1;
}

void write_alone(void) {
	enum { WHILE = 25000000 };
	int before = errno;
	if (alone.on && tiv__clock() - alone.last > WHILE)
		pass_alone();
	errno = before;
}

void accompany(void) {
	struct local saved = local;
	int before = errno;
	if (!alone.on)
		return;
	pass_alone();
	local.on = NULL, local.off = 1;
	alone.on = 0;
	if (!tiv__all.finished)
		tiv__launch();
	local = saved;
	errno = before;
}
