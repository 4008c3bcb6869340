/* Waits for semaphores and queues between processes. */
#include "seen.h"

#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

static int id;
static struct sembuf less = {0, -1, 0}, more = {0, 1, 0};

static void semaphore(void) {
	id = semget(IPC_PRIVATE, 1, 0600);
	REQUIRE(id >= 0);
	announce();
}

static void in_semop(void) { semaphore(), REQUIRE(semop(id, &less, 1) == 0 && semctl(id, 0, IPC_RMID) == 0); }
static void in_semtimedop(void) { semaphore(), REQUIRE(semtimedop(id, &less, 1, NULL) == 0 && semctl(id, 0, IPC_RMID) == 0); }
static void end_semop(void) { REQUIRE(semop(id, &more, 1) == 0); }

static struct message {
	long type;
	char text[1024];
} message = {1, ""};

static void in_msgrcv(void) {
	id = msgget(IPC_PRIVATE, 0600);
	announce();
	REQUIRE(msgrcv(id, &message, sizeof message.text, 0, 0) == 8 && msgctl(id, IPC_RMID, NULL) == 0);
}

static void end_msgrcv(void) { REQUIRE(msgsnd(id, &message, 8, 0) == 0); }

static void in_msgsnd(void) {
	id = msgget(IPC_PRIVATE, 0600);
	while (msgsnd(id, &message, sizeof message.text, IPC_NOWAIT) == 0)
		;
	announce();
	REQUIRE(msgsnd(id, &message, sizeof message.text, 0) == 0 && msgctl(id, IPC_RMID, NULL) == 0);
}

static void end_msgsnd(void) { REQUIRE(msgrcv(id, &message, sizeof message.text, 0, 0) == sizeof message.text); }

#if __GLIBC_PREREQ(2, 34)
static mqd_t queue;
static char text[64];

static void make_queue(void) {
	struct mq_attr a = {.mq_maxmsg = 1, .mq_msgsize = sizeof text};
	char name[64];
	snprintf(name, sizeof name, "/tiv-seen-%d", (int)getpid());
	queue = mq_open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600, &a);
	REQUIRE(queue >= 0 && mq_unlink(name) == 0);
}

static struct timespec in_an_hour(void) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_sec += 3600;
	return t;
}

static void in_mq_receive(void) {
	make_queue();
	announce();
	REQUIRE(mq_receive(queue, text, sizeof text, NULL) == 8 && mq_close(queue) == 0);
}

static void in_mq_timedreceive(void) {
	struct timespec t = in_an_hour();
	make_queue();
	announce();
	REQUIRE(mq_timedreceive(queue, text, sizeof text, NULL, &t) == 8 && mq_close(queue) == 0);
}

static void end_mq_receive(void) { REQUIRE(mq_send(queue, text, 8, 0) == 0); }

static void full_queue(void) {
	make_queue();
	REQUIRE(mq_send(queue, text, 8, 0) == 0);
	announce();
}

static void in_mq_send(void) { full_queue(), REQUIRE(mq_send(queue, text, 8, 0) == 0 && mq_close(queue) == 0); }

static void in_mq_timedsend(void) {
	struct timespec t = in_an_hour();
	full_queue();
	REQUIRE(mq_timedsend(queue, text, 8, 0, &t) == 0 && mq_close(queue) == 0);
}

static void end_mq_send(void) { REQUIRE(mq_receive(queue, text, sizeof text, NULL) == 8); }
#endif

#define ENTRY(name, end) {#name, "suspended", in_##name, end, NULL},
const struct wait queues[] = {
	ENTRY(semop, end_semop) ENTRY(semtimedop, end_semop) ENTRY(msgrcv, end_msgrcv) ENTRY(msgsnd, end_msgsnd)
#if __GLIBC_PREREQ(2, 34)
	ENTRY(mq_receive, end_mq_receive) ENTRY(mq_timedreceive, end_mq_receive) ENTRY(mq_send, end_mq_send) ENTRY(mq_timedsend, end_mq_send)
#endif
	{.name = NULL},
};
