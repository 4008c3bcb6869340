// everywait.cc waits in each way of C++'s library, all at once. It prints a line for each
// thread: its name, the state of its wait in a trace, for how long it waited at least and at
// most, its processor time, and its time in the queue for a processor, in ns; and at last
// the processor time of the process.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" {
#include "asleep.h"
}

using namespace std::chrono_literals;
using std::this_thread::sleep_for;

constexpr auto nap = 50ms;
constexpr auto forever = 1000s;

static long long now(clockid_t clock = CLOCK_MONOTONIC) {
	timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long queued() {
	std::ifstream stat("/proc/thread-self/schedstat");
	long long ran = 0, waited = 0;
	stat >> ran >> waited;
	return waited;
}

// A row is a thread that waits until end is called, or by itself if there is none.
struct row {
	const char *name, *state;
	std::function<void()> wait, end = nullptr;
	std::atomic<int> tid = 0;
	long long least = 0, most = 0, ran = 0, queue = 0;
	std::thread thread = {};
	row(const char *name, const char *state, std::function<void()> wait, std::function<void()> end = nullptr)
	    : name(name), state(state), wait(wait), end(end) {}
};

static void run(row *r) {
	pthread_setname_np(pthread_self(), r->name);
	long long began = now();
	r->tid = gettid();
	r->wait();
	r->most = now() - began;
	r->queue = queued();
	r->ran = now(CLOCK_THREAD_CPUTIME_ID);
}

static void compute(std::chrono::nanoseconds time) {
	for (long long until = now(CLOCK_THREAD_CPUTIME_ID) + time.count(); now(CLOCK_THREAD_CPUTIME_ID) < until;)
		;
}

static std::mutex mutex, first, second, guard, guard_any;
static std::recursive_mutex recursive;
static std::timed_mutex timed;
static std::shared_mutex written, read_by, any_mutex;
static std::shared_timed_mutex written_timed;
static std::condition_variable condition, condition_timed;
static std::condition_variable_any any, stopped;
static std::stop_source stop;
static std::promise<int> promise, shared, task_input;
static std::latch latch(1), joined(1), destroyed(1), async_end(1), once_end(1), static_end(1), ready(2);
static std::barrier round(2), dropped(2);
static std::counting_semaphore<8> units(0);
static std::binary_semaphore unit(0), never(0);
static std::atomic<int> word = 1;
static std::atomic<bool> flag = false;
static std::atomic<long> wide = 1;
static std::atomic_flag test = ATOMIC_FLAG_INIT;
static std::once_flag once;
static bool done, done_any;
static int to_read[2], to_write[2];

static std::string descriptor(int fd) { return "/dev/fd/" + std::to_string(fd); }

static int slow_static(bool first) {
	static int value = [first] {
		if (first)
			ready.count_down(), static_end.wait();
		return 1;
	}();
	return value;
}

// Each end changes what its wait is for.
static row rows[] = {
	{"mutex", "blocking", [] { std::lock_guard l(mutex); }, [] { mutex.unlock(); }},
	{"unique_lock", "blocking", [] { std::unique_lock l(first); }, [] { first.unlock(); }},
	{"scoped_lock", "blocking", [] { std::mutex own; std::scoped_lock l(own, second); }, [] { second.unlock(); }},
	{"recursive", "blocking", [] { std::lock_guard l(recursive); }, [] { recursive.unlock(); }},
	{"timed_mutex", "blocking", [] { if (timed.try_lock_for(forever)) timed.unlock(); }, [] { timed.unlock(); }},
	{"shared_writer", "blocking", [] { std::unique_lock l(read_by); }, [] { read_by.unlock_shared(); }},
	{"shared_reader", "blocking", [] { std::shared_lock l(written); }, [] { written.unlock(); }},
	{"timed_reader", "blocking", [] { std::shared_lock l(written_timed, forever); }, [] { written_timed.unlock(); }},
	{"condition", "suspended", [] { std::unique_lock l(guard); condition.wait(l, [] { return done; }); },
		[] { std::lock_guard l(guard); done = true; condition.notify_one(); }},
	{"wait_for", "suspended", [] { std::unique_lock l(guard); condition_timed.wait_for(l, forever, [] { return done; }); },
		[] { std::lock_guard l(guard); done = true; condition_timed.notify_all(); }},
	{"condition_any", "suspended", [] { std::shared_lock l(any_mutex); any.wait(l, [] { return done_any; }); },
		[] { std::lock_guard l(any_mutex); done_any = true; any.notify_all(); }},
	{"stop_token", "suspended", [] { std::unique_lock l(guard_any); stopped.wait(l, stop.get_token(), [] { return false; }); }, [] { stop.request_stop(); }},
	{"future", "suspended", [] { promise.get_future().get(); }, [] { promise.set_value(1); }},
	{"shared_future", "suspended", [] { shared.get_future().share().wait_for(forever); }, [] { shared.set_value(1); }},
	{"task", "suspended", [] {
		std::packaged_task<int()> task([f = task_input.get_future().share()] { return f.get(); });
		auto result = task.get_future();
		std::thread runner(std::move(task));
		result.wait();
		runner.join();
	}, [] { task_input.set_value(1); }},
	{"async", "suspended", [] { std::async(std::launch::async, [] { async_end.wait(); }).get(); }, [] { async_end.count_down(); }},
	{"join", "suspended", [] { std::thread([] { joined.wait(); }).join(); }, [] { joined.count_down(); }},
	{"jthread", "suspended", [] { std::jthread t([] { destroyed.wait(); }); }, [] { destroyed.count_down(); }},
	{"latch", "suspended", [] { latch.wait(); }, [] { latch.count_down(); }},
	{"barrier", "suspended", [] { round.arrive_and_wait(); }, [] { (void)round.arrive(); }},
	{"barrier_drop", "suspended", [] { dropped.arrive_and_wait(); }, [] { dropped.arrive_and_drop(); }},
	{"semaphore", "suspended", [] { units.acquire(); }, [] { units.release(); }},
	{"binary", "suspended", [] { unit.acquire(); }, [] { unit.release(); }},
	{"atomic_int", "suspended", [] { word.wait(1); }, [] { word = 0; word.notify_one(); }},
	{"atomic_bool", "suspended", [] { flag.wait(false); }, [] { flag = true; flag.notify_all(); }},
	{"atomic_long", "suspended", [] { wide.wait(1); }, [] { wide = 0; wide.notify_one(); }},
	{"atomic_flag", "suspended", [] { test.wait(false); }, [] { test.test_and_set(); test.notify_one(); }},
	{"call_once", "blocking", [] { std::call_once(once, [] {}); }, [] { once_end.count_down(); }},
	{"static", "blocking", [] { slow_static(false); }, [] { static_end.count_down(); }},
	{"ifstream", "io", [] { std::string s; std::getline(std::ifstream(descriptor(to_read[0])), s); }, [] { if (write(to_read[1], "x\n", 2) != 2) _exit(3); }},
	{"ofstream", "io", [] { std::ofstream(descriptor(to_write[1])) << std::string(1 << 17, 'x') << std::flush; },
		[] { static char text[1 << 18]; for (int n = 0; n < 1 << 17;) n += read(to_write[0], text, sizeof text); }},
	{"system", "suspended", [] { if (std::system("exec sleep 0.05") != 0) _exit(3); }},
	{"sleep_for", "suspended", [] { sleep_for(nap); }},
	{"sleep_until", "suspended", [] { std::this_thread::sleep_until(std::chrono::steady_clock::now() + nap); }},
	{"computes", "-", [] { compute(150ms); }},
	{"both", "-", [] { for (int i = 0; i < 20; i++) compute(3ms), sleep_for(2ms); }},
};

// asleep returns how often the threads that wait for an end have gone to sleep, -1 if one is
// not asleep.
static long asleep() {
	long sum = 0;
	for (row &r : rows)
		if (r.end) {
			long n = r.tid ? switches(r.tid) : -1;
			if (n < 0)
				return -1;
			sum += n;
		}
	return sum;
}

int main() {
	for (std::mutex *m : {&mutex, &first, &second})
		m->lock();
	timed.lock(), written.lock(), written_timed.lock();
	recursive.lock(), read_by.lock_shared();
	if (pipe(to_read) != 0 || pipe(to_write) != 0)
		return 3;
	std::thread runs_once([] { std::call_once(once, [] { ready.count_down(), once_end.wait(); }); });
	std::thread makes_static([] { slow_static(true); });
	ready.wait();
	for (row &r : rows)
		r.thread = std::thread(run, &r);
	for (long before = -1, after = -2; before < 0 || before != after;) {
		after = before;
		sleep_for(10ms);
		before = asleep();
	}
	long long began = now();
	sleep_for(nap);
	long long least = now() - began;
	for (row &r : rows)
		if (r.end)
			r.end();
	for (row &r : rows) {
		r.thread.join();
		r.least = r.end ? least : std::chrono::nanoseconds(nap).count();
		std::printf("%s %s %lld %lld %lld %lld\n", r.name, r.state, r.least, r.most, r.ran, r.queue);
	}
	runs_once.join(), makes_static.join();
	rusage used;
	getrusage(RUSAGE_SELF, &used);
	std::printf("usage %lld\n", (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000LL + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000LL);
}
