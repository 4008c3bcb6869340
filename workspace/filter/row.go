package filter

import "tiv/expression"

// row holds the values of the words for one thread. Only words in use are
// filled in.
type row struct {
	Name     string           `expr:"name"`
	ID       string           `expr:"id"`
	Function string           `expr:"function"`
	Process  string           `expr:"process"`
	Cluster  string           `expr:"cluster"`
	State    string           `expr:"state"`
	Lock     expression.Texts `expr:"lock"`
	Slice    expression.Texts `expr:"slice"`
	// Processor is sorted by number.
	Processor expression.Texts `expr:"processor"`
	Task      expression.Texts `expr:"task"`
	// TaskNumber has those of Task.
	TaskNumber expression.Numbers `expr:"task_number"`
	System     bool               `expr:"system"`
	Alive      bool               `expr:"alive"`

	Running   expression.Length `expr:"running"`
	Runnable  expression.Length `expr:"runnable"`
	Suspended expression.Length `expr:"suspended"`
	Blocking  expression.Length `expr:"blocking"`
	IO        expression.Length `expr:"io"`
	Unknown   expression.Length `expr:"unknown"`

	Waits    int               `expr:"waits"`
	WaitsFor expression.Texts  `expr:"waits_for"`
	Blocks   expression.Texts  `expr:"blocks"`
	Start    expression.Moment `expr:"start"`
	End      expression.Moment `expr:"end"`

	Interacts func(name string) bool `expr:"interacts"`
}
