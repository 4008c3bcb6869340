package handler_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
)

// played makes a trace of a play: a line is a thread, what it does for a millisecond, and its
// stack, the outermost call first. Lines without a thread repeat those since the last empty line so many
// times: "× 5". A thread starts
// with its first line, or by another one:
// "A starts B STACK".
func played(t *testing.T, play string) *timeline.Timeline {
	t.Helper()
	var lines, block []string
	for _, line := range strings.Split(play, "\n") {
		line = strings.TrimSpace(line)
		n := 0
		switch _, err := fmt.Sscanf(line, "× %d", &n); {
		case err == nil:
			for range n - 1 {
				lines = append(lines, block...)
			}
		case line == "":
			block = nil
		default:
			lines, block = append(lines, line), append(block, line)
		}
	}
	p := player{ids: map[string]string{}, alive: map[string]bool{}}
	for i, line := range lines {
		p.line(t, i, strings.Fields(line))
	}
	return reduced.Story(t, "tiv-text 1 sched\n"+p.tables.String()+p.events.String())
}

// player writes a trace.
type player struct {
	tables, events strings.Builder
	ids            map[string]string // of frames and stacks
	alive          map[string]bool
}

func (p *player) line(t *testing.T, ms int, words []string) {
	thread, does, rest := words[0], words[1], words[2:]
	if !p.alive[thread] {
		p.alive[thread] = true
		fmt.Fprintf(&p.events, "%dms %s start\n", ms, thread)
	}
	event := func(format string, args ...any) {
		fmt.Fprintf(&p.events, "%dms %s %s\n", ms, thread, fmt.Sprintf(format, args...))
	}
	switch does {
	case "waits":
		event("suspend-start wait stack=%s", p.stack(rest))
	case "sleeps":
		event("suspend-start sleep stack=%s", p.stack(rest))
	case "reads":
		event("io-start net stack=%s", p.stack(rest))
	case "runs":
		event("run")
		fmt.Fprintf(&p.events, "%dms %s sample value=1 stack=%s\n", ms, thread, p.stack(rest))
	case "enters":
		event("run")
		event("call-enter %s", rest[0])
	case "leaves":
		event("run")
		event("call-exit %s", rest[0])
	case "ends":
		event("end")
		p.alive[thread] = false
	case "starts":
		event("run")
		p.alive[rest[0]] = true
		fmt.Fprintf(&p.events, "%dms %s start by=%s stack=%s\n%dms %s run\n", ms, rest[0], thread, p.stack(rest[1:]), ms, rest[0])
	default:
		t.Fatalf("%q", words)
	}
}

func (p *player) stack(functions []string) string {
	key := strings.Join(functions, " ")
	if p.ids[key] == "" {
		p.ids[key] = fmt.Sprintf("s%d", len(p.ids))
		var ids []string
		for _, f := range functions {
			if p.ids["f "+f] == "" {
				p.ids["f "+f] = fmt.Sprintf("f%d", len(p.ids))
				fmt.Fprintf(&p.tables, "frame %s %s\n", p.ids["f "+f], f)
			}
			ids = append(ids, p.ids["f "+f])
		}
		slices.Reverse(ids)
		fmt.Fprintf(&p.tables, "stack %s %s\n", p.ids[key], strings.Join(ids, " "))
	}
	return p.ids[key]
}

// The rules find the handlers of programs whose handlers are known. Functions whose names begin with s. are the
// system's.
func TestRules(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ play, want string }{
		"a busy loop": {`
			A waits main.loop s.take
			A runs main.loop main.handle
			A runs main.loop main.handle s.write
			A runs main.loop main.handle
			A runs main.loop
			× 5`, "main.handle handler NODE_WAIT of main.loop, 5 of 5"},
		"handlers of one loop": {`
			A reads main.loop main.next s.read
			A runs main.loop main.order
			A reads main.loop main.next s.read
			A runs main.loop main.refund main.pay
			× 4`, "main.order handler NODE_IO of main.loop by main.next, 4 of 4; main.refund handler NODE_IO of main.loop by main.next, 4 of 4"},
		"a function that is called for each item, and waits for an answer": {`
			A reads main.loop main.next s.read
			A runs main.loop main.handle main.parse
			A waits main.loop main.handle main.ask s.wait
			A runs main.loop main.handle main.answer
			× 5`, "main.handle handler NODE_IO of main.loop by main.next, 5 of 5"},
		"a handler that sleeps": {`
			A waits main.loop s.take
			A sleeps main.loop main.handle s.sleep
			× 4`, "main.handle handler NODE_WAIT of main.loop, 3 of 3"}, // the last one has no length
		"a pause in a loop": {`
			A waits main.loop s.take
			A sleeps main.loop s.sleep
			A runs main.loop main.handle
			× 4`, "main.handle handler NODE_WAIT of main.loop, 4 of 4"},
		"a client that sleeps": {`
			A sleeps main.client s.sleep
			A runs main.client main.ask
			× 9`, ""},
		"a fork and join": {`
			A starts B main.main s.go
			A starts C main.main s.go
			B runs main.part
			C runs main.part
			B ends
			C ends
			A waits main.main sync.(*WaitGroup).Wait
			× 5`, ""},
		"a loop that ends": {`
			A waits main.loop s.take
			A runs main.loop main.handle
			× 4

			A runs main.loop main.close
			A ends`, "main.handle handler NODE_WAIT of main.loop, 4 of 4"},
		"a thread for each connection": {`
			A reads main.serve s.accept
			A starts B main.serve s.go
			B runs main.handle main.work
			B ends
			× 4`, "main.handle handler NODE_IO of main.serve starts, 4 of 4"},
		"a pool": {`
			A waits s.worker s.take
			A runs s.worker s.call main.Job.run
			A runs s.worker s.call main.Job.run main.work
			× 4`, "main.Job.run callback of s.worker, 4"},
		"a loop in a pool": {`
			A waits s.worker s.take

			A waits s.worker main.loop s.take
			A runs s.worker main.loop main.handle
			× 5`, "main.handle handler NODE_WAIT of main.loop, 5 of 5"},
		"a loop in a handler": {`
			A reads s.serve s.read
			A runs s.serve main.handle main.parse
			A waits s.serve main.handle s.receive
			A runs s.serve main.handle main.part
			A waits s.serve main.handle s.receive
			A runs s.serve main.handle main.part
			× 9`, "main.handle callback of s.serve, 9"},
		"an event loop of a library": {`
			A waits main.main s.run s.poll
			A runs main.main s.run s.emit main.click
			A waits main.main s.run s.poll
			A runs main.main s.run s.emit main.key
			× 3`, "main.click callback of s.run, 3; main.key callback of s.run, 3"},
		"a comparator": {`
			A waits main.loop s.take
			A runs main.loop main.handle s.sort main.less
			× 4`, "main.handle handler NODE_WAIT of main.loop, 4 of 4"},
		"a comparator in a library's thread": {`
			A waits s.worker s.take
			A runs s.worker java.util.TimSort.sort main.Item.order
			× 4`, ""},
		"functions that handle nothing": {`
			A waits s.worker s.take
			A runs s.worker main.Item.toString
			A runs s.worker main.Host.currentTimeMillis
			A runs s.worker main.Logger.write
			× 4`, ""},
		"functions that compilers generate": {`
			A waits s.worker s.take
			A runs s.worker main.C$$Lambda.run main.C.lambda$main$0
			A waits s.worker s.take
			A runs s.worker main.D.access$100 java.lang.reflect.Method.invoke main.D.done
			× 4`, "main.C.lambda$main$0 callback of s.worker via main.C$$Lambda.run, 4; main.D.done callback of s.worker via main.D.access$100, 4"},
		"a function that wraps others": {`
			A reads s.serve s.read
			A runs s.serve s.call main.logged s.call main.page
			A reads s.serve s.read
			A runs s.serve s.call main.logged s.call main.image
			× 4`, "main.image callback of s.serve, 4; main.page callback of s.serve, 4"},
		"recorded calls alone": {`
			A waits s.worker s.take
			A enters main.handle
			A leaves main.handle
			× 4`, "main.handle callback of s.worker, 4"},
		"recorded calls from the middle of a library": {`
			A reads s.serve s.read
			A enters s.mux
			A waits s.mux s.call main.page s.database
			A waits s.mux java.sql.Query.run main.rows s.database
			A leaves s.mux
			× 4`, "main.page callback of s.serve, 4"},
		"calls of functions without a name": {`
			A waits s.worker s.take
			A enters object=1
			A enters main.handle
			A leaves main.handle
			A leaves object=1
			× 4`, "main.handle callback of s.worker, 4"},
		"calls with a loop": {`
			A enters main.loop
			
			A enters main.next
			A waits main.loop main.next s.take
			A leaves main.next
			A enters main.handle
			A leaves main.handle
			× 4`, "main.handle handler NODE_WAIT of main.loop by main.next, 4 of 4"},
		"idle threads": {`
			A waits main.loop s.take
			B waits main.loop s.take
			× 9`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := handler.New(context.Background(), played(t, test.play), handler.Options{Patterns: handler.Patterns{System: []string{"s"}}})
			var got []string
			for _, f := range x.Find(handler.DefaultThresholds()) {
				got = append(got, described(&f))
				if f.Waits[handler.Wait]+f.Waits[handler.IO] == 0 {
					t.Errorf("%s: its loop does not wait", f.Function)
				}
				for _, l := range f.Loops {
					if l.Node >= 0 && x.Functions[x.Nodes[l.Node].Function].Name != f.Loop && !f.IsCallback() {
						t.Errorf("%s: the node of the loop is of %s", f.Function, x.Functions[x.Nodes[l.Node].Function].Name)
					}
					if l.Next >= 0 && x.Functions[x.Nodes[l.Next].Function].Name != f.Next {
						t.Errorf("%s: the next node is of %s", f.Function, x.Functions[x.Nodes[l.Next].Function].Name)
					}
				}
			}
			slices.Sort(got)
			if s := strings.Join(got, "; "); s != test.want {
				t.Errorf("got %q, want %q", s, test.want)
			}
		})
	}
}

// described returns what was found as a text.
func described(f *handler.Found) string {
	s := strings.Join(strings.Fields(f.Function+" "+f.Kind()+" "+f.Type.String()), " ") + " of " + f.Loop
	for _, word := range []struct{ before, text string }{{" by ", f.Next}, {" via ", f.Via}} {
		if word.text != "" {
			s += word.before + word.text
		}
	}
	if f.Starts {
		s += " starts"
	}
	if f.IsCallback() {
		return s + fmt.Sprintf(", %d", f.Begins)
	}
	return s + fmt.Sprintf(", %d of %d", f.After, f.Begins)
}

// Limits change what is found, and the rules of the paper find nothing in a busy loop.
func TestRulesLimits(t *testing.T) {
	t.Parallel()
	tl := played(t, `
		A waits main.loop s.take
		A runs main.loop
		A runs main.loop main.handle
		× 3`)
	for limit, want := range map[string]int{"": 1, "begins=3": 1, "begins=4": 0, "returns=3": 0, "returns=2": 1} {
		th := handler.DefaultThresholds()
		if err := th.Change(cmp.Or(limit, "returns=2")); err != nil {
			t.Fatal(err)
		}
		if limit != "returns=3" {
			_ = th.Change("returns=2") // it waits again twice
		}
		o := handler.Options{Patterns: handler.Patterns{System: []string{"s"}}}
		if got := handler.New(context.Background(), tl, o).Find(th); len(got) != want {
			t.Errorf("%s: %+v", limit, got)
		}
		o.Paper = true
		if got := handler.New(context.Background(), tl, o).Find(th); len(got) != 0 {
			t.Errorf("%s, by the paper: %+v", limit, got)
		}
	}
}
