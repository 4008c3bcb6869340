// wrappers.cc waits for locks in functions that take them for others.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <shared_mutex>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

#define APART __attribute__((noinline)) static

// asleep reports whether a thread of this process waits.
static bool asleep(pid_t id) {
	char state = 0;
	FILE *f = fopen(("/proc/self/task/" + std::to_string(id) + "/stat").c_str(), "r");
	if (f && fscanf(f, "%*d %*s %c", &state) != 1)
		state = 0;
	if (f)
		fclose(f);
	return state == 'S';
}

// contend makes a thread wait for a lock in a function.
template <class Lock, class Function> static void contend(Lock &lock, Function wait) {
	std::atomic<pid_t> id{0};
	lock.lock();
	std::thread t([&] {
		id = static_cast<pid_t>(syscall(SYS_gettid));
		wait();
	});
	while (id == 0 || !asleep(id))
		usleep(1000);
	lock.unlock();
	t.join();
}

struct guard {
	explicit guard(std::mutex &m) : lock(m) { lock.lock(); }
	~guard() { lock.unlock(); }
	std::mutex &lock;
};

struct spin {
	std::mutex m;
	void Acquire() { m.lock(); }
};

static std::mutex a, b, c, d, e, first, second;
static std::shared_mutex reading, writing;
static spin held;

APART void my_lock(std::mutex &m) { m.lock(); }
APART void lock_timed(std::mutex &m) { m.lock(); }
APART void pick(std::mutex &m) { m.lock(); } // a wrapper by its callers alone

APART void orders() { my_lock(a); a.unlock(); }
APART void stock() { lock_timed(b); b.unlock(); }
APART void guarded() { guard g(c); }
APART void spinning() { held.Acquire(); held.m.unlock(); }
APART void invoices() { pick(first); first.unlock(); }
APART void prices() { pick(second); second.unlock(); }
APART void reads() { std::shared_lock<std::shared_mutex> l(reading); }
APART void writes() { std::unique_lock<std::shared_mutex> l(writing); }
APART void nested() {
	auto inner = [] { std::lock_guard<std::mutex> l(d); };
	inner();
}
APART void both() { std::lock_guard<std::mutex> l(e); }

int main() {
	contend(a, orders);
	contend(b, stock);
	contend(c, guarded);
	contend(held.m, spinning);
	contend(reading, reads);
	contend(writing, writes);
	contend(d, nested);
	contend(e, both);
	for (int i = 0; i < 4; i++) {
		contend(first, invoices);
		contend(second, prices);
	}
}
