// Programs with one error in the use of locks each, and their corrected twins.

#include <condition_variable>
#include <mutex>

#include "work.h"

std::mutex pen, paper;
static Meeting both;

static void write(std::mutex &first, std::mutex &second, bool meet) {
	std::lock_guard<std::mutex> one(first);
	if (meet)
		both.meet();
	std::lock_guard<std::mutex> two(second);
	work(0.1);
}

// abba has two threads that take two locks in opposite orders; corrected, in the same.
void abba(bool healthy) {
	start("alice", [=] { write(pen, paper, !healthy); });
	start("bob", [=] { write(healthy ? pen : paper, healthy ? paper : pen, !healthy); });
	joinAll();
}

std::mutex ledger;

static void bookLocked() { work(0.1); }

static void book() {
	std::lock_guard<std::mutex> lock(ledger);
	bookLocked();
}

// self has a thread that takes a lock which it holds; corrected, it calls the function
// that expects the lock to be held.
void self(bool healthy) {
	start("clerk", [=] {
		book();
		std::lock_guard<std::mutex> lock(ledger);
		if (healthy)
			bookLocked();
		else
			book();
	});
	joinAll();
}

pthread_rwlock_t catalogue = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static Meeting reading;

// readerAgain has a reader that reads again while a writer waits; corrected, it reads
// once.
void readerAgain(bool healthy) {
	start("reader", [=] {
		pthread_rwlock_rdlock(&catalogue);
		reading.meet();
		while (pthread_rwlock_tryrdlock(&catalogue) == 0) { // no writer waits yet
			pthread_rwlock_unlock(&catalogue);
			sched_yield();
		}
		if (!healthy) {
			pthread_rwlock_rdlock(&catalogue);
			pthread_rwlock_unlock(&catalogue);
		}
		pthread_rwlock_unlock(&catalogue);
	});
	start("writer", [] {
		reading.meet();
		pthread_rwlock_wrlock(&catalogue);
		pthread_rwlock_unlock(&catalogue);
	});
	joinAll();
}

std::mutex mailbox;
static std::condition_variable arrived;
static int letters;
static Meeting looked, sent;

static bool isEmpty() {
	std::lock_guard<std::mutex> lock(mailbox);
	return letters == 0;
}

// wakeupLost has a consumer that looks for a letter, and then waits for one without
// another look; corrected, it looks while it holds the lock. The producer sends its
// letter in between.
void wakeupLost(bool healthy) {
	start("consumer", [=] {
		bool empty = isEmpty();
		looked.meet();
		sent.meet();
		std::unique_lock<std::mutex> lock(mailbox);
		if (healthy)
			empty = letters == 0;
		if (empty)
			arrived.wait(lock);
		letters--;
	});
	start("producer", [] {
		looked.meet();
		{
			std::lock_guard<std::mutex> lock(mailbox);
			letters++;
			arrived.notify_one();
		}
		sent.meet();
	});
	joinAll();
}
