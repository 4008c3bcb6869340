/* c11.h: threads of C11 are POSIX threads with other names and other results. */
static inline int c11_result(int error) {
	switch (error) {
	case 0: return thrd_success;
	case ENOMEM: return thrd_nomem;
	case ETIMEDOUT: return thrd_timedout;
	case EBUSY: return thrd_busy;
	}
	return thrd_error;
}
