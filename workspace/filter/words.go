package filter

import "slices"

// Word is a word of the language.
type Word struct {
	Name string
	// Help is the meaning of the word, in a line.
	Help string
	// Example is an expression that uses it.
	Example string
}

// words are in the order of their listing. The names are those of row.
var words = []Word{
	{"name", "the thread's name", `name ~ "worker"`},
	{"id", "its id in the trace", `id == "17"`},
	{"function", "the outermost function of its first stack in the trace; empty if there is none", `function ~ "serve"`},
	{"cluster", "its cluster; empty if it is in none", `cluster == "pool"`},
	{"system", "it is a thread that the language itself runs, such as a garbage collector", "!system"},
	{"state", "its state at the moment: running, runnable, suspended, blocking, io, unknown or not alive", `state == "blocking"`},
	{"alive", "it is alive at the moment", "alive"},
	{"running", "time it was running, compared with a length of time or a percentage", "running > 50%"},
	{"runnable", "time it could run and waited for a processor", "runnable > 5ms"},
	{"suspended", "time it was asleep", "suspended < 10%"},
	{"blocking", "time it waited for a lock", "blocking > 50%"},
	{"io", "time it waited for a device", "io + blocking > 20%"},
	{"unknown", "time in an unknown state", "unknown == 0%"},
	{"waits", "number of its waits for a lock", "waits > 100"},
	{"waits_for", "the names of the threads that it waits for at the moment; true if any matches; empty if there are none", `waits_for == "main"`},
	{"blocks", "the names of the threads that wait for it at the moment; true if any matches; empty if there are none", `blocks ~ "worker"`},
	{"lock", "the lock that it waits for at the moment, by its name, letter, place or id in the trace; empty if there is none", `lock == "A"`},
	{"interacts", "it waited in the history for a thread of that name or id, or that thread for it", `interacts("main")`},
	{"start", "the time of its start, since the start of the trace", "start > 5s"},
	{"end", "the time of its end, or the end of the trace if it was alive then", "end - start < 10ms"},
}

// operatorWords are the operators that are spelled with letters.
var operatorWords = map[string]bool{
	"and": true, "or": true, "not": true, "in": true, "contains": true, "startsWith": true, "endsWith": true,
}

// Words returns the words for properties of a thread, in the order of their
// listing.
func Words() []Word { return slices.Clone(words) }

// known reports whether a word of the language has a value.
func known(name string) bool {
	for i := range words {
		if words[i].Name == name {
			return true
		}
	}
	return name == "true" || name == "false"
}
