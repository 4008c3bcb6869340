// The message servers of demo/programs: server-5 with healthy waits, server-40 with a lock
// that one listener never releases.

#include <atomic>
#include <mutex>

#include "clients.h"
#include "work.h"

std::mutex display;

static void slowListener(Socket lines) {
	while (lines.read() != "") {
		work(80);
		std::lock_guard<std::mutex> lock(display);
		rest(150);
		work(50);
	}
}

void smallServer() {
	Server server;
	static std::vector<Socket> clients;
	for (int n = 0; n < 5; n++) {
		clients.push_back(server.connect());
		Socket s = server.accept();
		start("listener-" + std::to_string(n), [=] { slowListener(s); });
	}
	start("sender", [] {
		for (int round = 0; round < 3; round++) {
			rest(300);
			clients[round % 5].write("message");
			clients[(round + 2) % 5].write("message");
			rest(500);
		}
	});
	rest(2800);
}

static void listener(Socket lines) {
	while (lines.read() != "") {
		work(1);
		std::lock_guard<std::mutex> lock(display);
		work(2);
	}
}

static std::atomic<bool> asked;

// greedyListener sends a question to its client while it owns the display.
static void greedyListener(Socket lines) {
	for (std::string line; (line = lines.read()) != "";) {
		work(1);
		std::lock_guard<std::mutex> lock(display);
		work(2);
		if (line == "unclear") {
			lines.write("what do you mean?");
			asked = true;
			lines.read();
		}
	}
}

const int listeners = 40;
const int greedy = 17; // listeners from here on get no more messages after its own

void largeServer() {
	Server server;
	static std::vector<Socket> clients;
	for (int n = 0; n < listeners; n++) {
		clients.push_back(server.connect());
		Socket s = server.accept();
		if (n == greedy)
			start("greedyListener", [=] { greedyListener(s); });
		else
			start("listener-" + std::to_string(n), [=] { listener(s); });
	}
	start("sender", [] {
		double began = now();
		rest(500);
		for (int n = 0; now() - began < 1500; n += 2) {
			for (int i = 0; i < 2; i++)
				clients[7 * (n + i) % listeners].write("message");
			rest(20);
		}
		clients[greedy].write("unclear");
		for (int n = 0; n < greedy; n++) {
			rest(30);
			clients[n].write("message");
		}
	});
	joinLast();
	while (!asked)
		rest(10); // on a busy machine
	rest(1000);
}
