// Deadlocks of public issue trackers, rebuilt small with their functions and locks, and
// their corrected twins.

#include <mutex>
#include <vector>

#include "work.h"

// github.com/llvm/llvm-project issue 58236: LLDB reports statistics of all modules under
// the lock of their collection, while a module that creates its parts, under its own lock,
// adds them to the collection. Corrected, the parts are added later.

std::recursive_mutex allocationModuleCollection;
static Meeting inModule;

struct Module {
	std::recursive_mutex mutex;
	void parseSymtab(bool healthy);
	void getSymtab() { std::lock_guard<std::recursive_mutex> lock(mutex); }
} module;

static void newModule() {
	std::lock_guard<std::recursive_mutex> lock(allocationModuleCollection);
}

void Module::parseSymtab(bool healthy) {
	{
		std::lock_guard<std::recursive_mutex> lock(mutex);
		inModule.meet();
		if (!healthy)
			newModule();
	}
	newModule();
}

static void reportStatistics() {
	std::lock_guard<std::recursive_mutex> lock(allocationModuleCollection);
	inModule.meet();
	module.getSymtab();
}

void lldb(bool healthy) {
	start("packet-thread", reportStatistics);
	start("dyld-handler", [=] { module.parseSymtab(healthy); });
	joinAll();
}

// github.com/rakshasa/libtorrent issue 678: a transfer is activated under the lock of the
// stack, and asks whether the stack runs. Corrected, it is activated after the release.

struct CurlStack {
	std::mutex mutex;
	bool running = true;
	bool is_running() {
		std::lock_guard<std::mutex> lock(mutex);
		return running;
	}
	void start_get(bool healthy);
} curlStack;

struct CurlGet {
	void activate_unsafe() { receive_socket(); }
	void receive_socket() { curlStack.is_running(); }
};

void CurlStack::start_get(bool healthy) {
	CurlGet get;
	{
		std::lock_guard<std::mutex> lock(mutex);
		if (!healthy)
			get.activate_unsafe();
	}
	get.activate_unsafe();
}

void libtorrent(bool healthy) {
	start("rtorrent-net", [=] { curlStack.start_get(healthy); });
	joinAll();
}

// github.com/jubatus/jubatus_core issue 199: a search takes the read lock of a table, and
// a function that it calls takes it again; a writer came in between. Corrected, the inner
// function expects the lock.

pthread_rwlock_t table = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static Meeting searching;

static void add() {
	searching.meet();
	pthread_rwlock_wrlock(&table);
	pthread_rwlock_unlock(&table);
}

static void exactMatch(bool locked) {
	if (!locked)
		pthread_rwlock_rdlock(&table);
	work(0.1);
	if (!locked)
		pthread_rwlock_unlock(&table);
}

static void neighborRow(bool healthy) {
	pthread_rwlock_rdlock(&table);
	searching.meet();
	while (pthread_rwlock_tryrdlock(&table) == 0) { // the writer does not wait yet
		pthread_rwlock_unlock(&table);
		sched_yield();
	}
	exactMatch(healthy);
	pthread_rwlock_unlock(&table);
}

void jubatus(bool healthy) {
	start("searcher", [=] { neighborRow(healthy); });
	start("updater", add);
	joinAll();
}

// github.com/Tlf/tlf issue 422: the program cancels the thread that asks the radio, which
// ends with the radio's lock, and then takes that lock to close the radio. Corrected, it
// waits for the thread.

pthread_mutex_t tlf_rig_mutex = PTHREAD_MUTEX_INITIALIZER;
static Meeting inRig;

static void *background_task(void *) {
	pthread_setname_np(pthread_self(), "background");
	pthread_mutex_lock(&tlf_rig_mutex);
	inRig.meet();
	rest(50); // Hamlib's call, in which a thread can be cancelled
	pthread_mutex_unlock(&tlf_rig_mutex);
	return nullptr;
}

static void close_tlf_rig() {
	pthread_mutex_lock(&tlf_rig_mutex);
	pthread_mutex_unlock(&tlf_rig_mutex);
}

void tlf(bool healthy) {
	pthread_t background;
	pthread_create(&background, nullptr, background_task, nullptr);
	inRig.meet();
	if (!healthy)
		pthread_cancel(background);
	pthread_join(background, nullptr);
	start("tlf-cleanup", close_tlf_rig);
	joinAll();
}
