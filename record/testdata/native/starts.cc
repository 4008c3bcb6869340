// starts.cc begins threads in functions of all kinds. None of them has a name.
#include <cstddef>
#include <functional>
#include <pthread.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void nap() { usleep(20 * 1000); }

static void serve(int n) { nap(); (void)n; }

struct pool {
	int ran = 0;
	void run(int n) { nap(); ran += n; }
	virtual void stop() { nap(); ran = 0; }
	virtual ~pool() {}
};

struct timer {
	void operator()() const { nap(); }
};

namespace app {
template <class T> void handle(const T &value) { nap(); (void)value; }
} // namespace app

// Threads of a C library often begin in one function, which calls that of the user.
struct job {
	void (*run)(void);
};

extern "C" void *call_job(void *arg) {
	static_cast<job *>(arg)->run();
	return arg;
}

extern "C" void *only_c(void *arg) {
	nap();
	return arg;
}

__attribute__((noinline)) static void load() { nap(); usleep(1); }
__attribute__((noinline)) static void store() { nap(); usleep(2); }

int main() {
	pool p;
	std::vector<std::thread> all;
	all.emplace_back(serve, 1);
	all.emplace_back(serve, 2);
	all.emplace_back(&pool::run, &p, 3);
	all.emplace_back(&pool::stop, &p);
	all.emplace_back(timer{});
	all.emplace_back(app::handle<int>, 4);
	all.emplace_back(std::bind(serve, 5));
	all.emplace_back([] { nap(); });
	job jobs[] = {{load}, {store}};
	pthread_t c[3];
	for (size_t i = 0; i < 2; i++)
		pthread_create(&c[i], nullptr, call_job, &jobs[i]);
	pthread_create(&c[2], nullptr, only_c, reinterpret_cast<void *>(7)); // no address
	for (auto t : c)
		pthread_join(t, nullptr);
	for (auto &t : all)
		t.join();
}
