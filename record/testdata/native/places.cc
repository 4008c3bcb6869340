// places.cc is two threads that wait for each other's lock, in C++.
#include <mutex>
#include <thread>
#include <pthread.h>

namespace bank {

struct account {
	std::mutex lock;
	int balance = 0;
};

static pthread_barrier_t both;

template <class T> __attribute__((noinline)) void transfer(T &from, T &to) {
	std::lock_guard<std::mutex> first(from.lock); // acquires
	pthread_barrier_wait(&both);
	std::lock_guard<std::mutex> second(to.lock); // waits
	to.balance++;
	from.balance--;
}

} // namespace bank

int main() {
	bank::account x, y;
	pthread_barrier_init(&bank::both, nullptr, 2);
	std::thread a([&] { bank::transfer(x, y); }), b([&] { bank::transfer(y, x); });
	a.join();
	b.join();
}
