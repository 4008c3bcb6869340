package preload_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tiv/block"
	"tiv/record/preload"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// The states of a thread in stretches.h.
const (
	notAlive = iota
	running
	unseen
	lost
	blocked
	suspended
	inIO
)

var stateOf = []tracefeed.State{
	tracefeed.NotAlive, tracefeed.Running, tracefeed.Unknown, tracefeed.Unknown, tracefeed.Blocking, tracefeed.Suspended, tracefeed.IO,
}

var threadKinds = []tracefeed.Kind{
	tracefeed.ThreadStart, tracefeed.ThreadEnd, tracefeed.IOStart, tracefeed.IOEnd, tracefeed.MonitorWait, tracefeed.MonitorEnter,
	tracefeed.MonitorExit, tracefeed.SuspendStart, tracefeed.SuspendEnd, tracefeed.Run, tracefeed.Lost, tracefeed.CallEnter,
	tracefeed.Alloc,
}

// A pass is a random history of a thread between two passes of the flusher.
type pass struct {
	state  int
	events []tracefeed.Event
	end    tracefeed.Time
	asleep bool
	amount tracefeed.Time
}

func randomPass(r *rand.Rand) pass {
	p := pass{state: r.IntN(inIO + 1), end: tracefeed.Time(1 + r.IntN(150)), asleep: r.IntN(2) == 0, amount: tracefeed.Time(r.IntN(200))}
	at := tracefeed.Time(0)
	for range r.IntN(20) {
		if at += tracefeed.Time(r.IntN(15)); at > p.end {
			break
		}
		p.events = append(p.events, tracefeed.Event{Kind: threadKinds[r.IntN(len(threadKinds))], Time: at, Thread: 1, Monitor: 1})
	}
	return p
}

// input is the pass as the program in C reads it.
func (p *pass) input(b *bytes.Buffer) {
	fmt.Fprintf(b, "b %d 0\n", p.state)
	for _, ev := range p.events {
		fmt.Fprintf(b, "e %d %d\n", ev.Time, uint64(ev.Kind)|1<<16)
	}
	asleep := 0
	if p.asleep {
		asleep = 1
	}
	fmt.Fprintf(b, "f %d %d %d\n", p.end, asleep, p.amount)
}

// stretches returns the stretches of the pass, by the states that a reader of the trace
// computes in each nanosecond. An event of a thread that waits unseen shows that it runs.
func (p *pass) stretches() (list [][2]tracefeed.Time, last bool) {
	m := replay.New(tracefeed.Header{})
	open := block.Span{State: stateOf[p.state]}
	waits := p.state == unseen
	next := 0
	for at := tracefeed.Time(0); at <= p.end; at++ {
		here := next
		for ; next < len(p.events) && p.events[next].Time == at; next++ {
			if waits {
				m.Apply(&open, &tracefeed.Event{Kind: tracefeed.Run, Time: at, Thread: 1})
				waits = false
			}
			ev := p.events[next]
			ev.Time = at
			m.Apply(&open, &ev)
		}
		if at == p.end || open.State != tracefeed.Running && !waits {
			continue
		}
		if n := len(list); n > 0 && list[n-1][1] == at && here == next {
			list[n-1][1]++
		} else {
			list = append(list, [2]tracefeed.Time{at, at + 1})
		}
	}
	n := len(list)
	last = n > 0 && list[n-1][1] == p.end && (open.State == tracefeed.Running || waits)
	return list, last
}

// TestStretches compares the stretches of random passes with the states of their events,
// and checks where unknown time is placed.
func TestStretches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range preload.Library("").Files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "stretches")
	out, err := exec.Command("gcc", "-Wall", "-Wextra", "-Werror", "-I", dir, "-o", program, "testdata/stretches.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r := rand.New(rand.NewPCG(1, 2))
	passes := make([]pass, 20000)
	var input bytes.Buffer
	for i := range passes {
		passes[i] = randomPass(r)
		passes[i].input(&input)
	}
	cmd := exec.Command(program)
	cmd.Stdin = &input
	if out, err = cmd.Output(); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if wrong := passes[i].check(strings.NewReader(line)); wrong != "" {
			t.Fatalf("%+v: %s: %s", passes[i], line, wrong)
		}
	}
}

// check returns what is wrong with the answer of the program.
func (p *pass) check(answer *strings.Reader) string {
	var asleep, woke, n int
	var left, placed, sum, head, tail tracefeed.Time
	want, last := p.stretches()
	fmt.Fscan(answer, &asleep, &woke, &left, &n)
	if n != len(want) {
		return fmt.Sprintf("want %v", want)
	}
	if (asleep == 1) != (last && p.asleep) {
		return "asleep at the end"
	}
	untouched, least := tracefeed.Time(0), tracefeed.Time(1<<40)
	for i, w := range want {
		var from, to tracefeed.Time
		fmt.Fscan(answer, &from, &to, &head, &tail)
		if from != w[0] || to != w[1] || head < 0 || tail < 0 || head+tail > to-from {
			return fmt.Sprintf("want %v", want)
		}
		if tail > 0 && (i != n-1 || asleep == 0) {
			return "unknown at the end of a stretch after which the thread runs"
		}
		placed, sum = placed+head+tail, sum+to-from
		switch ends := i == 0 && woke == 1 || i == n-1 && asleep == 1; {
		case ends && head+tail < min(to-from, p.amount) && (asleep+woke < 2 || i == n-1):
			return "unknown elsewhere although the thread waited here"
		case !ends && head == 0:
			untouched = max(untouched, to-from)
		case !ends:
			least = min(least, to-from)
		}
	}
	if placed != min(p.amount, sum) || left != p.amount-placed {
		return "the amount"
	}
	if untouched > least {
		return "a shorter stretch before a longer one"
	}
	return ""
}
