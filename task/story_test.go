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
			if x.Type == "batch" {
				name += fmt.Sprint(x.Links)
			}
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
			0ms V start
			0ms W start
			0ms A start
			1ms V suspend-start channel monitor=Q
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
		{"who finds no other one waiting can find more items than one", `
			0ms V start
			0ms W start
			0ms A start
			1ms V suspend-start channel monitor=Q
			1ms W suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms A wake W
			2ms W suspend-end
			4ms A wake V
			4ms V suspend-end
			5ms A call-exit x.serve
			9ms W end`,
			"W serve1 2 ms-4 ms inferred; A serve1 1 ms-5 ms observed"},
		{"a worker that was created for a task does not keep it, nor what it waited for next", `
			0ms V start
			0ms A start
			1ms V suspend-start channel monitor=Q
			1ms A call-enter x.serve
			2ms W start by=A
			3ms W suspend-start channel monitor=Q
			3ms B start
			4ms B call-enter x.serve
			5ms B wake W
			5ms W suspend-end
			6ms W suspend-start channel monitor=Q
			7ms A call-exit x.serve
			8ms B wake W
			8ms W suspend-end
			9ms B call-exit x.serve
			10ms W end`,
			"A serve1 1 ms-7 ms observed; W serve1 2 ms-3 ms inferred; W serve2 8 ms-10 ms inferred; B serve2 4 ms-9 ms observed"},
		{"who waits for its own task waits for the task", `
			0ms A start
			1ms A call-enter x.serve
			2ms W start by=A
			3ms W suspend-start channel monitor=Q
			4ms A wake W
			5ms W suspend-end
			6ms W suspend-start channel monitor=Q
			7ms A wake W mode=shared
			7ms W suspend-end
			9ms A call-exit x.serve`,
			"A serve1 1 ms-9 ms observed; W serve1 2 ms-9 ms inferred"},
		{"who has begun a task works for it until it ends, whatever it waits for", `
			frame get java.util.concurrent.ThreadPoolExecutor.getTask
			stack idle get
			0ms A start
			0ms B start
			1ms A task-start loop object=7
			2ms A suspend-start channel
			3ms B wake A
			3ms A suspend-end
			4ms A suspend-start park stack=idle
			5ms B wake A
			5ms A suspend-end
			8ms A task-end object=7
			9ms A end`,
			"A loop7 1 ms-8 ms observed"},
		{"a worker of a pool inherits nothing, and who waits for a result is none", `
			frame take java.util.concurrent.LinkedBlockingQueue.take
			frame get java.util.concurrent.ThreadPoolExecutor.getTask
			frame result java.util.concurrent.FutureTask.get
			frame job shop.Job.run
			stack idle take get
			stack busy result job get
			0ms A start
			1ms A call-enter x.serve
			2ms W start by=A
			2ms V start by=A
			3ms W suspend-start park stack=busy
			3ms V suspend-start park stack=busy
			4ms A wake W
			4ms W suspend-end
			4ms A wake V
			4ms V suspend-end
			5ms W suspend-start park stack=idle
			6ms A wake W
			6ms W suspend-end
			9ms A call-exit x.serve`,
			"A serve1 1 ms-9 ms observed; V serve1 2 ms-9 ms inferred"},
		{"a thread that ever waits for a list takes from it, and inherits nothing", `
			0ms A start
			1ms A call-enter x.serve
			2ms W start by=A
			3ms W suspend-start wait
			4ms A wake W
			4ms W suspend-end
			9ms A call-exit x.serve`,
			"A serve1 1 ms-9 ms observed"},
		{"a thread that begins late works for what its creator did when it was created", `
			0ms A start
			1ms A call-enter x.serve
			3ms W start by=A value=1000000
			4ms A call-exit x.serve
			5ms A call-enter x.serve
			6ms V start by=A value=3000000
			7ms A call-exit x.serve`,
			"A serve1 1 ms-4 ms observed; A serve2 5 ms-7 ms observed; W serve1 3 ms-4 ms inferred"},
		{"a condition hands over nothing: another worker can have taken the item", `
			0ms V start
			0ms W start
			0ms A start
			1ms V suspend-start wait monitor=Q
			1ms W suspend-start wait monitor=Q
			1ms A call-enter x.serve
			2ms A wake W
			2ms W suspend-end
			3ms A call-exit x.serve`,
			"A serve1 1 ms-3 ms observed"},
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
			0ms V start
			0ms W start
			0ms A start
			0ms B start
			1ms V suspend-start channel monitor=Q
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
		{"who gives an object away outside of a task begins one with it", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A call-enter x.scan object=9
			3ms A call-exit x.scan
			4ms A call-exit x.serve
			5ms A call-enter x.scan object=9
			6ms A call-exit x.scan
			7ms B call-enter job.run object=9
			8ms B call-exit job.run`,
			"A serve1 1 ms-4 ms observed; A scan2 5 ms-6 ms observed; B scan2 7 ms-8 ms observed"},
		{"a region says its task", `
			0ms A start
			0ms B start
			1ms A task-start req object=5
			2ms B region-start step object=5
			3ms B region-end step object=5
			4ms A task-end req object=5
			6ms A end`,
			"A req5 1 ms-4 ms observed; B req5 2 ms-3 ms observed"},
		{"a task that the trace names is that of its call, by its type, or a part of it", `
			0ms A start
			1ms A call-enter x.serve object=3
			2ms A task-start serve object=5
			3ms A task-start query object=6 value=5
			4ms A task-end query object=6
			5ms A task-end serve object=5
			6ms A task-start log object=8
			7ms A task-end log object=8
			8ms A call-exit x.serve`,
			"A serve5 1 ms-3 ms observed; A query6<5 3 ms-4 ms observed; A serve5 4 ms-6 ms observed; " +
				"A log8<5 6 ms-7 ms observed; A serve5 7 ms-8 ms observed"},
		{"who begins tasks that overlap says nothing", `
			0ms A start
			1ms A task-start req object=5
			2ms A task-start req object=6
			3ms A task-end req object=5
			4ms A task-end req object=6
			5ms A task-start req object=7
			6ms A task-end req object=7
			7ms A end`,
			"A req5 1 ms-2 ms observed"},
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
		{"who takes an item without a wait has the task of who put it, until he finds no more", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve
			2ms A put object=7 value=1
			3ms A call-exit x.serve
			4ms A call-enter x.serve
			5ms A put object=7 value=2
			6ms A call-exit x.serve
			10ms W take object=7 value=1
			20ms W take object=8 value=0
			30ms W take object=7 value=2
			40ms W take object=7 value=0
			40ms W suspend-start channel
			50ms W end`,
			"A serve1 1 ms-3 ms observed; A serve2 4 ms-6 ms observed; W serve1 10 ms-30 ms observed; W serve2 30 ms-40 ms observed"},
		{"an item of nobody ends the task before, and one from outside is of nobody", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve
			2ms A put object=7 value=1
			3ms A call-exit x.serve
			4ms A put object=7 value=2
			4ms - put object=7 value=3
			10ms W take object=7 value=1
			20ms W take object=7 value=2
			30ms W take object=7 value=3
			50ms W end`,
			"A serve1 1 ms-3 ms observed; W serve1 10 ms-20 ms observed"},
		{"at one time, items are put before they are taken, and in order of their numbers", `
			0ms A start
			0ms V start
			0ms W start
			1ms A call-enter x.serve
			2ms W take object=7 value=1
			2ms V take object=7 value=2
			2ms A put object=7 value=1
			2ms A put object=7 value=2
			9ms A call-exit x.serve
			9ms V end
			9ms W end`,
			"A serve1 1 ms-9 ms observed; V serve1 2 ms-9 ms observed; W serve1 2 ms-9 ms observed"},
		{"bytes of two tasks are of neither, those of one task are", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve
			1ms A put object=7 value=100
			1ms A put object=7 value=200
			2ms A call-exit x.serve
			3ms A call-enter x.serve
			3ms A put object=7 value=300
			4ms A call-exit x.serve
			10ms W take object=7 value=100
			20ms W take object=7 value=150
			30ms W take object=7 value=250
			40ms W take object=7 value=300
			50ms W end`,
			"A serve1 1 ms-2 ms observed; A serve2 3 ms-4 ms observed; W serve1 10 ms-30 ms observed; W serve2 40 ms-50 ms observed"},
		{"a queue with a name is one, whatever its numbers", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve
			2ms A put object=7 what=pipe value=1
			3ms A call-exit x.serve
			10ms W take object=8 what=pipe value=1
			20ms W take object=9 what=pipe
			50ms W end`,
			"A serve1 1 ms-3 ms observed; W serve1 10 ms-20 ms observed"},
		{"after a loss an item can be another", `
			0ms A start
			0ms W start
			1ms A call-enter x.serve
			2ms A put object=7 value=1
			3ms B lost
			4ms W take object=7 value=1
			5ms A put object=7 value=2
			6ms A put object=7 value=2
			7ms W take object=7 value=2
			8ms A put object=7 value=2
			9ms W take object=7 value=2
			10ms W end
			12ms A call-exit x.serve`,
			"A serve1 1 ms-12 ms observed; W serve1 7 ms-10 ms observed"},
		{"an item of the task of his creator does not take that from a thread; the queue where he waits is the first", `
			0ms A start
			1ms A call-enter x.serve
			2ms W start by=A
			3ms A put object=7 value=1
			3ms A put object=8 value=1
			4ms W take object=7 value=1
			5ms W take object=8 value=1
			6ms W take object=7
			7ms W take object=8
			8ms W end
			9ms A call-exit x.serve`,
			"A serve1 1 ms-9 ms observed; W serve1 2 ms-4 ms inferred; W serve1 4 ms-6 ms observed; W serve1 6 ms-8 ms inferred"},
		{"who works for a task and takes something of another elsewhere works for none, until it takes the next job", `
			0ms A start
			0ms B start
			0ms W start
			1ms A call-enter x.serve
			1ms B call-enter x.serve
			2ms A put object=1 value=1
			2ms B put object=2 value=1
			2ms B put object=2 value=2
			3ms W take object=1 value=1
			4ms W take object=2 value=1
			5ms W take object=2 value=2
			6ms B put object=1 value=2
			7ms W take object=1 value=2
			8ms W take object=1
			9ms A call-exit x.serve
			9ms B call-exit x.serve`,
			"A serve1 1 ms-9 ms observed; B serve2 1 ms-9 ms observed; W serve1 3 ms-4 ms observed; W serve2 7 ms-8 ms observed"},
		{"a select takes from several queues, and so does a worker that has waited in one", `
			0ms A start
			0ms B start
			0ms W start
			1ms A call-enter x.serve
			1ms B call-enter x.serve
			2ms W take object=1
			2ms W take object=2
			3ms A put object=1 value=1
			3ms B put object=2 value=1
			3ms W take object=1 value=1
			4ms W take object=2 value=1
			5ms W take object=1
			5ms W take object=2
			9ms A call-exit x.serve
			9ms B call-exit x.serve`,
			"A serve1 1 ms-9 ms observed; B serve2 1 ms-9 ms observed; W serve1 3 ms-4 ms observed; W serve2 4 ms-5 ms observed"},
		{"a part of a task that takes something of another works for none, until the task is over", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			1ms B call-enter x.serve
			2ms B put object=2 value=1
			2ms B put object=2 value=2
			2ms B put object=2 value=3
			3ms W start by=A
			4ms W take object=2 value=1
			5ms W take object=2 value=2
			6ms A call-exit x.serve
			7ms W take object=2 value=3
			8ms W take object=2
			9ms B call-exit x.serve`,
			"A serve1 1 ms-6 ms observed; B serve2 1 ms-9 ms observed; W serve1 3 ms-4 ms inferred; W serve2 7 ms-8 ms observed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := work(t, test.text, serve, query, scan); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", strings.ReplaceAll(got, "; ", "\n"), strings.ReplaceAll(test.want, "; ", "\n"))
			}
		})
	}
}

// A type of Go implements an interface also if its pointers do: the trace has the type's name.
func TestMethodsOfPointers(t *testing.T) {
	t.Parallel()
	got := work(t, `
		type main.page net/http.Handler
		type main.slow net/http.Handler
		0ms A start
		1ms A call-enter main.(*page).ServeHTTP
		2ms A call-exit main.(*page).ServeHTTP
		3ms A call-enter main.slow.ServeHTTP
		4ms A call-exit main.slow.ServeHTTP
		5ms A call-enter main.(*other).ServeHTTP
		9ms A end`, definition.Definition{Name: "page", Method: "ServeHTTP", Objects: []string{"net/http.Handler"}})
	if want := "A page1 1 ms-2 ms observed; A page2 3 ms-4 ms observed"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
