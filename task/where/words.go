package where

import (
	"reflect"
	"slices"

	"tiv/expression"
)

// Row is the values of the words for one task. Only words in use are filled in. Lengths of time
// are parts of the task's duration.
type Row struct {
	Type       string            `expr:"type"`
	Task       int               `expr:"task"`
	Parent     int               `expr:"parent"`
	Depth      int               `expr:"depth"`
	Within     expression.Texts  `expr:"within"`
	Parts      int               `expr:"parts"`
	Thread     expression.Texts  `expr:"thread"`
	Threads    int               `expr:"threads"`
	Start      expression.Moment `expr:"start"`
	End        expression.Moment `expr:"end"`
	Open       bool              `expr:"open"`
	Duration   expression.Length `expr:"duration"`
	P50        expression.Length `expr:"p50"`
	P90        expression.Length `expr:"p90"`
	P95        expression.Length `expr:"p95"`
	P99        expression.Length `expr:"p99"`
	Slow       bool              `expr:"slow"`
	Running    expression.Length `expr:"running"`
	Runnable   expression.Length `expr:"runnable"`
	Suspended  expression.Length `expr:"suspended"`
	Blocking   expression.Length `expr:"blocking"`
	IO         expression.Length `expr:"io"`
	Unknown    expression.Length `expr:"unknown"`
	Queue      expression.Length `expr:"queue"`
	Collection expression.Length `expr:"collection"`
	Calls      int               `expr:"calls"`
	Allocs     int               `expr:"allocs"`
	AllocBytes int               `expr:"alloc_bytes"`
	Object     int               `expr:"object"`
	Evidence   string            `expr:"evidence"`
}

// words are in the order of their listing.
var words = []expression.Word{
	{Name: "type", Help: "the name of its type; empty without its start", Example: `type == "request"`},
	{Name: "task", Help: "its number", Example: "task == 17"},
	{Name: "parent", Help: "the number of the task that it is a part of; 0 without one", Example: "parent == 0"},
	{Name: "depth", Help: "the number of tasks around it", Example: "depth == 0"},
	{Name: "within", Help: "the types of the tasks around it; true if any matches", Example: `within == "request"`},
	{Name: "parts", Help: "the number of its parts, without theirs", Example: "parts > 10"},
	{Name: "thread", Help: "the names of the threads that worked for it; true if any matches", Example: `thread ~ "worker"`},
	{Name: "threads", Help: "the number of these threads", Example: "threads > 1"},
	{Name: "start", Help: "the time of its start, since the start of the trace", Example: "start > 5s"},
	{Name: "end", Help: "the time of its end, since the start of the trace", Example: "end < 10s"},
	{Name: "open", Help: "the trace does not have its start, or its end", Example: "!open"},
	{Name: "duration", Help: "the time from its start to its end", Example: "duration > 5ms"},
	{Name: "p50", Help: "the duration that half of its type do not exceed, without open ones", Example: "duration <= p50"},
	{Name: "p90", Help: "the duration that 90 % of them do not exceed", Example: "duration > p90"},
	{Name: "p95", Help: "the duration that 95 % of them do not exceed", Example: "duration > p95"},
	{Name: "p99", Help: "the duration that 99 % of them do not exceed", Example: "duration > p99"},
	{Name: "slow", Help: "it is one of the slowest 5 % of its type, at least of the slowest five; none is of fewer than 20",
		Example: "slow"},
	{Name: "running", Help: "the time in which threads ran for it and its parts; per cents are of its duration", Example: "running > 50%"},
	{Name: "runnable", Help: "the time in which these threads waited for a processor", Example: "runnable > 5ms"},
	{Name: "suspended", Help: "the time in which they were asleep", Example: "suspended > 50%"},
	{Name: "blocking", Help: "the time in which they waited for a lock", Example: "blocking > 50%"},
	{Name: "io", Help: "the time in which they waited for a device", Example: "io + blocking > 20%"},
	{Name: "unknown", Help: "the time in which their state is not known", Example: "unknown == 0%"},
	{Name: "queue", Help: "the time in which no thread worked for it", Example: "queue > 50%"},
	{Name: "collection", Help: "the time of collections in which a thread worked for it", Example: "collection > 1ms"},
	{Name: "calls", Help: "the number of calls for it and its parts", Example: "calls > 100"},
	{Name: "allocs", Help: "the number of their allocations", Example: "allocs > 100"},
	{Name: "alloc_bytes", Help: "the bytes of their allocations", Example: "alloc_bytes > 1000000"},
	{Name: "object", Help: "the number or address of the object of the call with which it began; 0 without one",
		Example: "object == 7"},
	{Name: "evidence", Help: "observed, or inferred if some of its work is", Example: `evidence == "observed"`},
}

// language is the language of conditions for tasks.
var language = expression.Language{
	Words: words, Row: reflect.TypeFor[Row](), Text: "type",
	Former: map[string]string{"blocked": "blocking", "queued": "queue", "gc": "collection"},
	Values: map[string][]string{"evidence": {"observed", "inferred"}},
}

// Complete proposes what can stand at a place of a condition; values are texts to propose, by word.
func Complete(text string, at int, values map[string][]string) (from int, list []expression.Completion) {
	return language.Complete(text, at, values)
}

// Language returns the language of conditions for tasks, as part of one with more words. Its maps
// belong to this package.
func Language() expression.Language {
	l := language
	l.Words = Words()
	return l
}

// Words returns the words for properties of a task, in the order of their listing.
func Words() []expression.Word { return slices.Clone(words) }
