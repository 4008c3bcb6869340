package schedtext

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// TestFiles checks the states of threads in small files.
func TestFiles(t *testing.T) {
	t.Parallel()
	for file, x := range map[string]struct {
		want map[string]string
		note string
	}{
		"ftrace-first-run": {map[string]string{
			"a 101": "suspended 0-100000 running 100000-300000 suspended 300000-400000",
			"b 102": "running 0-100000 suspended 100000-400000",
			"c 103": "running 300000-400000",
		}, ""},
		"ftrace-blocked-reason": {map[string]string{
			"a 101": "running 0-1000000 blocking 1000000-9000000 running 9000000-10000000 io/disk 10000000-15000000",
		}, ""},
		"ftrace-late-event": {map[string]string{
			"a 101": "running 0-1000000 suspended 1000000-16000000 running 16000000-17000000",
			"b 102": "runnable 1040000-17000000",
		}, ""},
		"ftrace-multi-line-print": {map[string]string{
			"app 598": "suspended 200000-300000",
			"b 102":   "runnable 100000-200000 running 200000-300000",
		}, `line 5 is no event, and was skipped: "xyz=2"; 1 other event (1 event) left out`},
	} {
		all := read(t, sample(t, file+".txt"))
		if all.Err != nil {
			t.Errorf("%s: %v", file, all.Err)
		}
		spans := all.Spans()
		for thread, want := range x.want {
			if got := testtrace.Text(spans[thread]); got != want {
				t.Errorf("%s: %s: %s, want %s", file, thread, got, want)
			}
		}
		if all.Note != x.note {
			t.Errorf("%s: the remark is %q, want %q", file, all.Note, x.note)
		}
	}
}

// TestAllThreads checks which outputs of perf script count as those of all threads: there a
// thread runs from the first switch to it.
func TestAllThreads(t *testing.T) {
	t.Parallel()
	const first = "a 101 [000] 1.000000: sched:sched_switch: prev_comm=a prev_pid=101 prev_prio=120 prev_state=S ==> " +
		"next_comm=b next_pid=102 next_prio=120\n"
	const second = "b 102 [000] 1.000100: sched:sched_switch: prev_comm=b prev_pid=102 prev_prio=120 prev_state=S " +
		"==> next_comm=a next_pid=101 next_prio=120\n"
	const late = "a 101 [000] 1.000300: sched:sched_stat_runtime: comm=a pid=101\n"
	for name, x := range map[string]struct {
		text string
		all  bool
	}{
		"the next event":        {first + second, true},
		"the command":           {"# cmdline : perf record --call-graph fp -e sched:* -F 99 -ag -- ./x\n" + first + late, true},
		"the command, without":  {"# cmdline : perf record -e a -g ./x -a\n" + first + second, false},
		"another thread":        {first + late, false},
		"a thread just left":    {first + strings.Replace(late, "300", "004", 1) + second, true},
		"no processors":         {strings.ReplaceAll(first+second, " [000]", ""), false},
		"perf sched record":     {"# cmdline : /usr/bin/perf sched record\n" + first + late, true},
		"a processor by number": {"# cmdline : perf record -C 0 -e sched:*\n" + first + late, true},
	} {
		all := read(t, []byte(x.text))
		b := all.Spans()["b 102"]
		if ran := len(b) > 0 && b[0].State == tracefeed.Running; ran != x.all || all.Err != nil {
			t.Errorf("%s: %s (%v), want %v", name, testtrace.Text(b), all.Err, x.all)
		}
	}
}

// words writes the calls, tasks, regions and counters of a trace.
func (all *trace) words() string {
	var b strings.Builder
	for _, ev := range all.Events {
		switch ev.Kind {
		case tracefeed.CallEnter, tracefeed.CallExit, tracefeed.RegionStart, tracefeed.RegionEnd:
			fmt.Fprintf(&b, "%d %s %v %s; ", ev.Time, all.Threads[ev.Thread].Name, ev.Kind, all.Names[ev.Name])
		case tracefeed.TaskStart, tracefeed.TaskEnd:
			fmt.Fprintf(&b, "%d %s %v %d %s; ", ev.Time, all.Threads[ev.Thread].Name, ev.Kind, ev.Object, all.Names[ev.Name])
		case tracefeed.Counter:
			fmt.Fprintf(&b, "%d %s=%d; ", ev.Time, all.Names[ev.Name], ev.Value)
		}
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// TestMarks checks the marks of programs.
func TestMarks(t *testing.T) {
	t.Parallel()
	all := read(t, sample(t, "ftrace-atrace-marks.txt"))
	const calls = "0 app 598 call-enter measure; 100000 app 598 call-enter layout; 300000 app 598 call-exit layout; " +
		"500000 app 598 call-exit measure"
	if got := all.words(); got != calls || all.Note != "" || all.Err != nil {
		t.Errorf("%s (%q, %v)", got, all.Note, all.Err)
	}
	var text strings.Builder
	for i, mark := range []string{"B|598|a|b", "E", "E|598", "C|598|load|-7", "C|599|load|8", "C|598|a|b|9",
		"S|598|launching: x|1|0", "S|598|launching: x|1|0",
		"F|598|launching: x|1|0", "F|598|other|0", "I|598|now", "N|598|track|later", "G|598|track|name|5", "H|598|track|5",
		"trace_event_clock_sync: parent_ts=1", "free text", "B|598|tail\\n\\"} {
		event := [...]string{"tracing_mark_write", "print: tracing_mark_write", "0"}[i%3]
		fmt.Fprintf(&text, "  app-598 [004] .... 1.%09d: %s: %s\n", i, event, mark)
	}
	all = read(t, []byte(text.String()))
	const want = "0 app 598 call-enter a|b; 1 app 598 call-exit a|b; 2 app 598 call-exit ; 3 load=-7; 4 599/load=8; 5 a|b=9; " +
		"6 app 598 task-start 1 launching: x|1; 8 app 598 task-end 1 ; 9 app 598 task-end 2 ; " +
		"10 app 598 region-start now; 10 app 598 region-end now; 11 app 598 region-start later; 11 app 598 region-end later; " +
		"12 app 598 task-start 3 name; 13 app 598 task-end 3 ; 16 app 598 call-enter tail"
	if got := all.words(); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if want := "1 begin of asynchronous slices that were open left out; 1 other event (1 tracing_mark_write) left out"; all.Note != want {
		t.Errorf("the remark is %q, want %q", all.Note, want)
	}
}

// samples writes the samples of a trace: thread, weight and innermost call.
func (all *trace) samples() string {
	var words []string
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.Sample {
			name := "-"
			if s := all.Stacks[ev.Stack]; len(s) > 0 {
				f := all.Frames[s[0]]
				if name = f.Func; f.Line > 0 {
					name += fmt.Sprintf("@%s:%d", f.File, f.Line)
				}
			}
			words = append(words, fmt.Sprintf("%d %s*%d", ev.Time, name, ev.Value))
		}
	}
	return strings.Join(words, ", ")
}

// TestSamples checks samples in different layouts.
func TestSamples(t *testing.T) {
	t.Parallel()
	file := func(name string) string { return string(sample(t, name)) }
	for name, x := range map[string]struct{ text, want, note string }{
		"two events": {file("perf-script-two-events.txt"), "0 work*250000",
			"2 other events (1 instructions, 1 page-faults) left out; samples are those of cycles"},
		"no times": {file("perf-script-no-time.txt"), "0 work*1, 0 work*1", untimedNote},
		"no periods": {"prog 1 5.1: cycles: \n\t  12 f (/p)\n\nprog 1 5.1: cycles: \n\t  12 g (/p)\n",
			"0 f*1, 0 g*1", ""},
		"other first": {
			"prog 1 5.1: 3 faults: \n\t  12 f (/p)\n\nprog 1 5.1: 4 cpu-clock:u: \n\t  12 g (/p)\n", "0 g*4",
			"1 other event (1 faults) left out; samples are those of cpu-clock"},
		"two units": {"prog 1 5.1: 3 cpu_core/cycles/u: \n\t  12 f (/p)\n\nprog 1 5.1: 4 " +
			"cpu_atom/cycles/u: \n\t  12 g (/p)\n", "0 f*3, 0 g*4", ""},
		"tabs": {"prog x\t1 [001] 5.1: 3 cpu-cycles:\n\t  12 f (/p)\n\n", "0 f*3", ""},
		"one line": {
			"prog 1 5.1: 3 cycles:      12 f+0x1 (/p)\nprog 1 5.2: 3 cycles:      13 g (/p)\n", "0 f*3, 100000000 g*3", ""},
		"no names of events": {"prog 1 5.1: \n\t  12 f (/p)\n\t  13 g (/p)\n\nprog 1 5.2: \n\t  13 g (/p)\n",
			"0 f*1, 100000000 g*1", ""},
		"no modules": {"prog 1 5.1: 3 cycles: \n\t  12 f\n\t  13 g\n\n", "0 f*3", ""},
		"no addresses": {
			"prog 1 5.1: 3 cycles: \n\tf (/p)\n\tmain (/p)\n\nprog 1 5.2: 3 cycles: \n\tg (/p)\n", "0 f*3, 100000000 g*3", ""},
		"names only":     {"prog 1 5.1: 3 cycles: \n\tf\n\tmain\n\n", "0 f*3", ""},
		"no indentation": {"prog 1 5.1: 3 cycles: \nffffffff8103d0ca f ([kernel])\n12 main (/p)\n\n", "0 f*3", ""},
		"places": {
			"prog 1 5.1: 3 cycles: \n\t  12 f+0x1 (/p)\n  x.c:12\n\t  13 main (/p)\n  x.c:30\n\n", "0 f@x.c:12*3", ""},
		"an odd call": {"prog 1 5.1: 3 cycles: \n\t  12 f (/p)\n\t  WEIRD\n\t  13 main " +
			"(/p)\n\nprog 1 5.2: 3 cycles: \n\t  WEIRD\n", "0 f*3, 100000000 -*3",
			"2 lines are no events, and were skipped, the first of them line 3: \"\\t  WEIRD\""},
		"an empty line": {
			"prog 1 5.1: 3 cycles: \n\n\t  12 f (/p)\n\nprog 1 5.2: 3 cycles: \n\t  12 g (/p)\n", "0 f*3, 100000000 g*3", ""},
		"a name like an address": {"              dd 1 [000] 5.1: 3 cycles: \n\t  12 f (/p)\n            " +
			"  dd 1 [000] 5.2: 3 cycles: \n\t  12 f (/p)\n", "0 f*3, 100000000 f*3", ""},
		"other tracepoints": {"prog 1 [000] 5.1: kmem:kmalloc: call_site=1\n\t  12 f (/p)\n\nprog 1 " +
			"[000] 5.2: kmem:kfree: x\n\t  12 g (/p)\n", "0 f*1", "1 other event (1 kmem:kfree) left out"},
		"no times, weights": {
			"prog 1     30 cycles: \n\t  12 f (/p)\n\nprog 1/2 [001]    40 cycles:u: \n\t  12 g (/p)\n", "0 f*30, 0 g*40", untimedNote},
		"a byte order mark, other line ends": {"\ufeffprog 1 5.1: 3 cycles: \r\n\t  12 f (/p)\r\n\r\n", "0 f*3", ""},
		"an idle processor": {"swapper 0 [000] 5.1: 3 cycles: \n\t  12 f ([kernel])\n\nprog 1 [000] " +
			"5.2: 3 cycles: \n\t  12 g (/p)\n", "100000000 g*3", "1 sample of idle processors left out"},
		"warnings first": {
			"Failed to open /tmp/perf-1.map, continuing without symbols\nprog 1 5.1: 3 cycles: \n\t  12 f (/p)\n", "0 f*3",
			"line 1 is no event, and was skipped: \"Failed to open /tmp/perf-1.map, continui\""},
	} {
		all := read(t, []byte(x.text))
		if all.Err != nil {
			t.Errorf("%s: %v", name, all.Err)
			continue
		}
		if got := all.samples(); got != x.want || all.Note != x.note {
			t.Errorf("%s: %s (%q), want %s (%q)", name, got, all.Note, x.want, x.note)
		}
	}
}

// TestUntimed checks that events of the scheduler without times are refused with advice.
func TestUntimed(t *testing.T) {
	t.Parallel()
	const event = "a 12 [001] sched:sched_switch: prev_comm=a prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=b " +
		"next_pid=7 next_prio=120\n"
	if all := read(t, []byte(event+event)); !errors.Is(all.Err, errUntimed) {
		t.Errorf("%v", all.Err)
	}
}

// TestOthers checks that texts of other kinds are not taken for traces.
func TestOthers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Step 3 done:\n  all is well\n", "12:00:01 worker 7 ready: yes\nworker 8 1.25: started\n  at main (x.go)\n",
		"Thread 2 (LWP 12):\n#0  0x00007f in poll () from /lib\n", "goroutine 1 [running]:\nmain.main()\n\t/tmp/x.go:3 +0x1d\n",
	} {
		if got := sniff([]byte(text)); got != "" {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
	files, err := filepath.Glob("../threaddump/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no thread dumps (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := sniff(text); got != "" {
			t.Errorf("%s is taken for %s", file, got)
		}
	}
}
