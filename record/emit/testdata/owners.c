/* Two threads in a deadlock, told by the waiting thread and by an observer: with call
 * stacks, described threads, and a thread that begins another life. */
#define TIV_IMPLEMENTATION
#include "tiv.h"

static const struct tiv_frame transfer = {"Bank.transfer", "Bank.java", 12}, run = {"Teller.run", "Teller.java", 7};
static const struct tiv_frame *const frames[] = {&transfer, &run};
static const struct tiv_stack stack = {2, frames};
static char left, right;

static void *observe(void *thread) {
	tiv_thread one = *(tiv_thread *)thread, two;
	tiv_thread_describe("8", "second", 0);
	two = tiv_self();
	tiv_monitor_enter_of(one, &left, 0);
	tiv_monitor_wait_at(&left, 0, &stack);
	tiv_monitor_enter_of(two, &right, 0);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t other;
	tiv_thread self;
	if (argc < 2 || tiv_start(argv[1], 0) != 0)
		return 1;
	tiv_thread_describe("main", "main", 0);
	tiv_suspend_start_at(TIV_SLEEP, &stack);
	tiv_suspend_end();
	tiv_io_start_at(TIV_NET, NULL);
	tiv_io_end();
	tiv_monitor_wait_at(&left, 1, &stack);
	tiv_wait_end();
	tiv_thread_leave();
	tiv_thread_describe("7", "first", 1);
	self = tiv_self();
	tiv_monitor_wait_at(&right, 0, &stack);
	if (pthread_create(&other, NULL, observe, &self) != 0 || pthread_join(other, NULL) != 0)
		return 1;
	return tiv_stop();
}
