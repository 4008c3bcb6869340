// guard initializes a static variable and calls std::call_once in one thread, "maker", for
// 80 ms, while another one, "waiter", needs them. The first attempts fail by an exception.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <unistd.h>

static int made, failed;

static int slowly(bool fail) {
	if (fail)
		throw 1;
	__atomic_store_n(&made, 1, __ATOMIC_RELEASE);
	std::this_thread::sleep_for(std::chrono::milliseconds(80));
	return 1;
}

static int variable(bool fail) {
	static int v = slowly(fail);
	return v;
}

static std::once_flag flag;

static int once(bool fail) {
	std::call_once(flag, [&] { slowly(fail); });
	return 1;
}

static void both(int (*get)(bool)) {
	__atomic_store_n(&made, 0, __ATOMIC_RELEASE);
	std::thread maker([&] {
		pthread_setname_np(pthread_self(), "maker");
		try {
			get(true);
		} catch (int) {
			failed++;
		}
		get(false);
	});
	std::thread waiter([&] {
		pthread_setname_np(pthread_self(), "waiter");
		while (!__atomic_load_n(&made, __ATOMIC_ACQUIRE))
			usleep(100);
		get(false);
	});
	maker.join();
	waiter.join();
}

int main() {
	both(variable);
	both(once);
	printf("%d failed\n", failed);
}
