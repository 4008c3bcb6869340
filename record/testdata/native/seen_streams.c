/* Waits of streams of the C library. */
#include "seen.h"

static char text[8];
static FILE *f;

/* READS defines a wait for a stream that reads an empty pipe. */
#define READS(name, call) \
	static void in_##name(void) { \
		make_pipe(); \
		f = fdopen(dup(ends[0]), "r"); \
		REQUIRE(f != NULL); \
		announce(); \
		REQUIRE(call); \
		fclose(f); \
	}
READS(fgets, fgets(text, (int)room, f) == text)
READS(fgets_unlocked, fgets_unlocked(text, (int)room, f) == text)
READS(fgetc, fgetc(f) == '1')
READS(getc, getc(f) == '1')
READS(getc_unlocked, getc_unlocked(f) == '1')
READS(fread, fread(text, 1, room, f) == 8)
READS(fread_unlocked, fread_unlocked(text, 1, room, f) == 8)

static void in_getline(void) {
	char *line = NULL;
	size_t n = 0;
	make_pipe();
	f = fdopen(dup(ends[0]), "r");
	announce();
	REQUIRE(getline(&line, &n, f) == 8);
	free(line);
	fclose(f);
}

static void in_getdelim(void) {
	char *line = NULL;
	size_t n = 0;
	make_pipe();
	f = fdopen(dup(ends[0]), "r");
	announce();
	REQUIRE(getdelim(&line, &n, '4', f) == 4);
	free(line);
	fclose(f);
}

static void in_fscanf(void) {
	int number;
	make_pipe();
	f = fdopen(dup(ends[0]), "r");
	announce();
	REQUIRE(fscanf(f, "%d", &number) == 1 && number == 1234567);
	fclose(f);
}

/* The standard input is the pipe. */
static void as_input(void) {
	make_pipe();
	clearerr(stdin);
	REQUIRE(dup2(ends[0], 0) == 0);
	announce();
}

static void in_getchar(void) {
	as_input();
	REQUIRE(getchar() == '1' && getchar() == '2');
	while (getchar() != '\n')
		;
}

static void in_scanf(void) {
	int number;
	as_input();
	REQUIRE(scanf("%d", &number) == 1 && number == 1234567);
}

/* WRITES defines a wait for a stream that writes to a full pipe. */
#define WRITES(name, before, call) \
	static void in_##name(void) { \
		make_pipe(); \
		fill(ends[1]); \
		f = fdopen(dup(ends[1]), "w"); \
		REQUIRE(f != NULL); \
		before; \
		announce(); \
		REQUIRE(call); \
	}
WRITES(fwrite, setvbuf(f, NULL, _IONBF, 0), fwrite(text, 1, 8, f) == 8 && fclose(f) == 0)
WRITES(fputs, setvbuf(f, NULL, _IONBF, 0), fputs("text", f) >= 0 && fclose(f) == 0)
WRITES(fflush, fputs("text", f), fflush(f) == 0 && fclose(f) == 0)
WRITES(fclose, fputs("text", f), fclose(f) == 0)

#define ENTRY(name, end) {#name, "io", in_##name, end, NULL},
const struct wait streams[] = {
	ENTRY(fgets, feed) ENTRY(fgets_unlocked, feed) ENTRY(fgetc, feed) ENTRY(getc, feed) ENTRY(getc_unlocked, feed)
	ENTRY(fread, feed) ENTRY(fread_unlocked, feed) ENTRY(getline, feed) ENTRY(getdelim, feed) ENTRY(fscanf, feed)
	ENTRY(getchar, feed) ENTRY(scanf, feed)
	ENTRY(fwrite, empty) ENTRY(fputs, empty) ENTRY(fflush, empty) ENTRY(fclose, empty)
	{.name = NULL},
};
