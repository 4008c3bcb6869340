// Runs one program of proof/languages. The argument is its name; the name of its
// corrected twin ends in -healthy. The programs of the paper, and the corrected ones, end
// by themselves.

#include <chrono>
#include <cstdio>
#include <map>
#include <thread>
#include <vector>

#include "work.h"

static std::vector<std::thread> threads;

void start(const std::string &name, std::function<void()> body) {
	threads.emplace_back([name, body] {
		pthread_setname_np(pthread_self(), name.c_str());
		body();
	});
}

void joinAll() {
	puts("all started");
	fflush(stdout);
	for (auto &t : threads)
		t.join();
}

void joinLast() { threads.back().join(); }

double now() {
	using namespace std::chrono;
	return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

void work(double ms) {
	for (double end = now() + ms; now() < end;) {
	}
}

void rest(double ms) {
	std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms));
}

void until(double time) { rest(time - now()); }

int main(int argc, char **argv) {
	std::map<std::string, std::function<void()>> programs = {
		{"deadlock", bank},
		{"two-locks", tables},
		{"server-5", smallServer},
		{"server-40", largeServer},
		{"lost-updater", lostUpdater},
		{"idle-pool", idlePool},
		{"slow-holder", slowHolder},
		{"last-of-round", lastOfRound},
		{"crawler-contended", [] { crawlers(false); }},
		{"crawler-healthy", [] { crawlers(true); }},
	};
	std::map<std::string, Program> pairs = {
		{"abba", abba},           {"self", self},         {"reader-again", readerAgain},
		{"wakeup-lost", wakeupLost},
		{"nested-condition", nestedCondition}, {"full-queue", fullQueue}, {"join-locked", joinLocked},
		{"lldb-58236", lldb},     {"libtorrent-678", libtorrent},
		{"jubatus-199", jubatus}, {"tlf-422", tlf},
	};
	for (auto &p : pairs) {
		Program run = p.second;
		programs[p.first] = [run] { run(false); };
		programs[p.first + "-healthy"] = [run] { run(true); };
	}
	if (argc != 2 || !programs.count(argv[1])) {
		for (auto &p : programs)
			puts(p.first.c_str());
		return 2;
	}
	programs[argv[1]]();
	fflush(stdout);
	_Exit(0); // the threads of the paper's programs never end
}
