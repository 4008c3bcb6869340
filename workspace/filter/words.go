package filter

import (
	"reflect"
	"slices"

	"tiv/expression"
)

// words are in the order of their listing. The names are those of row.
var words = []expression.Word{
	{Name: "name", Help: "the thread's name", Example: `name ~ "worker"`},
	{Name: "id", Help: "its id in the trace", Example: `id == "17"`},
	{Name: "function", Help: "the outermost function of its first stack in the trace; empty if there is none",
		Example: `function ~ "serve"`},
	{Name: "process", Help: "the name of its process; empty if the trace does not distinguish processes", Example: `process ~ "postgres"`},
	{Name: "cluster", Help: "its cluster; empty if it is in none", Example: `cluster == "pool"`},
	{Name: "system", Help: "it is a thread that the language itself runs, such as a garbage collector", Example: "!system"},
	{Name: "state", Help: "its state at the moment: running, runnable, suspended, blocking, io, unknown or not alive",
		Example: `state == "blocking"`},
	{Name: "alive", Help: "it is alive at the moment", Example: "alive"},
	{Name: "running", Help: "time it was running, compared with a length of time or a percentage", Example: "running > 50%"},
	{Name: "runnable", Help: "time it could run and waited for a processor", Example: "runnable > 5ms"},
	{Name: "suspended", Help: "time it was asleep", Example: "suspended < 10%"},
	{Name: "blocking", Help: "time it waited for a lock", Example: "blocking > 50%"},
	{Name: "io", Help: "time it waited for a device", Example: "io + blocking > 20%"},
	{Name: "unknown", Help: "time in an unknown state", Example: "unknown == 0%"},
	{Name: "waits", Help: "number of its waits for a lock", Example: "waits > 100"},
	{Name: "waits_for", Help: "the names of the threads that it waits for at the moment; true if any matches; empty if there are none", Example: `waits_for == "main"`},
	{Name: "blocks", Help: "the names of the threads that wait for it at the moment; true if any matches; empty if there are none", Example: `blocks ~ "worker"`},
	{Name: "lock", Help: "the lock that it waits for at the moment, by its name, letter, place or id in the trace; empty if there is none", Example: `lock == "A"`},
	{Name: "processor", Help: "the numbers of the processors on which it ran, as texts; true if any matches; empty if none is known",
		Example: `processor == "3"`},
	{Name: "slice", Help: "the names of the slices that cover some of its time; true if any matches; empty if there are none",
		Example: `slice == "database"`},
	{Name: "task", Help: "the types of the tasks for which it worked; true if any matches; empty if there are none",
		Example: `task == "GET /pay"`},
	{Name: "task_number", Help: "the numbers of the tasks for which it worked; true if any is equal", Example: "task_number == 17"},
	{Name: "interacts", Help: "it waited in the history for a thread of that name or id, or that thread for it",
		Example: `interacts("main")`},
	{Name: "start", Help: "the time of its start, since the start of the trace", Example: "start > 5s"},
	{Name: "end", Help: "the time of its end, or the end of the trace if it was alive then", Example: "end - start < 10ms"},
}

// language is the language of filters.
var language = expression.Language{
	Words: words, Row: reflect.TypeFor[row](), Text: "name", Group: "cluster",
	Former: map[string]string{"monitor": "lock", "cpu": "processor"},
	Values: map[string][]string{"state": {"running", "runnable", "suspended", "blocking", "io", "unknown", "not alive"}},
}

// Words returns the words for properties of a thread, in the order of their
// listing.
func Words() []expression.Word { return slices.Clone(words) }
