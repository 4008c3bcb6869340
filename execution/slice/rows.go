package slice

import (
	"slices"

	"tiv/expression"
	"tiv/tracefeed"
)

// The rows are the values of the words for one element. Only words in use are filled in.

type callRow struct {
	Function string `expr:"function"`
	Thread   string `expr:"thread"`
	Depth    int    `expr:"depth"`
	Measured bool   `expr:"measured"`
	stretch
	stateTimes
}

// stretch is an interval of a thread.
type stretch struct {
	Start    expression.Moment   `expr:"start"`
	End      expression.Moment   `expr:"end"`
	Duration expression.Duration `expr:"duration"`
	Slice    expression.Texts    `expr:"slice"`
}

type spanRow struct {
	State    string           `expr:"state"`
	Cause    string           `expr:"cause"`
	Lock     expression.Texts `expr:"lock"`
	Function string           `expr:"function"`
	Stack    expression.Texts `expr:"stack"`
	Thread   string           `expr:"thread"`
	stretch
}

type threadRow struct {
	Name     string              `expr:"name"`
	ID       string              `expr:"id"`
	System   bool                `expr:"system"`
	Start    expression.Moment   `expr:"start"`
	End      expression.Moment   `expr:"end"`
	Duration expression.Duration `expr:"duration"`
	Slice    expression.Texts    `expr:"slice"`
	stateTimes
}

type lockRow struct {
	Lock expression.Texts `expr:"lock"`
	ID   string           `expr:"id"`
}

type regionRow struct {
	Region string `expr:"region"`
	Task   int    `expr:"task"`
	Thread string `expr:"thread"`
	stretch
	stateTimes
}

type sliceRow struct {
	Slice expression.Texts `expr:"slice"`
}

var (
	threadWord = expression.Word{Name: "thread", Help: "the name of its thread", Example: `thread ~ "worker"`}
	// stretchWords are those of an interval of a thread.
	stretchWords = []expression.Word{
		{Name: "start", Help: "the time at which it begins, since the start of the trace", Example: "start > 5s"},
		{Name: "end", Help: "the time at which it ends, since the start of the trace", Example: "end < 10s"},
		{Name: "duration", Help: "how long it lasts", Example: "duration > 5ms"},
		sliceWord,
	}
)

// timedWords are those of an interval of a thread with the states in it.
var timedWords = append(slices.Clip(stretchWords), stateWords...)

var callWords = append([]expression.Word{
	{Name: "function", Help: "the name of the function", Example: `function ~ "^database/sql"`},
	threadWord,
	{Name: "depth", Help: "the number of calls around it, as far as they are known", Example: "depth == 0"},
	{Name: "measured", Help: "its entry or exit is in the trace; other calls follow from stacks", Example: "!measured"},
}, timedWords...)

var spanWords = append([]expression.Word{
	{Name: "state", Help: "the state of the thread: running, runnable, suspended, blocking, io or unknown", Example: `state == "blocking"`},
	{Name: "cause", Help: "the kind of suspension or IO", Example: `cause == "net"`},
	{Name: "lock", Help: "the lock that the thread waits for, by its name, letter, place or id in the trace; empty if there is none", Example: `lock == "A"`},
	{Name: "function", Help: "the innermost function of the stack with which it begins; empty without a stack",
		Example: `function ~ "Lock$"`},
	{Name: "stack", Help: "the functions of the stack with which it begins; true if any matches", Example: `stack ~ "serve"`},
	threadWord,
}, stretchWords...)

var threadWords = append([]expression.Word{
	{Name: "name", Help: "the thread's name", Example: `name ~ "worker"`},
	{Name: "id", Help: "its id in the trace", Example: `id == "17"`},
	{Name: "system", Help: "it is a thread that the language itself runs, such as a garbage collector", Example: "!system"},
	{Name: "start", Help: "the time of its start, since the start of the trace", Example: "start > 5s"},
	{Name: "end", Help: "the time of its end, or the end of the trace if it was alive then", Example: "end - start < 10ms"},
	{Name: "duration", Help: "the time from its start to its end", Example: "duration < 10ms"},
	{Name: "slice", Help: "the slices that cover some of its time", Example: sliceWord.Example},
}, stateWords...)

var lockWords = []expression.Word{
	{Name: "lock", Help: "the lock, by its name, letter, place or id in the trace", Example: `lock == "A"`},
	{Name: "id", Help: "its id in the trace, such as an address", Example: `id == "0xc00001"`},
}

var regionWords = append([]expression.Word{
	{Name: "region", Help: "the name of the region", Example: `region == "parse"`},
	{Name: "task", Help: "the number of its task; 0 without one", Example: "task == 17"},
	threadWord,
}, timedWords...)

// states returns the names of the states.
func states() (list []string) {
	for s := range tracefeed.State(tracefeed.NumStates) {
		list = append(list, s.String())
	}
	return slices.Clip(list)
}
