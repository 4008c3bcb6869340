/* A server and its worker write titles over their arguments, as daemons do, before they
 * have a second thread. */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *arg) {
	usleep(50 * 1000);
	return arg;
}

static void run(char *argument, const char *title) {
	pthread_t t;
	memcpy(argument, title, strlen(title) + 1);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
}

int main(int argc, char **argv) {
	pid_t child = fork();
	if (argc < 2)
		return 1;
	run(argv[0], child == 0 ? "app: worker" : "app: master");
	if (child > 0)
		waitpid(child, NULL, 0);
	return 0;
}
