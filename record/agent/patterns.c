//go:build ignore

/* Patterns of the names of methods. A pattern is the name of a method, class or package,
 * and covers all methods inside it; * is any text. With a + before it, it also covers the
 * methods of all classes that extend or implement such a class. With a type behind it, such as
 * (I)V, it covers the methods of that type. One that begins with * covers no classes of the
 * Java machine itself. */
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

/* join returns two texts as one, to be freed; NULL if there is no memory. */
static char *join(const char *first, const char *second) {
	char *text = malloc(strlen(first) + strlen(second) + 1);
	if (text)
		strcat(strcpy(text, first), second);
	return text;
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

/* any_covers reports whether any of some patterns covers a method of a class; above: only those
 * with a + count; own: the class is the program's, so those that begin with * count. */
static int any_covers(const char *patterns, int above, int own, const char *name, const char *typed) {
	size_t n;
	for (; *patterns; patterns += n + (patterns[n] == '|')) {
		size_t from = *patterns == '+';
		n = strcspn(patterns, "|");
		if ((above && !from) || (patterns[from] != *name && (patterns[from] != '*' || !own)))
			continue;
		if (covers(patterns + from, n - from, memchr(patterns, '(', n) ? typed : name))
			return 1;
	}
	return 0;
}

/* matches reports whether any of some patterns, with | between them, covers a method of a
 * class, the first of a list that continues with all that it extends and implements. */
int matches(const char *patterns, const struct classes *list, const char *method, const char *type) {
	size_t i;
	int found = 0;
	for (i = 0; i < list->count && *patterns && !found; i++) {
		char *name = join_name(list->names[i], method), *typed = name ? join(name, type) : NULL;
		found = typed && any_covers(patterns, i > 0, list->own, name, typed);
		free(typed);
		free(name);
	}
	return found;
}
