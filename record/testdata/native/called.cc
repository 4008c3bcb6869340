// called.cc is compiled with -finstrument-functions. It prints functions with the numbers of
// their calls, which they count.
#include <cstdio>
#include <dlfcn.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace shop {

static int throws, catches, gets, sums, made, gone, lambdas;

struct guard {
	guard() { made++; }
	~guard() { gone++; }
};

// fail throws through several calls.
void fail(int n) {
	guard g;
	throws++;
	if (n == 0)
		throw std::runtime_error("fail");
	fail(n - 1);
}

bool attempt() {
	catches++;
	try {
		fail(4);
	} catch (const std::exception &) {
		return false;
	}
	return true;
}

struct item {
	virtual int get(int n) {
		gets++;
		return n;
	}
};

template <class T> T sum(const std::vector<T> &all) {
	T s = 0;
	sums++;
	for (T x : all)
		s += x;
	return s;
}

} // namespace shop

// plugin calls a function of a library that is loaded, and then closed.
static int plugin(const char *path, const char *name) {
	void *library = dlopen(path, RTLD_NOW);
	int (*f)(int), got;
	if (!library || !(f = (int (*)(int))dlsym(library, name)))
		return -1;
	got = f(1) + f(2);
	dlclose(library);
	return got;
}

int main(int argc, char **argv) {
	shop::item i;
	volatile int total = 0;
	auto twice = [](int n) { return shop::lambdas++, 2 * n; };
	for (int n = 0; n < 100; n++) {
		if (shop::attempt())
			return 1;
		total = total + i.get(twice(n)) + shop::sum(std::vector<int>{1, 2}) + (int)shop::sum(std::vector<double>{1, 2});
	}
	std::thread([&] { total = total + i.get(1); }).join();
	for (int n = 0; n < 3; n++)
		for (int j = 1; j < argc; j++)
			if (plugin(argv[j], j == 1 ? "left" : "right") < 0)
				return 2;
	printf("shop::fail %d\nshop::attempt %d\nshop::item::get %d\nshop::sum %d\n", shop::throws, shop::catches, shop::gets, shop::sums);
	printf("shop::guard::guard %d\nshop::guard::~guard %d\nmain::{lambda(int)#1}::operator() %d\n", shop::made, shop::gone, shop::lambdas);
	printf("left 6\nright 6\n");
}
