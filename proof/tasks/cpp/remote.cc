// Two processes that find each other by a file: messages are the numbers of requests, of 8 bytes, and 0 ends
// the back.
#include "remote.h"

#include <arpa/inet.h>
#include <endian.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void must(bool ok) {
	if (!ok) {
		perror("remote");
		exit(1);
	}
}

// Address is one of TCP, or of a Unix socket.
union Address {
	sockaddr a;
	sockaddr_in v4;
	sockaddr_un path;
};

static int dial(const std::string &file) {
	char network[16], address[200];
	FILE *f = nullptr;
	Address to = {};
	socklen_t size;
	for (int i = 0; i < 60000 && !(f = fopen(file.c_str(), "r")); i++)
		usleep(1000);
	must(f && fscanf(f, "%15s %199s", network, address) == 2);
	fclose(f);
	if (std::string(network) == "unix") {
		to.path.sun_family = AF_UNIX;
		snprintf(to.path.sun_path, sizeof to.path.sun_path, "%s", address);
		size = sizeof to.path;
	} else {
		to.v4.sin_family = AF_INET;
		to.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		to.v4.sin_port = htons(atoi(strrchr(address, ':') + 1));
		size = sizeof to.v4;
	}
	int fd = socket(to.a.sa_family, SOCK_STREAM, 0);
	must(fd >= 0 && connect(fd, &to.a, size) == 0);
	return fd;
}

static void put(int fd, uint64_t n) {
	n = htobe64(n);
	must(write(fd, &n, 8) == 8);
}

// get returns false at the end.
static bool get(int fd, uint64_t *n) {
	ssize_t got = recv(fd, n, 8, MSG_WAITALL);
	*n = be64toh(*n);
	return got == 8;
}

void front(Run &r, const std::string &file) {
	std::mutex mutex;
	std::vector<int> idle;
	close(dial(file));
	r.serve_all([&](int n) {
		int fd = -1;
		{
			std::lock_guard<std::mutex> guard(mutex);
			if (!idle.empty()) {
				fd = idle.back();
				idle.pop_back();
			}
		}
		if (fd < 0)
			fd = dial(file);
		r.work();
		put(fd, n);
		uint64_t answer;
		must(get(fd, &answer) && answer == (uint64_t)n);
		r.work();
		std::lock_guard<std::mutex> guard(mutex);
		idle.push_back(fd);
	});
	put(dial(file), 0);
}

static void answer(Run &r, int fd) {
	uint64_t n;
	while (get(fd, &n)) {
		if (n == 0)
			exit(0);
		as(n, [&] {
			r.work();
			put(fd, n);
		});
	}
	close(fd);
}

void back(Run &r, const std::string &file) {
	Address at = {};
	std::string path = file + ".socket", name = "unix " + path, fresh = file + ".new";
	socklen_t size = sizeof at.path;
	if (r.waits) {
		at.path.sun_family = AF_UNIX;
		snprintf(at.path.sun_path, sizeof at.path.sun_path, "%s", path.c_str());
		unlink(path.c_str());
	} else {
		at.v4.sin_family = AF_INET;
		at.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		size = sizeof at.v4;
	}
	int listener = socket(at.a.sa_family, SOCK_STREAM, 0);
	must(listener >= 0 && bind(listener, &at.a, size) == 0 && listen(listener, 10) == 0 && getsockname(listener, &at.a, &size) == 0);
	if (!r.waits)
		name = "tcp 127.0.0.1:" + std::to_string(ntohs(at.v4.sin_port));
	FILE *f = fopen(fresh.c_str(), "w");
	must(f && fputs(name.c_str(), f) >= 0 && fclose(f) == 0 && rename(fresh.c_str(), file.c_str()) == 0);
	for (;;) {
		int fd = accept(listener, nullptr, nullptr);
		must(fd >= 0);
		std::thread([&r, fd] { answer(r, fd); }).detach();
	}
}
