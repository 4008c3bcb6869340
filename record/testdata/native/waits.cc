// waits.cc waits with the means of C++20.
#include <atomic>
#include <barrier>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <pthread.h>
#include <sched.h>
#include <semaphore>
#include <string>
#include <thread>
#include <unistd.h>

static std::atomic<int> goes{0};

// started starts a thread, and returns when it sleeps in the kernel.
template <typename F> static std::thread started(const char *name, F f) {
	goes = 0;
	std::thread t([f] {
		goes = gettid();
		f();
	});
	pthread_setname_np(t.native_handle(), name);
	for (;;) {
		sched_yield();
		if (goes == 0)
			continue;
		std::ifstream stat("/proc/self/task/" + std::to_string(goes) + "/stat");
		std::string line;
		std::getline(stat, line);
		if (line.rfind(") S") != std::string::npos)
			return t;
	}
}

int main() {
	std::atomic<int> word{2};
	auto t = started("atomic", [&] { word.wait(2); });
	word = 0;
	word.notify_one();
	t.join();

	std::atomic<bool> flag{false};
	t = started("flag", [&] { flag.wait(false); });
	flag = true;
	flag.notify_all();
	t.join();

	std::latch latch(2);
	t = started("latch", [&] { latch.wait(); });
	latch.count_down(2);
	t.join();

	std::counting_semaphore<4> semaphore(0);
	t = started("semaphore", [&] { semaphore.acquire(); });
	semaphore.release();
	t.join();

	std::barrier barrier(2);
	t = started("barrier", [&] { barrier.arrive_and_wait(); });
	barrier.arrive_and_wait();
	t.join();
}
