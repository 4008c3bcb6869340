//go:build ignore

/* Patterns of the names of methods. A pattern is the name of a method, class or package,
 * and covers all methods inside it; * is any text. With a + before it, it also covers the
 * methods of all classes that extend or implement such a class. */
#include <stdlib.h>
#include <string.h>

#include "agent.h"

/* covers reports whether a pattern of n bytes covers a name, or what it is inside. */
static int covers(const char *pattern, size_t n, const char *name) {
	if (n == 0)
		return *name == 0 || *name == '.' || *name == '$';
	if (*pattern == '*') {
		do
			if (covers(pattern + 1, n - 1, name))
				return 1;
		while (*name++);
		return 0;
	}
	return *name == *pattern && covers(pattern + 1, n - 1, name + 1);
}

/* join_name returns "class.method", to be freed; NULL if there is no memory. */
char *join_name(const char *class, const char *method) {
	char *name = malloc(strlen(class) + strlen(method) + 2);
	if (name) {
		strcpy(name, class);
		strcat(name, ".");
		strcat(name, method);
	}
	return name;
}

/* matches reports whether any of some patterns, with | between them, covers a method of a
 * class, the first of a list that continues with all that it extends and implements. */
int matches(const char *patterns, char *const *classes, size_t count, const char *method) {
	size_t i, n;
	int found = 0;
	for (; patterns && *patterns && !found; patterns += n + (patterns[n] == '|')) {
		int all = *patterns == '+';
		n = strcspn(patterns, "|");
		for (i = 0; i < (all ? count : 1) && !found; i++) {
			char *name = join_name(classes[i], method);
			found = name && covers(patterns + all, n - (size_t)all, name);
			free(name);
		}
	}
	return found;
}
