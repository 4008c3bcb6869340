// Programs that work for numbered requests: PROGRAM SEED REQUESTS, of two processes also FILE. A call of as_rN covers what
// a thread does for request N, and one of as_r000 what it does for none.
#include "remote.h"

#include <semaphore.h>

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>

using std::function;

// Latch is a number of parts that somebody waits for.
class Latch {
public:
	explicit Latch(int parts) : left(parts) {}
	void done() {
		std::lock_guard<std::mutex> guard(mutex);
		if (--left == 0)
			all.notify_all();
	}
	void wait() {
		std::unique_lock<std::mutex> guard(mutex);
		all.wait(guard, [this] { return left == 0; });
	}

private:
	std::mutex mutex;
	std::condition_variable all;
	int left;
};

// Pool has threads that take jobs from a list with a condition.
class Pool {
public:
	explicit Pool(int threads) {
		while (threads-- > 0)
			grow();
	}
	~Pool() {
		{
			std::lock_guard<std::mutex> guard(mutex);
			ended = true;
		}
		some.notify_all();
		for (auto &t : threads)
			t.join();
	}
	void grow() {
		std::lock_guard<std::mutex> guard(mutex);
		threads.emplace_back([this] { loop(); });
	}
	void put(function<void()> job) {
		{
			std::lock_guard<std::mutex> guard(mutex);
			jobs.push_back(job);
		}
		some.notify_one();
	}

private:
	void loop() {
		for (;;) {
			std::unique_lock<std::mutex> guard(mutex);
			some.wait(guard, [this] { return ended || !jobs.empty(); });
			if (jobs.empty())
				return;
			auto job = jobs.front();
			jobs.pop_front();
			guard.unlock();
			job();
		}
	}
	std::mutex mutex;
	std::condition_variable some;
	std::deque<function<void()>> jobs;
	std::vector<std::thread> threads;
	bool ended = false;
};

// submit makes all requests, each of some jobs, which go to put.
static void submit(Run &r, function<void(function<void()>)> put) {
	Latch all(r.requests * r.pieces);
	r.serve_all([&](int n) {
		auto parts = std::make_shared<Latch>(r.pieces);
		for (int i = 0; i < r.pieces; i++)
			put([&r, &all, n, parts] {
				as(n, [&] { r.work(); });
				parts->done();
				all.done();
			});
		r.work();
		if (r.waits)
			parts->wait();
	});
	all.wait();
}

static void cond(Run &r) {
	Pool pool(r.workers);
	submit(r, [&](function<void()> job) { pool.put(job); });
}

// grown is a pool that requests make larger: its workers are born in requests, and stay.
static void grown(Run &r) {
	Pool pool(1);
	std::atomic<int> more(r.workers);
	submit(r, [&](function<void()> job) {
		if (more-- > 0)
			pool.grow();
		pool.put(job);
	});
}

static void thread(Run &r) {
	submit(r, [&](function<void()> job) { std::thread(job).detach(); });
}

static void async(Run &r) {
	r.serve_all([&](int n) {
		std::vector<std::future<int>> parts;
		for (int i = 0; i < r.pieces; i++)
			parts.push_back(std::async(std::launch::async, [&r, n] {
				as(n, [&] { r.work(); });
				return n;
			}));
		r.work();
		for (auto &p : parts)
			p.get();
		r.work();
	});
}

// packaged gives tasks with results to a pool.
static void packaged(Run &r) {
	Pool pool(r.workers);
	r.serve_all([&](int n) {
		std::vector<std::future<int>> parts;
		for (int i = 0; i < r.pieces; i++) {
			auto job = std::make_shared<std::packaged_task<int()>>([&r, n] {
				as(n, [&] { r.work(); });
				return n;
			});
			parts.push_back(job->get_future());
			pool.put([job] { (*job)(); });
		}
		r.work();
		for (auto &p : parts)
			p.get();
	});
}

// limited has a thread for each part of a request, and lets few of them work at a time.
static void limited(Run &r) {
	sem_t tokens;
	sem_init(&tokens, 0, r.workers);
	r.serve_all([&](int n) {
		std::vector<std::thread> parts;
		for (int i = 0; i <= r.pieces; i++)
			parts.emplace_back([&] {
				as(n, [&] {
					sem_wait(&tokens);
					r.work();
					sem_post(&tokens);
					r.work();
				});
			});
		for (auto &p : parts)
			p.join();
	});
	sem_destroy(&tokens);
}

int main(int argc, char **argv) {
	if (argc != 4 && argc != 5)
		return 2;
	std::string name = argv[1];
	Run r(atoi(argv[2]), atoi(argv[3]));
	if (name == "cond")
		cond(r);
	else if (name == "grown")
		grown(r);
	else if (name == "thread")
		thread(r);
	else if (name == "async")
		async(r);
	else if (name == "packaged")
		packaged(r);
	else if (name == "limited")
		limited(r);
	else if (name == "front" && argc == 5)
		front(r, argv[4]);
	else if (name == "back" && argc == 5)
		back(r, argv[4]);
	else
		return 2;
}
