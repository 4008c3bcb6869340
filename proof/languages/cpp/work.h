// What the programs share: threads, sleep, work.
#pragma once

#include <functional>
#include <string>

#include <pthread.h>

// start starts a thread that ends with the program.
void start(const std::string &name, std::function<void()> body);
// joinAll waits for the threads that were started, joinLast for the last of them.
void joinAll(), joinLast();

// now returns the time in milliseconds.
double now();
// work keeps a processor busy for some milliseconds.
void work(double ms);
// rest sleeps for some milliseconds, until up to that time.
void rest(double ms);
void until(double time);

// A meeting is the moment at which two threads have come to meet.
struct Meeting {
	Meeting() { pthread_barrier_init(&barrier, nullptr, 2); }
	void meet() { pthread_barrier_wait(&barrier); }
	pthread_barrier_t barrier;
};

// A Program runs with its bug, or corrected.
using Program = void (*)(bool healthy);

void bank(), tables(), smallServer(), largeServer(), lostUpdater();
void crawlers(bool), abba(bool), self(bool), readerAgain(bool), wakeupLost(bool);
void nestedCondition(bool), fullQueue(bool), joinLocked(bool);
void idlePool(), slowHolder(), lastOfRound();
void lldb(bool), libtorrent(bool), jubatus(bool), tlf(bool);
