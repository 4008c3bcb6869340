#ifndef TRUTH_H
#define TRUTH_H

#include <time.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// as works for a request, or for none: 0.
void as(int request, const std::function<void()> &work);

// serve begins a request; the definition of the tasks names it.
void serve(int request, const std::function<void()> &work);

// Run is the parameters of a program, which the seed chooses.
class Run {
public:
	int requests, clients, workers, pieces, pause; // pause in microseconds
	bool waits;

	Run(int seed, int requests);
	int up_to(int n);
	// serve_all lets the clients make all requests, and waits until they have returned.
	void serve_all(const std::function<void(int)> &work);
	// work is what a piece of a request takes: processor time, and sometimes a wait for nobody.
	void work();

private:
	std::mutex mutex;
	std::mt19937 random;
	std::atomic<int> next;
};

#endif
