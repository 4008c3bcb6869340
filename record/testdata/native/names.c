/* The first thread names the others, mostly before they run. */
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static void *work(void *arg) {
	usleep(50 * 1000);
	return arg;
}

int main(void) {
	static const char *const names[] = {"alpha", "beta", "gamma"};
	pthread_t all[3];
	for (int i = 0; i < 3; i++) {
		pthread_create(&all[i], NULL, work, NULL);
		pthread_setname_np(all[i], names[i]);
		pthread_join(all[i], NULL);
	}
	return 0;
}
