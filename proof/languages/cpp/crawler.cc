// demo/programs/crawler-contended and crawler-healthy: crawlers with and without an
// unnecessary lock.

#include <mutex>

#include "clients.h"
#include "work.h"

std::mutex dictionary;

struct Count {
	std::mutex mutex;
	int words;
} count;

const int crawlerCount = 32, shifts = 4;
const double shift = 400;

static void lookUp(bool big) {
	std::lock_guard<std::mutex> lock(dictionary);
	work(big ? 40 : 0.7);
}

static void lookUpWithoutLock() {
	work(6);
	std::lock_guard<std::mutex> lock(count.mutex);
	count.words += 100;
}

static void crawler(int n, Socket web, double began, bool healthy) {
	for (;;) {
		web.write("page please");
		web.read();
		work(1);
		if (healthy)
			lookUpWithoutLock();
		else
			lookUp(n == int((now() - began) / shift) * 9 % crawlerCount);
	}
}

// web answers the requests of a crawler after a short delay.
static void web(Socket s) {
	while (s.read() != "") {
		rest(3);
		s.write("a page");
	}
}

void crawlers(bool healthy) {
	Server server;
	double began = now();
	for (int n = 0; n < crawlerCount; n++) {
		Socket client = server.connect(), accepted = server.accept();
		start("web-" + std::to_string(n), [=] { web(accepted); });
		start("crawler-" + std::to_string(n), [=] { crawler(n, client, began, healthy); });
	}
	rest(shifts * shift);
}
