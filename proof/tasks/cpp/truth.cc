#include "truth.h"

// as_r000 to as_r409 are the marks: functions of their own, because a trace has the names of
// functions, not their arguments.
#define DIGITS(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7) f(n##8) f(n##9)
#define TENS(f, n) \
	DIGITS(f, n##0) DIGITS(f, n##1) DIGITS(f, n##2) DIGITS(f, n##3) DIGITS(f, n##4) \
	DIGITS(f, n##5) DIGITS(f, n##6) DIGITS(f, n##7) DIGITS(f, n##8) DIGITS(f, n##9)
#define ALL(f) TENS(f, r0) TENS(f, r1) TENS(f, r2) TENS(f, r3) DIGITS(f, r40)
#define MARK(n) \
	__attribute__((noinline)) static void as_##n(const std::function<void()> &work) { work(); }
#define NAME(n) as_##n,
ALL(MARK)

void as(int request, const std::function<void()> &work) {
	static void (*const all[])(const std::function<void()> &) = {ALL(NAME)};
	all[request](work);
}

__attribute__((noinline)) void serve(int request, const std::function<void()> &work) { as(request, work); }

static void sleep_for(int us) {
	struct timespec t = {us / 1000000, us % 1000000 * 1000L};
	nanosleep(&t, nullptr);
}

static long now() {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

Run::Run(int seed, int requests) : requests(requests), random(seed), next(0) {
	clients = 2 + up_to(3);
	workers = 2 + up_to(4);
	pieces = 1 + up_to(3);
	pause = 100 + up_to(900);
	waits = up_to(2) == 0;
}

int Run::up_to(int n) {
	std::lock_guard<std::mutex> guard(mutex);
	return std::uniform_int_distribution<int>(0, n - 1)(random);
}

void Run::serve_all(const std::function<void(int)> &work) {
	std::vector<std::thread> all;
	for (int c = 0; c < clients; c++)
		all.emplace_back([&] {
			for (;;) {
				int n = ++next;
				if (n > requests)
					return;
				serve(n, [&] { work(n); });
				as(0, [&] { sleep_for(pause / 2 + up_to(pause)); });
			}
		});
	for (auto &t : all)
		t.join();
}

void Run::work() {
	long end = now() + 20000 + up_to(150000);
	while (now() < end)
		;
	if (up_to(4) == 0)
		sleep_for(50 + up_to(300));
}
