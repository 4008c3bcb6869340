/* What the programs in this folder do for their clients. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* work takes some time of a processor, a step about 10 us. */
static __attribute__((noinline)) uint64_t work(int steps)
{
	volatile uint64_t sum = 1;
	for (int i = 0; i < 4000 * steps; i++)
		sum = sum * 6364136223846793005u + 1442695040888963407u;
	return sum;
}

/* listen_locally returns a socket that listens, and prints its address. */
static inline int listen_locally(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof a;
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (s < 0 || bind(s, (struct sockaddr *)&a, size) || listen(s, 16) || getsockname(s, (struct sockaddr *)&a, &size)) {
		perror("listen");
		exit(1);
	}
	printf("listens 127.0.0.1:%d\n", ntohs(a.sin_port));
	fflush(stdout);
	return s;
}

/* execute executes a line, and writes the answer. */
static inline int execute(const char *line, char answer[20])
{
	return sprintf(answer, "%016lx\n", (unsigned long)work(line[0] == 'p' ? 60 : 30));
}
