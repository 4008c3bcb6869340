/* connection.h says between which ends a connection of TCP or of Unix sockets is, for TIV's own
 * libraries. */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stddef.h>
#include <stdint.h>

enum { LONGEST_END = 128, LONGEST_NAME = 2 * LONGEST_END + 16 };

/* connection_family returns the family of a socket with connections: AF_INET, AF_INET6 or AF_UNIX; 0
 * for others. */
int connection_family(int fd);

/* file_number returns the number (inode) of the file of a descriptor, 0 if there is none. */
uint64_t file_number(int fd);

/* unix_peer asks the kernel for the number of the other socket of a connection of Unix sockets, by that
 * of one; it makes system calls by a function. It returns 0 if the kernel does not say it. */
uint64_t unix_peer(uint64_t number, long (*call)(long, ...));

/* name_connection writes the name of a connection that the socket has opened or accepted, for what the
 * one that has opened it writes: tcp CLIENT > SERVER, or unix NUMBER > PATH with the number of the
 * client's socket. It returns where the > is in the name, a < in that of the answers; NULL if it has no
 * name, for example before it exists. */
char *name_connection(int fd, int opened, uint64_t number, char name[LONGEST_NAME]);

#endif
