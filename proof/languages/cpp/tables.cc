// demo/programs/two-locks: ten threads that seem to share one lock, but use two.

#include <mutex>

#include "work.h"

struct Table {
	std::mutex mutex;
	int rows[10];

	// count changes a row, slowly, under the table's lock.
	void count(int row) {
		std::lock_guard<std::mutex> lock(mutex);
		rows[row]++;
		work(3);
	}
};

Table prices, stocks;

static void use(Table &table, int n) {
	for (int row = n;; row++) {
		table.count(row % 10);
		rest(0.2);
	}
}

void tables() {
	for (int n = 0; n < 5; n++) {
		start("pricer-" + std::to_string(n), [=] { use(prices, n); });
		start("stocker-" + std::to_string(n), [=] { use(stocks, n); });
	}
	rest(1500);
}
