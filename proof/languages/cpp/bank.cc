// demo/programs/deadlock: a deadlock in a program that keeps running.

#include <cstdio>
#include <mutex>

#include "work.h"

struct Account {
	std::mutex mutex;
	int balance = 1000;
};

Account savings, checking, books;

const int turns = 3;
static Meeting last;

// move locks both accounts in the order of its arguments, which is the bug.
static void move(Account &from, Account &to, int amount, bool lastTurn) {
	std::lock_guard<std::mutex> first(from.mutex);
	work(2);
	from.balance -= amount;
	if (lastTurn)
		last.meet();
	std::lock_guard<std::mutex> second(to.mutex);
	work(2);
	to.balance += amount;
}

static void payer(double start) {
	for (int i = 0; i <= turns; i++) {
		until(start + 200 * i);
		move(savings, checking, 10, i == turns);
	}
}

static void refunder(double start) {
	for (int i = 0; i < turns; i++) {
		until(start + 200 * i + 100);
		move(checking, savings, 5, false);
	}
	until(start + 200 * turns);
	move(checking, savings, 5, true);
}

static void auditor(int n) {
	for (;;) {
		{
			std::lock_guard<std::mutex> lock(books.mutex);
			work(5 + 2 * n);
		}
		rest(15);
	}
}

static void inspector(double start) {
	until(start + 1000);
	std::lock_guard<std::mutex> lock(savings.mutex);
	printf("%d\n", savings.balance);
}

static void ticker() {
	for (;;) {
		rest(20);
		work(1);
	}
}

void bank() {
	double began = now();
	start("payer", [=] { payer(began); });
	start("refunder", [=] { refunder(began); });
	for (int n = 0; n < 3; n++)
		start("auditor-" + std::to_string(n), [=] { auditor(n); });
	start("inspector", [=] { inspector(began); });
	start("ticker", ticker);
	rest(2000);
}
