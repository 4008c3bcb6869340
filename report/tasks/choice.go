package tasks

import (
	"context"
	"errors"
	"fmt"

	"tiv/interaction/lockname"
	"tiv/task"
	"tiv/task/slow"
	"tiv/task/where"
	"tiv/timeline"
)

// Choice chooses tasks, as users do.
type Choice struct {
	// Type is the type of the tasks; all if it is empty.
	Type string
	// Where is a condition for them; see package where.
	Where string
	// Compare and Against are the conditions of the tasks that are compared with each other.
	// Without Against, slow.Against chooses.
	Compare, Against string
}

// Check returns the errors of the conditions, which need no trace.
func (c *Choice) Check() error {
	for _, x := range []struct{ name, text string }{{"where", c.Where}, {"compare", c.Compare}, {"against", c.Against}} {
		if _, err := parse(x.name, x.text); err != nil {
			return err
		}
	}
	if c.Against != "" && c.Compare == "" {
		return errors.New("against: it needs tasks to compare")
	}
	return nil
}

// parse parses a condition. Its errors begin with a name.
func parse(name, text string) (where.Condition, error) {
	condition, err := where.Parse(text)
	if err != nil {
		err = fmt.Errorf("%s: %w; the words are in docs/tasks.md", name, err)
	}
	return condition, err
}

// fitting returns, by task, whether a condition is true for it. Errors begin with a name.
func fitting(tasks *where.Tasks, name, text string) ([]bool, error) {
	condition, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	return tasks.Fitting(condition)
}

// Fitting returns, by task, whether it is chosen by type and condition; nil if all are.
func (c *Choice) Fitting(x *task.Index, tl *timeline.Timeline) ([]bool, error) {
	if c.Type == "" && c.Where == "" {
		return nil, nil
	}
	return c.fitting(x, where.New(x, tl))
}

// fitting returns, by task, whether it is chosen by type and condition.
func (c *Choice) fitting(x *task.Index, tasks *where.Tasks) ([]bool, error) {
	fit, err := fitting(tasks, "where", c.Where)
	for i := range fit {
		fit[i] = fit[i] && (c.Type == "" || x.Tasks[i].Type == c.Type)
	}
	return fit, err
}

// mostCompared is the number of types that are compared.
const mostCompared = 5

// Comparisons compares tasks, type by type, the ones with the largest differences first. locks
// names locks. Once ctx is done, it returns its error.
func (c *Choice) Comparisons(ctx context.Context, tl *timeline.Timeline, x *task.Index,
	locks *lockname.Names) (*Comparisons, error) {
	tasks := where.New(x, tl)
	fit, err := c.fitting(x, tasks)
	if err != nil {
		return nil, err
	}
	condition, err := parse("compare", c.Compare)
	if err != nil {
		return nil, err
	}
	against := c.Against
	if against == "" {
		against = slow.Against(condition)
	}
	chosen, others := []bool(nil), []bool(nil)
	if chosen, err = fitting(tasks, "compare", c.Compare); err != nil {
		return nil, err
	}
	if others, err = fitting(tasks, "against", against); err != nil {
		return nil, err
	}
	for i := range fit {
		chosen[i], others[i] = chosen[i] && fit[i], others[i] && fit[i]
	}
	sets := slow.Choose(x, chosen, others)
	if len(sets) == 0 {
		return nil, noComparison(x, chosen, condition)
	}
	list, err := slow.Compare(ctx, tl, x, sets[:min(len(sets), mostCompared)])
	if err != nil {
		return nil, err
	}
	return &Comparisons{list, c.Compare, against, len(sets) - len(list), naming{tl, locks.Full}, locks.Short}, nil
}

// noComparison says why no tasks can be compared.
func noComparison(x *task.Index, chosen []bool, c where.Condition) error {
	n, open := 0, 0
	for i, is := range chosen {
		if is {
			if n++; !x.Tasks[i].Begun || !x.Tasks[i].Ended {
				open++
			}
		}
	}
	switch {
	case n == 0 && c.Uses(slow.Slowest):
		return errors.New("compare: no task is slow; of fewer than 20 tasks of a type none counts as slow")
	case n == 0:
		return errors.New("compare: no task fits the condition")
	case n == open:
		return errors.New("compare: the trace lacks the start or the end of all tasks that fit")
	}
	return errors.New("compare: there are no other tasks of the type to compare with")
}
