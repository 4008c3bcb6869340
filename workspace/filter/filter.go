package filter

import "tiv/expression"

// Filter is a parsed expression. It never changes, and may be used from any
// goroutine.
type Filter struct{ program *expression.Program }

// Parse parses an expression; any error is an *expression.Error. All threads match an
// empty text. A text without operators or Words is searched for in names.
func Parse(text string) (*Filter, error) {
	p, err := language.Parse(text)
	if err != nil {
		return nil, err
	}
	return &Filter{p}, nil
}

// taskWords are the words about tasks.
var taskWords = []string{"task", "task_number"}

// OfTasks reports whether the filter needs View.Tasks.
func (f *Filter) OfTasks() bool { return f.program.Uses(taskWords...) }

// Complete is that of the language; values are texts to propose, by word.
func Complete(text string, at int, values map[string][]string) (from int, list []expression.Completion) {
	return language.Complete(text, at, values)
}
