// The clients of a message server, and their connections.
#pragma once

#include <string>
#include <vector>

// A Socket is an end of a TCP connection, which carries lines.
struct Socket {
	int fd;
	// read reads a line; "" is the end of the connection.
	std::string read();
	void write(const std::string &line);
};

// A Server listens on the loopback interface.
struct Server {
	Server();
	Socket connect();
	Socket accept();
	int fd, port;
};
