package schedtext

import (
	"bytes"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed/sched"
)

// schedule is the switches of one processor, as the file trace has them. tools write the same in
// other forms.
const schedule = `<idle>-0 [000] d..2. 100.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=10 next_prio=120
a-10 [000] d..2. 100.010000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
<idle>-0 [000] d.h2. 100.020000: sched_wakeup: comm=a pid=10 prio=120 success=1 target_cpu=000
<idle>-0 [000] d..2. 100.021000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=10 next_prio=120
a-10 [000] d..2. 100.030000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=11 next_prio=120
b-11 [000] d..2. 100.040000: sched_switch: prev_comm=b prev_pid=11 prev_prio=120 prev_state=D ==> next_comm=a next_pid=10 next_prio=120
a-10 [000] d..2. 100.050000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
`

// words are the parts of a line of schedule.
type words struct{ comm, tid, flags, seconds, name, text string }

func split(line string) (w words) {
	head, rest, _ := strings.Cut(line, ": ")
	w.name, w.text, _ = strings.Cut(rest, ": ")
	f := strings.Fields(head)
	w.comm, w.tid, _ = strings.Cut(f[0], "-")
	w.flags, w.seconds = f[2], f[3]
	return w
}

// short returns a text with threads in the form comm:12 [120], and states as given by f.
func (w words) short(task string, f func(state string) string) string {
	get := func(key string) string {
		_, rest, _ := strings.Cut(w.text, key)
		word, _, _ := strings.Cut(rest, " ")
		return word
	}
	if w.name != "sched_switch" {
		return task + get("comm=") + ":" + get(" pid=") + " [120] success=1 [000]"
	}
	return task + get("prev_comm=") + ":" + get("prev_pid=") + " [120] " + f(get("prev_state=")) + " ==> " + get("next_comm=") +
		":" + get("next_pid=") + " [120]"
}

func (w words) micros() string {
	return strings.TrimPrefix(strings.Replace(w.seconds, ".", "", 1), "100")
}

// tools write a line in the forms of tools.
var tools = map[string]func(w words) string{
	"without flags": func(w words) string {
		return "  " + w.comm + "-" + w.tid + "  [000]  " + w.seconds + ": " + w.name + ": " + w.text
	},
	"process after the thread": func(w words) string {
		return w.comm + "-" + w.tid + " (  10) [000] " + w.flags + " " + w.seconds + ": " + w.name + ": " + w.text
	},
	"nanoseconds": func(w words) string {
		return w.comm + "-" + w.tid + " [000] " + w.seconds + "000: " + w.name + ": " + w.text
	},
	"latency format": func(w words) string {
		return "  " + w.comm + "-" + w.tid + "  0" + w.flags + " " + w.micros() + "us : " + w.name + ": " + w.text
	},
	"latency format with delays": func(w words) string {
		return "  " + w.comm + "-" + w.tid + "  0" + w.flags + " " + w.micros() + "us!: " + w.name + ": " + w.text
	},
	"trace-cmd": func(w words) string {
		return w.comm + "-" + w.tid + " [000] " + w.seconds + ": " + w.name + ": " + w.short("", func(s string) string { return s })
	},
	"old kernels": func(w words) string {
		return w.comm + "-" + w.tid + " [000] " + w.seconds + ": " + w.name + ": " +
			w.short("task ", func(s string) string { return "(" + s + ")" })
	},
	"perf": func(w words) string {
		return w.comm + " " + w.tid + " [000] " + w.seconds + ": sched:" + w.name + ": " + w.text
	},
	"raw states": func(w words) string {
		text := strings.NewReplacer("=S ", "=0x1 ", "=D ", "=2 ", "=R ", "=0x0 ", "=R+ ", "=0x100 ").Replace(w.text)
		return w.comm + "-" + w.tid + " [000] " + w.seconds + ": " + w.name + ": " + text
	},
	"perf without names": func(w words) string {
		return "   " + w.tid + " [000] " + w.seconds + ": sched:" + w.name + ": " + w.text
	},
	"perf with numbers of threads and times": func(w words) string {
		return "   " + w.tid + " " + w.seconds + ": sched:" +
			w.name + ": " + w.text
	},
	"perf with periods": func(w words) string {
		return w.comm + " 10/" + w.tid + " [000] " + w.seconds + ":   1 sched:" + w.name + ": " + w.text
	},
}

// TestTools checks that one schedule in the forms of many tools is the same.
func TestTools(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"10": "running 0-10000000 suspended 10000000-20000000 runnable 20000000-21000000 running 21000000-30000000 " +
			"runnable 30000000-40000000 running 40000000-50000000",
		"11": "running 30000000-40000000 io/disk 40000000-50000000",
	}
	for tool, form := range tools {
		var text strings.Builder
		for line := range strings.Lines(schedule) {
			text.WriteString(form(split(strings.TrimSpace(line))) + "\n")
		}
		all := read(t, []byte(text.String()))
		if all.Err != nil || all.Note != "" {
			t.Errorf("%s: %v, remark %q", tool, all.Err, all.Note)
		}
		got := map[string]string{}
		for name, spans := range all.Spans() {
			got[name[strings.LastIndexByte(name, ' ')+1:]] = testtrace.Text(spans)
		}
		for tid, spans := range want {
			if !strings.HasSuffix(got[tid], spans) {
				t.Errorf("%s: thread %s: %s, want %s", tool, tid, got[tid], spans)
			}
		}
	}
}

// TestNamesLikeText checks that a name of a thread can look like the text around it.
func TestNamesLikeText(t *testing.T) {
	t.Parallel()
	for _, comm := range []string{"x ==> y", "a-b: c [1] d", "1.5: foo", "task a:1 [2]", "next_comm=b", "prev_state=D",
		"us: 12us", "-", ":", "[000]"} {
		line := comm + "-12 [001] d..2. 5.000001: sched_switch: prev_comm=" + comm +
			" prev_pid=12 prev_prio=120 prev_state=R ==> next_comm=" + comm + " next_pid=7 next_prio=120"
		ev, _, _, ok := Parse([]byte(line))
		if !ok || ev.Kind != sched.Switch || ev.Time != 5_000_001_000 || ev.Current.TID != 12 || ev.Target.TID != 7 || ev.State != 'R' ||
			string(ev.Current.Comm) != comm || string(ev.Target.Comm) != comm {
			t.Errorf("%q: %v, %+v", comm, ok, ev)
		}
	}
}

// TestKernelStacks checks that the stack behind an event of ftrace says why its thread waits, and
// that other lines are no calls.
func TestKernelStacks(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"<stack trace>", "<stack trace >", "kernel_stack:         <stack trace >"} {
		text := "a-10 [000] d..2. 100.000000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S ==> " +
			"next_comm=b next_pid=11 next_prio=120\n" +
			"a-10 [000] d..2. 100.000003: " + mark + "\n => __schedule\n => schedule (ffffffff8100)\n => pipe_read [pipe]\n   odd line\n" +
			"b-11 [000] d..2. 100.000010: cpu_idle: state=1\n"
		all := read(t, []byte(text))
		if got := testtrace.Text(all.Spans()["a 10"]); got != "io 0-10000" {
			t.Errorf("%s: %s", mark, got)
		}
		if !strings.Contains(all.Note, `line 6 is no event`) {
			t.Errorf("%s: remark %q", mark, all.Note)
		}
	}
}

// TestLongLines checks that a long line is no work out of proportion.
func TestLongLines(t *testing.T) {
	t.Parallel()
	for _, part := range []string{`{"id":0},`, "a:b ", "x: ", "1.5: ", " 1:", ":"} {
		if got := sniff(bytes.Repeat([]byte(part), 1<<20/len(part))); got != "" {
			t.Errorf("%q is %s", part, got)
		}
	}
}
