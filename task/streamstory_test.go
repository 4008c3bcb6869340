package task_test

import (
	"context"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// Stories of processes that talk: F serves clients, and asks B. Names are short: a > b is what a
// connection's client writes, a < b what it reads.
func TestStreamStories(t *testing.T) {
	t.Parallel()
	short := strings.NewReplacer("REQ", "what=tcp%20f%20>%20b", "ANS", "what=tcp%20f%20<%20b", "IN", "what=tcp%20c%20>%20f",
		"OUT", "what=tcp%20c%20<%20f", "AB", "what=pair%201%20>%202", "BA", "what=pair%202%20>%201", "PIPE", "what=pipe%207")
	for _, test := range []struct{ name, text, want string }{
		{"who reads a request works for its task until it waits for the next", `
			0ms F start
			0ms B start
			1ms B io-start net REQ
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			2ms F io-start net ANS
			3ms B io-end
			3ms B take REQ value=4
			4ms B io-start net REQ
			5ms B take REQ value=10
			6ms B put ANS
			6ms B put ANS value=5
			7ms B io-start net REQ
			8ms F io-end
			8ms F take ANS value=5
			9ms F call-exit x.serve
			9ms B end`,
			"F serve1 1 ms-9 ms observed; B serve1 3 ms-7 ms observed"},
		{"requests of several tasks on one connection", `
			0ms F start
			0ms B start
			0ms F put REQ
			1ms F call-enter x.serve
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms F call-enter x.serve
			5ms F put REQ value=20
			6ms F call-exit x.serve
			7ms F put REQ value=30
			10ms B take REQ value=10
			11ms B take REQ value=20
			12ms B take REQ value=30
			13ms B end`,
			"F serve1 1 ms-3 ms observed; F serve2 4 ms-6 ms observed; B serve1 10 ms-11 ms observed; B serve2 11 ms-12 ms observed"},
		{"bytes of two tasks in one read are of neither", `
			0ms F start
			0ms B start
			0ms F put REQ
			1ms F call-enter x.serve
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms F call-enter x.serve
			5ms F put REQ value=20
			6ms F call-exit x.serve
			10ms B take REQ value=5
			11ms B take REQ value=15
			12ms B take REQ value=20
			13ms B end`,
			"F serve1 1 ms-3 ms observed; F serve2 4 ms-6 ms observed; B serve1 10 ms-11 ms observed; B serve2 12 ms-13 ms observed"},
		{"an answer to a client outside of the task is not part of it, so its next request is none", `
			0ms C start
			0ms F start
			0ms C put IN
			1ms C put IN value=10
			2ms F take IN value=10
			3ms F call-enter x.serve
			4ms F put OUT
			4ms F put OUT value=10
			5ms F call-exit x.serve
			6ms C take OUT value=10
			7ms C put IN value=20
			8ms F take IN value=20
			9ms F call-enter x.serve
			10ms F call-exit x.serve
			11ms C end`,
			"F serve1 3 ms-5 ms observed; F serve2 9 ms-10 ms observed"},
		{"a call of the other process is part of the task that asked, and its answer goes back to that", `
			0ms F start
			0ms R start
			0ms B start
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms B take REQ value=10
			5ms B call-enter db.query
			6ms B put ANS
			6ms B put ANS value=10
			7ms B call-exit db.query
			8ms B io-start net REQ
			9ms R take ANS value=10
			10ms R io-start net ANS
			11ms R end`,
			"F serve1 1 ms-3 ms observed; R serve1 9 ms-10 ms observed; B serve1 4 ms-5 ms observed; B query2<1 5 ms-7 ms observed; " +
				"B serve1 7 ms-8 ms observed"},
		{"reading an answer of somebody who is not recorded changes nothing", `
			0ms F start
			0ms B start
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms B take REQ value=10
			5ms B put what=tcp%20b%20>%20d value=7
			5ms B io-start net what=tcp%20b%20<%20d
			6ms B io-end
			6ms B take what=tcp%20b%20<%20d value=7
			7ms B io-start disk
			8ms B io-end
			9ms B take
			10ms B end`,
			"F serve1 1 ms-3 ms observed; B serve1 4 ms-9 ms observed"},
		{"work that comes through a process to one that has connected to it", `
			0ms F start
			0ms B start
			0ms W start
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms B take REQ value=10
			5ms B put what=tcp%20w%20<%20b
			5ms B put what=tcp%20w%20<%20b value=7
			6ms B io-start net REQ
			7ms W take what=tcp%20w%20<%20b value=7
			8ms W io-start net what=tcp%20w%20<%20b
			9ms W end`,
			"F serve1 1 ms-3 ms observed; B serve1 4 ms-6 ms observed; W serve1 7 ms-8 ms observed"},
		{"a pipe and a pair of sockets; what is not known on the way does not end the task", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A put AB
			2ms A put AB value=10
			2ms A put PIPE
			2ms A put PIPE value=10
			3ms A call-exit x.serve
			4ms B take AB value=10
			5ms B io-start what=pipe%208
			6ms B take what=pipe%208 value=3
			7ms B take PIPE value=10
			8ms B io-start AB
			9ms B io-start PIPE
			10ms B end`,
			"A serve1 1 ms-3 ms observed; B serve1 4 ms-9 ms observed"},
		{"bytes of several calls at once are of nobody, and what was not written is taken back", `
			0ms A start
			0ms D start
			0ms B start
			1ms A call-enter x.serve
			2ms A put PIPE
			2ms A put PIPE value=10
			3ms D put PIPE value=-4
			4ms B take PIPE value=4
			5ms B take PIPE value=10
			6ms A put PIPE value=-16
			6ms A put PIPE value=20
			7ms B take PIPE value=16
			8ms B take PIPE value=20
			9ms B take PIPE value=-22
			10ms A call-exit x.serve
			11ms B end`,
			"A serve1 1 ms-10 ms observed; B serve1 4 ms-5 ms observed; B serve1 8 ms-9 ms observed"},
		{"who has read an answer and begins the next request does not do so for the task of the answer", `
			0ms F start
			0ms B start
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms B take REQ value=10
			5ms B put ANS
			5ms B put ANS value=4
			6ms B io-start net REQ
			7ms F take ANS value=4
			8ms F call-enter db.query
			9ms F call-exit db.query
			10ms F call-enter x.serve
			11ms F call-exit x.serve
			12ms F end`,
			"F serve1 1 ms-3 ms observed; F serve1 7 ms-8 ms observed; F query2<1 8 ms-9 ms observed; F serve1 9 ms-10 ms observed; " +
				"F serve3 10 ms-11 ms observed; B serve1 4 ms-6 ms observed"},
		{"a new connection with the same addresses", `
			0ms A start
			0ms B start
			1ms A call-enter x.serve
			2ms A put REQ
			2ms A put REQ value=10
			3ms A call-exit x.serve
			4ms A put REQ
			4ms A put REQ value=10
			5ms B take REQ value=10
			6ms B end`,
			"A serve1 1 ms-3 ms observed"},
		{"a call keeps its task, whatever it reads; after it, the thread has nothing of the message before", `
			0ms F start
			0ms B start
			1ms F call-enter x.serve
			2ms F put REQ
			2ms F put REQ value=10
			3ms F call-exit x.serve
			4ms F put REQ value=20
			5ms B take REQ value=10
			6ms B call-enter db.query
			7ms B io-start net REQ
			8ms B io-end
			8ms B take REQ value=20
			9ms B call-exit db.query
			10ms B end`,
			"F serve1 1 ms-3 ms observed; B serve1 5 ms-6 ms observed; B query2<1 6 ms-9 ms observed"},
		{"after a loss, positions are known from the next on", `
			0ms A start
			0ms B start
			0ms A put PIPE
			1ms A call-enter x.serve
			2ms A put PIPE value=10
			3ms B lost
			4ms B take PIPE value=10
			5ms A put PIPE value=20
			6ms B take PIPE value=20
			7ms A put PIPE value=30
			8ms B take PIPE value=30
			9ms B end
			10ms A call-exit x.serve`,
			"A serve1 1 ms-10 ms observed; B serve1 8 ms-9 ms observed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := work(t, short.Replace(test.text), serve, query); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", strings.ReplaceAll(got, "; ", "\n"), strings.ReplaceAll(test.want, "; ", "\n"))
			}
		})
	}
}

// Bytes that are read before they are written, by the clocks of two processes, carry nothing.
func TestEarly(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ms A start
		0ms B start
		1ms A call-enter x.serve
		1ms A put what=pipe
		2ms B take what=pipe value=10
		5ms A put what=pipe value=10
		6ms A put what=pipe value=20
		7ms B take what=pipe value=20
		8ms A call-exit x.serve
		9ms B take what=pipe value=40
		10ms B end`)
	index, err := task.Build(context.Background(), tl, task.Options{Definitions: definition.List{serve}, Tracking: task.Full})
	if err != nil {
		t.Fatal(err)
	}
	b := index.Work(2)
	if len(b) != 1 || b[0].Start != 7*tracefeed.Millisecond || b[0].End != 9*tracefeed.Millisecond {
		t.Errorf("work %+v, want from 7 to 9 ms", b)
	}
	if c := index.Counts; c.Early != 1 || c.Ahead != 3*tracefeed.Millisecond {
		t.Errorf("%d early, by %v; want 1, by 3 ms", c.Early, c.Ahead)
	}
}
