package ci

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tiv/task"
	"tiv/task/where"
	"tiv/tracefeed"
)

// taskMeasure is a number of the durations of tasks that a budget can limit.
type taskMeasure struct {
	name string
	of   func(where.Durations) tracefeed.Time
}

// taskMeasures are the measures of tasks, in the order in which errors name them.
var taskMeasures = []taskMeasure{
	{"p50", percentile(50)}, {"p90", percentile(90)}, {"p95", percentile(95)}, {"p99", percentile(99)},
	{"max", percentile(100)}, {"mean", where.Durations.Mean},
}

func percentile(percent int) func(where.Durations) tracefeed.Time {
	return func(d where.Durations) tracefeed.Time { return d.Percentile(percent) }
}

// ofTask matches a limit for tasks, up to its value: task("GET /pay").p99<
var ofTask = regexp.MustCompile(`^task\(\s*("(?:[^"\\]|\\.)*")\s*\)\s*\.\s*(\w+)\s*<`)

// parseTask parses a limit such as task("GET /pay").p99<200ms; ok is false if it is none for tasks.
func parseTask(text string) (l Limit, ok bool, err error) {
	if !strings.HasPrefix(text, "task(") {
		return l, false, nil
	}
	const advice = `write task("TYPE").MEASURE<TIME, such as task("GET /pay").p99<200ms`
	m := ofTask.FindStringSubmatch(text)
	if m == nil {
		return l, true, fmt.Errorf("invalid budget %q; %s", text, advice)
	}
	l.text = text
	if l.tasksOf, err = strconv.Unquote(m[1]); err != nil {
		return l, true, fmt.Errorf("invalid budget %q: the type %s is no text in quotes", text, m[1])
	}
	i := slices.IndexFunc(taskMeasures, func(x taskMeasure) bool { return x.name == m[2] })
	if i < 0 {
		var names []string
		for _, x := range taskMeasures {
			names = append(names, x.name)
		}
		return l, true, fmt.Errorf("unknown measure %q of tasks in the budget; use %s", m[2], strings.Join(names, ", "))
	}
	l.durations = &taskMeasures[i]
	d, err := time.ParseDuration(strings.TrimSpace(text[len(m[0]):]))
	if err != nil || d <= 0 {
		return l, true, fmt.Errorf("invalid budget %q; %s", text, advice)
	}
	l.length = tracefeed.Time(d)
	return l, true, nil
}

// exceededBy returns the value of a limit for tasks that is not kept; "" if it is. A task without a
// start or an end in the trace counts with the time that it has there: it takes at least as long.
// A type without tasks is not known to keep its limit.
func (l *Limit) exceededBy(x *task.Index) string {
	var list []tracefeed.Time
	open := 0
	for i := range x.Tasks {
		if t := &x.Tasks[i]; t.Type == l.tasksOf {
			if list = append(list, t.End-t.Start); !t.Begun || !t.Ended {
				open++
			}
		}
	}
	if len(list) == 0 {
		return "the trace has no such tasks" + typesOf(x)
	}
	value := l.durations.of(where.NewDurations(list))
	switch {
	case value < l.length:
		return ""
	case open > 0:
		return fmt.Sprintf("at least %v, of %s, %d of them without a start or an end in the trace",
			value, tracefeed.Plural(len(list), "task"), open)
	}
	return fmt.Sprintf("%v, of %s", value, tracefeed.Plural(len(list), "task"))
}

// mostTypes is the largest number of types that a message lists.
const mostTypes = 5

// typesOf lists the types of tasks for which threads worked longest, after a text: ", only A and B".
func typesOf(x *task.Index) string {
	names := x.Types()
	rest := len(names) - mostTypes
	if rest > 0 {
		names = names[:mostTypes]
	}
	for i := range names {
		names[i] = strconv.Quote(names[i])
	}
	switch {
	case len(names) == 0:
		return ""
	case rest > 0:
		return fmt.Sprintf(", only %s and %s", strings.Join(names, ", "), tracefeed.Plural(rest, "other type"))
	}
	return ", only " + strings.Join(names, ", ")
}
