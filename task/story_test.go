package task_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// serve and query are the definitions of the stories.
var (
	serve = definition.Definition{Name: "serve", Method: "serve"}
	query = definition.Definition{Name: "query", Method: "query"}
	scan  = definition.Definition{Name: "scan", Method: "scan", MarkObject: true}
)

// work tells who worked for which task, by thread and time.
func work(t *testing.T, text string, list ...definition.Definition) string {
	t.Helper()
	tl := reduced.Story(t, "tiv-text 1\n"+text)
	index, err := task.Build(context.Background(), tl, task.Options{Definitions: list, Tracking: task.Full})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for id := range tracefeed.ThreadID(len(tl.Threads)) {
		for _, w := range index.Work(id) {
			x := index.Tasks[w.Task]
			name := fmt.Sprint(x.Type, x.Number)
			if x.Parent != 0 {
				name += fmt.Sprint("<", x.Parent)
			}
			out = append(out, fmt.Sprintf("%s %s %v-%v %v", tl.Threads[id].ID, name, w.Start, w.End, w.Evidence))
		}
	}
	return strings.Join(out, "; ")
}

func TestStories(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"calls nest, of another type only", `
			0ms A start
			1ms A call-enter x.serve
			2ms A call-enter y.serve
			3ms A call-enter db.query
			5ms A call-exit db.query
			6ms A call-exit y.serve
			7ms A call-exit x.serve
			9ms A end`,
			"A serve1 1 ms-3 ms observed; A query2<1 3 ms-5 ms observed; A serve1 5 ms-7 ms observed"},
		{"a queue hands over, until the worker waits there again", `
			0ms W start
			0ms A start
			1ms W suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms A wake W
			2ms W suspend-end
			3ms A call-exit x.serve
			4ms W suspend-start channel monitor=R
			5ms W suspend-end
			6ms W suspend-start channel monitor=Q
			9ms W end`,
			"W serve1 2 ms-6 ms inferred; A serve1 1 ms-3 ms observed"},
		{"a worker that was created for a task does not keep it", `
			0ms A start
			1ms A call-enter x.serve
			2ms W start by=A
			3ms A call-exit x.serve
			4ms W suspend-start channel monitor=Q
			5ms A call-enter x.serve
			6ms A wake W
			6ms W suspend-end
			7ms A call-exit x.serve
			9ms W end`,
			"A serve1 1 ms-3 ms observed; A serve2 5 ms-7 ms observed; W serve1 2 ms-3 ms inferred; W serve2 6 ms-9 ms inferred"},
		{"who serves a request keeps it, whoever wakes it", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			1ms B call-enter x.serve
			2ms A suspend-start channel monitor=POOL
			3ms B wake A
			3ms A suspend-end
			4ms A call-exit x.serve
			5ms B call-exit x.serve`,
			"A serve1 1 ms-4 ms observed; B serve2 1 ms-5 ms observed"},
		{"nobody is given work where he waits for others to end", `
			0ms M start
			0ms A start
			1ms M suspend-start join
			1ms A call-enter x.serve
			2ms A wake M
			2ms M suspend-end
			3ms A call-exit x.serve`,
			"A serve1 1 ms-3 ms observed"},
		{"who takes from a thread that waits to send is done with what it had", `
			frame send runtime.chansend1 chan.go:1
			stack send send
			0ms W start
			0ms A start
			0ms B start
			1ms W suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms A wake W
			2ms W suspend-end
			3ms A call-exit x.serve
			3ms B call-enter x.serve
			4ms B suspend-start channel stack=send
			5ms W wake B
			5ms B suspend-end
			6ms B call-exit x.serve
			9ms W end`,
			"W serve1 2 ms-5 ms inferred; A serve1 1 ms-3 ms observed; B serve2 3 ms-6 ms observed"},
		{"an object carries a task on, better than a thread", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A alloc object=7 value=10
			3ms A call-exit x.serve
			5ms B call-enter job.run object=7
			6ms B call-exit job.run
			7ms B free object=7
			8ms B alloc object=7 value=10
			9ms B call-enter job.run object=7
			10ms B call-exit job.run`,
			"A serve1 1 ms-3 ms observed; B serve1 5 ms-6 ms observed"},
		{"a mark takes an object over", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A call-enter x.scan object=9
			3ms A call-exit x.scan
			4ms A call-exit x.serve
			5ms B call-enter job.run object=9
			6ms B call-exit job.run
			7ms A call-enter x.serve
			8ms A call-enter x.scan object=9
			9ms A call-exit x.scan
			10ms A call-exit x.serve
			11ms B call-enter job.run object=9
			12ms B call-exit job.run`,
			"A serve1 1 ms-4 ms observed; A serve2 7 ms-10 ms observed; B serve1 5 ms-6 ms observed; B serve2 11 ms-12 ms observed"},
		{"a region says its task", `
			0ms A start
			0ms B start
			1ms A task-start req object=5
			2ms B region-start step object=5
			3ms B region-end step object=5
			4ms A task-end req object=5
			6ms A end`,
			"A req5 1 ms-4 ms inferred; B req5 2 ms-3 ms observed"},
		{"who begins tasks that overlap says nothing", `
			0ms A start
			1ms A task-start req object=5
			2ms A task-start req object=6
			3ms A task-end req object=5
			4ms A task-end req object=6
			5ms A task-start req object=7
			6ms A task-end req object=7
			7ms A end`,
			"A req5 1 ms-2 ms inferred"},
		{"after a loss an address can be that of another object", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A alloc object=7 value=10
			3ms A call-exit x.serve
			4ms - lost
			5ms B call-enter job.run object=7
			6ms B call-exit job.run`,
			"A serve1 1 ms-3 ms observed"},
		{"lost events end what they make uncertain", `
			0ms A start
			1ms A call-enter x.serve
			2ms A lost
			3ms A call-exit x.serve`,
			"A serve1 1 ms-2 ms observed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := work(t, test.text, serve, query, scan); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", strings.ReplaceAll(got, "; ", "\n"), strings.ReplaceAll(test.want, "; ", "\n"))
			}
		})
	}
}
