package jfr

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

const ms = tracefeed.Millisecond

// profile is a recording with samples of async-profiler.
type profile struct {
	recording
	sample, wall int64
}

func newProfile() *profile {
	p := &profile{}
	p.sample = p.typ("jdk.ExecutionSample", "startTime", "sampledThread", "stackTrace", "state")
	p.wall = p.typ("profiler.WallClockSample", "startTime", "sampledThread", "stackTrace", "state", "samples")
	return p
}

func (p *profile) at(t tracefeed.Time, thread, state string) {
	p.add(p.sample, t, p.thread(thread), p.stack("run"), p.state(state))
}

// TestStates checks the states between samples.
func TestStates(t *testing.T) {
	t.Parallel()
	const run, asleep = "STATE_RUNNABLE", "STATE_SLEEPING"
	for name, x := range map[string]struct {
		write func(p *profile)
		want  string // of thread a
	}{
		"two samples far apart": {func(p *profile) { p.at(0, "a", run); p.at(9000*ms, "a", run) }, ""},
		"rare samples of a thread that seldom runs": {func(p *profile) {
			for i := range tracefeed.Time(20) {
				p.at(i*1000*ms, "a", run)
			}
		}, ""},
		"bursts": {func(p *profile) {
			for i := range tracefeed.Time(20) {
				p.at(i*10*ms, "a", run)
				p.at(i*10*ms+5000*ms, "a", run)
			}
		}, "running 0-190000000 unknown 190000000-5000000000 running 5000000000-5190000000"},
		"the period of the settings": {func(p *profile) {
			p.add(p.typ("jdk.ActiveSetting", "startTime", "id", "name", "value"), 0, int(p.sample), "interval", "10000000")
			p.at(0, "a", run)
			p.at(15*ms, "a", run)
			p.at(50*ms, "a", run)
		}, "running 0-15000000 unknown 15000000-50000000"},
		"asleep and awake": {func(p *profile) {
			for i := range tracefeed.Time(30) {
				p.at(i*20*ms, "a", []string{run, asleep}[i/15])
			}
		}, "running 0-300000000 suspended 300000000-580000000"},
		"a late look": {func(p *profile) {
			for i := range tracefeed.Time(20) {
				p.at(i*20*ms+i/10*200*ms, "a", asleep)
			}
		}, "suspended 0-180000000 unknown 180000000-400000000 suspended 400000000-580000000"},
		"several looks in one": {func(p *profile) {
			p.add(p.wall, 0, p.thread("a"), p.stack("run"), p.state(asleep), 50)
			for i := range tracefeed.Time(10) {
				p.add(p.wall, 500*ms+i*10*ms, p.thread("a"), p.stack("run"), p.state(run), 1)
			}
			p.add(p.wall, 600*ms, p.thread("a"), p.stack("run"), p.state(asleep), 20)
			p.add(p.wall, 2000*ms, p.thread("b"), p.stack("run"), p.state(asleep), 1)
		}, "suspended 0-500000000 running 500000000-600000000 suspended 600000000-790000000 unknown 790000000-2000000000"},
		"a state without a meaning": {func(p *profile) {
			for i := range tracefeed.Time(20) {
				p.at(i*20*ms, "a", []string{asleep, "STATE_TERMINATED"}[i/10])
			}
		}, "suspended 0-200000000 unknown 200000000-380000000"},
		"waits by name": {func(p *profile) {
			for i, state := range []string{"IN_OBJECT_WAIT_TIMED", "PARKED", "BLOCKED_ON_MONITOR_ENTER"} {
				for j := range tracefeed.Time(10) {
					p.at((tracefeed.Time(i)*10+j)*10*ms, "a", "STATE_"+state)
				}
			}
		}, "suspended/wait 0-100000000 suspended/park 100000000-200000000 blocking 200000000-290000000"},
		"an event of a wait within": {func(p *profile) {
			for i := range tracefeed.Time(20) {
				p.at(i*10*ms, "a", run)
			}
			enter := p.typ("jdk.JavaMonitorEnter", "startTime", "duration", "eventThread", "stackTrace", "address")
			p.add(enter, 55*ms, 20*ms, p.thread("a"), p.stack("run"), 77)
		}, "running 0-55000000 blocking 55000000-75000000 running 75000000-190000000"},
	} {
		p := newProfile()
		x.write(p)
		all := read(t, p.bytes())
		if all.Err != nil {
			t.Errorf("%s: %v", name, all.Err)
		}
		if got := testtrace.Text(all.Spans()["a"]); got != x.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, x.want)
		}
		if !strings.Contains(all.Note, "no events of") {
			t.Errorf("%s: the remark is %q", name, all.Note)
		}
	}
}

// TestCovered checks that a thread runs between its events if the recording has all waits.
func TestCovered(t *testing.T) {
	t.Parallel()
	p := newProfile()
	setting := p.typ("jdk.ActiveSetting", "startTime", "id", "name", "value")
	for _, w := range waitTypes {
		p.add(setting, 0, int(p.typ(w.event, "startTime", "duration", "eventThread")), "enabled", "true")
	}
	p.at(0, "a", "STATE_RUNNABLE")
	p.add(firstType+3+3, 1000*ms, 100*ms, p.thread("a")) // a sleep
	p.at(9000*ms, "a", "STATE_RUNNABLE")
	all := read(t, p.bytes())
	if got := testtrace.Text(all.Spans()["a"]); got != "running 0-1000000000 suspended/sleep 1000000000-1100000000 "+
		"running 1100000000-9000000000" || all.Note != "" {
		t.Errorf("%s (%s)", got, all.Note)
	}
}

// TestAllocations checks that one kind of allocations is shown, and the others are counted.
func TestAllocations(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		kinds []string
		want  int64
		note  string
	}{
		{[]string{"sample"}, 1000, ""},
		{[]string{"buffer", "outside"}, 20 + 300, ""},
		{[]string{"sample", "buffer", "outside"}, 1000, "2 allocations of buffers not shown"},
		{[]string{"buffer", "malloc"}, 20, "1 samples of malloc not shown"},
		{[]string{"malloc"}, 4, ""},
	} {
		p := newProfile()
		for _, kind := range x.kinds {
			switch kind {
			case "sample":
				p.add(p.typ("jdk.ObjectAllocationSample", "startTime", "eventThread", "weight"), 1, p.thread("a"), 1000)
			case "buffer":
				p.add(p.typ("jdk.ObjectAllocationInNewTLAB", "startTime", "eventThread", "allocationSize", "tlabSize"), 2,
					p.thread("a"), 1, 20)
			case "outside":
				p.add(p.typ("jdk.ObjectAllocationOutsideTLAB", "startTime", "eventThread", "allocationSize"), 3, p.thread("a"), 300)
			case "malloc":
				p.add(p.typ("profiler.Malloc", "startTime", "eventThread", "address", "size"), 4, p.thread("a"), 99, 4)
			}
		}
		all, sum := read(t, p.bytes()), int64(0)
		for _, ev := range all.Events {
			if ev.Kind == tracefeed.Alloc {
				sum += ev.Value
			}
		}
		if sum != x.want || !strings.Contains(all.Note, x.note) || x.note == "" && strings.Contains(all.Note, "not shown") {
			t.Errorf("%v: %d bytes, want %d (%s)", x.kinds, sum, x.want, all.Note)
		}
	}
}

// TestLeftOut checks that events that are not read are counted, and named if there are no
// others.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	p := newProfile()
	other := p.typ("demo.Other", "startTime")
	for range 7 {
		p.add(other, 5)
	}
	all := read(t, p.bytes())
	if all.Err == nil || !strings.Contains(all.Err.Error(), "7 other events (7 demo.Other)") || len(all.Events) > 0 {
		t.Errorf("%d events, %v", len(all.Events), all.Err)
	}
	p.at(9, "a", "STATE_RUNNABLE")
	if all := read(t, p.bytes()); all.Err != nil || !strings.Contains(all.Note, "7 other events (7 demo.Other) left out") {
		t.Errorf("%v; %q", all.Err, all.Note)
	}
}

// TestRandomSamples checks random looks at threads that each stay in one state for a while:
// looks that come when they are due give these states back, and no thread is in two.
func TestRandomSamples(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		p, period := newProfile(), tracefeed.Time(1+rnd.IntN(50))*ms
		want := map[string]string{}
		for th := range 1 + rnd.IntN(5) {
			name := fmt.Sprint("t", th)
			var spans []testtrace.Span
			at := tracefeed.Time(0)
			for range 1 + rnd.IntN(4) {
				state := []tracefeed.State{tracefeed.Running, tracefeed.Suspended}[rnd.IntN(2)]
				if n := len(spans); n > 0 && spans[n-1].State == state {
					state = tracefeed.Running + tracefeed.Suspended - state
				}
				looks := tracefeed.Time(10 + rnd.IntN(20))
				for range looks {
					p.add(p.wall, at, p.thread(name), p.stack("run"),
						p.state([]string{"STATE_RUNNABLE", "STATE_SLEEPING"}[state/tracefeed.Suspended]), 1)
					at += period
				}
				spans = append(spans, testtrace.Span{State: state, Start: at - looks*period, End: at})
			}
			spans[len(spans)-1].End = at - period
			want[name] = testtrace.Text(spans)
		}
		got := read(t, p.bytes())
		for name, spans := range got.Spans() {
			if text := testtrace.Text(spans); !strings.HasPrefix(text, want[name]) || strings.Contains(text[len(want[name]):], "ing") {
				t.Errorf("seed %d: %s: %s, want %s", seed, name, text, want[name])
			}
		}
	}
}
