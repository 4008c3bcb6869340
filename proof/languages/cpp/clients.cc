#include "clients.h"

#include <cstdlib>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

static int check(int result) {
	if (result < 0)
		abort();
	return result;
}

std::string Socket::read() {
	std::string line;
	for (char c; ::read(fd, &c, 1) == 1 && c != '\n';)
		line += c;
	return line;
}

void Socket::write(const std::string &line) {
	std::string all = line + "\n";
	check(::write(fd, all.data(), all.size()));
}

static sockaddr_in loopback(int port) {
	sockaddr_in a{};
	a.sin_family = AF_INET;
	a.sin_port = port;
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return a;
}

Server::Server() {
	fd = check(socket(AF_INET, SOCK_STREAM, 0));
	sockaddr_in a = loopback(0);
	socklen_t n = sizeof a;
	check(bind(fd, (sockaddr *)&a, n));
	check(listen(fd, 64));
	check(getsockname(fd, (sockaddr *)&a, &n));
	port = a.sin_port;
}

Socket Server::connect() {
	int s = check(socket(AF_INET, SOCK_STREAM, 0));
	sockaddr_in a = loopback(port);
	check(::connect(s, (sockaddr *)&a, sizeof a));
	return {s};
}

Socket Server::accept() { return {check(::accept(fd, nullptr, nullptr))}; }
