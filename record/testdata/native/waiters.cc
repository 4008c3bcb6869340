// waiters.cc has such programs as waiters.c, with the means of C++.
//
// Usage: waiters NAME healthy|broken [MS]
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>

static std::chrono::milliseconds length{1000000};

static void nap() { std::this_thread::sleep_for(length); }

template <typename F> static std::jthread start(const char *name, F f) {
	return std::jthread([=](std::stop_token stop) {
		pthread_setname_np(pthread_self(), name);
		if constexpr (std::is_invocable_v<F, std::stop_token>)
			f(stop);
		else
			f();
	});
}

// A promise, which is kept late; the broken ones wait for each other.
static std::promise<int> one, two;

static void promises(bool healthy) {
	if (healthy) {
		auto keeper = start("keeper", [] { nap(), one.set_value(1); });
		one.get_future().get();
		return;
	}
	auto a = start("first", [] { one.set_value(two.get_future().get()); });
	auto b = start("second", [] { two.set_value(one.get_future().get()); });
}

// A latch; the broken one counts a part that nothing does.
static void latches(bool healthy) {
	static std::latch done(healthy ? 2 : 3);
	auto part = start("part", [=] {
		if (healthy)
			nap();
		done.count_down();
	});
	done.arrive_and_wait();
}

// A word in memory; the broken thread wakes the one that waits, and does not change the word.
static void words(bool healthy) {
	static std::atomic<int> word = 0;
	auto waiter = start("waiter", [] { word.wait(0); });
	auto changer = start("changer", [=] {
		nap();
		word = healthy;
		word.notify_all();
	});
}

// Units; the broken refill has none to give.
static void semaphores(bool healthy) {
	static std::counting_semaphore<8> units(0);
	auto refill = start("refill", [=] {
		if (!healthy)
			units.acquire();
		nap(), units.release();
	});
	auto taker = start("taker", [] { units.acquire(); });
}

// A writer waits for a reader; the broken readers both become writers.
static void upgrades(bool healthy) {
	static std::shared_mutex table;
	static std::latch both(2);
	auto read = [=] {
		table.lock_shared();
		both.arrive_and_wait();
		if (healthy)
			nap(), table.unlock_shared();
		else
			table.lock();
	};
	auto a = start("first", read);
	auto b = healthy ? start("second", [] { both.arrive_and_wait(), std::unique_lock(table); }) : start("second", read);
}

// A thread that is to stop; the broken program waits for it before it says so.
static void stops(bool healthy) {
	static std::mutex m;
	static std::condition_variable_any changed;
	auto worker = start("worker", [](std::stop_token stop) {
		std::unique_lock l(m);
		changed.wait(l, stop, [] { return false; });
	});
	if (healthy)
		nap();
	else
		worker.join();
}

// A variable is initialized; the broken one needs a thread that needs the variable.
static int variable(bool healthy);

static int initial(bool healthy) {
	if (healthy)
		nap();
	else
		start("second", [] { variable(false); }).join();
	return 1;
}

static int variable(bool healthy) {
	static int value = initial(healthy);
	return value;
}

static void statics(bool healthy) {
	auto first = start("first", [=] { variable(healthy); });
	if (healthy)
		auto second = start("second", [] { variable(true); });
}

static const struct {
	std::string name;
	void (*run)(bool healthy);
} programs[] = {{"promises", promises}, {"latches", latches}, {"words", words}, {"semaphores", semaphores},
                {"upgrades", upgrades}, {"stops", stops}, {"statics", statics}};

int main(int argc, char **argv) {
	if (argc > 3)
		length = std::chrono::milliseconds(std::atoi(argv[3]));
	for (auto &p : programs)
		if (argc > 2 && p.name == argv[1]) {
			if (std::string("broken") == argv[2])
				length = std::chrono::milliseconds(300);
			p.run(std::string("healthy") == argv[2]);
			return 0;
		}
	return 2;
}
