// demo/programs/lost-updater: a listener that waits for an answer of a thread that has
// ended.

#include <array>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <stdexcept>

#include "clients.h"
#include "work.h"

// A Request is a line to update. done follows the update.
struct Request {
	int line;
	std::mutex mutex;
	std::condition_variable changed;
	bool done = false;
};

static std::mutex queueMutex;
static std::condition_variable queued;
static std::queue<Request *> requests;
static std::array<int, 80> screen;

static Request *take() {
	std::unique_lock<std::mutex> lock(queueMutex);
	queued.wait(lock, [] { return !requests.empty(); });
	Request *r = requests.front();
	requests.pop();
	return r;
}

// updater processes requests. If it fails, another one replaces it.
static void updater() {
	try {
		for (;;) {
			Request *r = take();
			work(20);
			screen.at(r->line)++;
			std::lock_guard<std::mutex> lock(r->mutex);
			r->done = true;
			r->changed.notify_one();
		}
	} catch (const std::out_of_range &) {
		start("updater", updater);
	}
}

static void listener(Socket lines) {
	for (std::string line; (line = lines.read()) != "";) {
		work(10);
		Request *r = new Request;
		r->line = std::stoi(line);
		{
			std::lock_guard<std::mutex> lock(queueMutex);
			requests.push(r);
		}
		queued.notify_one();
		std::unique_lock<std::mutex> lock(r->mutex);
		r->changed.wait(lock, [=] { return r->done; });
	}
}

void lostUpdater() {
	start("updater", updater);
	Server server;
	static std::vector<Socket> clients;
	for (int n = 0; n < 4; n++) {
		clients.push_back(server.connect());
		Socket s = server.accept();
		start("listener-" + std::to_string(n), [=] { listener(s); });
	}
	start("sender", [] {
		for (int round = 0; round < 10; round++)
			for (int n = 0; n < 4; n++) {
				rest(60);
				clients[n].write(std::to_string(n == 2 && round == 1 ? 99 : 10 * n + round));
			}
	});
	rest(2500);
}
