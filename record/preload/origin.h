/* origin.h adds to a trace what relates its process to others. */

/* describe_origin writes the number of the parent, and the command line, of which at most
 * 1000 bytes: bytes that end an argument become blanks. */
static void describe_origin(void) {
	char text[1001];
	ssize_t n, i;
	int fd;
	snprintf(text, sizeof text, "%d", (int)getppid());
	tiv__property("parent", text);
	if (alone.born) {
		snprintf(text, sizeof text, "%llu", (unsigned long long)alone.born);
		tiv__property("born", text);
	}
	if ((fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)) < 0)
		return;
	n = REAL(read)(fd, text, sizeof text - 1);
	REAL(close)(fd);
	for (i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ')
			text[i] = ' ';
	while (n > 0 && text[n - 1] == ' ')
		n--;
	if (n <= 0)
		return;
	text[n] = 0;
	tiv__property("command", text);
}
