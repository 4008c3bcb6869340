// Programs that hang through a lock and a condition, a queue or a join, and their
// corrected twins; and healthy programs in which most threads wait. A ticker works beside
// them.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "work.h"

static std::atomic<int> working;

// startAll starts a number of threads, and a ticker that ends with the last of them.
static void startAll(int number, const char *name, std::function<void()> body) {
	working += number;
	for (int i = 0; i < number; i++)
		start(name, [=] {
			body();
			working--;
		});
}

static void tickAndJoin() {
	start("ticker", [] {
		while (working > 0)
			rest(2);
	});
	joinAll();
}

std::mutex room;
static std::mutex letterLock;
static std::condition_variable letterArrived;
static int letterCount;
static Meeting inRoom, registered, locked, closed;

static void putLetter() {
	std::lock_guard<std::mutex> inside(room);
	std::lock_guard<std::mutex> lock(letterLock);
	letterCount++;
	letterArrived.notify_one();
}

static void takeLetter() {
	std::unique_lock<std::mutex> lock(letterLock);
	while (letterCount == 0)
		letterArrived.wait(lock);
	letterCount--;
}

// nestedCondition has a taker that waits for a sixth letter with the room locked, which
// each putter locks first; corrected, the taker leaves the room.
void nestedCondition(bool healthy) {
	startAll(1, "taker", [=] {
		for (int letter = 0; letter < 5; letter++)
			takeLetter();
		std::unique_lock<std::mutex> inside(room);
		inRoom.meet();
		if (healthy)
			inside.unlock();
		takeLetter();
	});
	startAll(1, "putter", [] {
		for (int letter = 0; letter < 5; letter++) {
			rest(3);
			putLetter();
		}
	});
	inRoom.meet();
	startAll(3, "putter", putLetter);
	tickAndJoin();
}

std::mutex registry;

// A Queue has room for two items.
static struct Queue {
	std::mutex mutex;
	std::condition_variable changed;
	std::deque<int> items;

	void put(int item) {
		std::unique_lock<std::mutex> lock(mutex);
		changed.wait(lock, [this] { return items.size() < 2; });
		items.push_back(item);
		changed.notify_all();
	}
	int take() {
		std::unique_lock<std::mutex> lock(mutex);
		changed.wait(lock, [this] { return !items.empty(); });
		int item = items.front();
		items.pop_front();
		changed.notify_all();
		return item;
	}
} jobs;

// fullQueue has a sender that puts its last jobs into a queue with the registry locked, in
// which the receiver looks each job up; corrected, it unlocks the registry first.
void fullQueue(bool healthy) {
	startAll(1, "sender", [=] {
		for (int job = 0; job < 12; job++)
			jobs.put(job);
		std::unique_lock<std::mutex> lock(registry);
		registered.meet();
		if (healthy)
			lock.unlock();
		for (int job = 0; job < 12; job++)
			jobs.put(job);
	});
	startAll(1, "receiver", [] {
		for (int job = 0; job < 24; job++) {
			jobs.take();
			rest(3);
			std::lock_guard<std::mutex> lock(registry);
		}
	});
	registered.meet();
	startAll(2, "client", [] { std::lock_guard<std::mutex> lock(registry); });
	tickAndJoin();
}

std::mutex settings;

// joinLocked has a thread that joins its helper with the lock that the helper wants;
// corrected, it unlocks it before.
void joinLocked(bool healthy) {
	startAll(1, "closer", [=] {
		std::unique_lock<std::mutex> lock(settings);
		locked.meet();
		std::thread helper([] {
			pthread_setname_np(pthread_self(), "helper");
			std::lock_guard<std::mutex> lock(settings);
		});
		if (healthy)
			lock.unlock();
		helper.join();
	});
	locked.meet();
	startAll(2, "reader", [] { std::lock_guard<std::mutex> lock(settings); });
	tickAndJoin();
}

// idlePool has workers at a condition, after a burst from a source that sleeps.
void idlePool() {
	startAll(4, "worker", [] {
		for (;;)
			jobs.take();
	});
	startAll(1, "source", [] {
		for (int job = 0; job < 40; job++)
			jobs.put(job);
		rest(3600e3);
	});
	tickAndJoin();
}

// slowHolder has a thread that sleeps with a lock which all others want.
void slowHolder() {
	startAll(1, "closer", [] {
		std::lock_guard<std::mutex> lock(settings);
		closed.meet();
		rest(3600e3);
	});
	closed.meet();
	startAll(4, "reader", [] { std::lock_guard<std::mutex> lock(settings); });
	tickAndJoin();
}

// lastOfRound has threads that wait at a condition for the last one, which computes.
void lastOfRound() {
	static std::mutex mutex;
	static std::condition_variable over;
	static int missing = 5;
	auto arrive = [] {
		std::unique_lock<std::mutex> lock(mutex);
		if (--missing == 0)
			over.notify_all();
		over.wait(lock, [] { return missing == 0; });
	};
	startAll(1, "slow", [=] {
		work(3600e3);
		arrive();
	});
	startAll(4, "quick", arrive);
	tickAndJoin();
}
