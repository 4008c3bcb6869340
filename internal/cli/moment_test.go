package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"tiv/report/shot"
	"tiv/tracefeed"
)

// The moments that --at takes, of a trace of 210 ms with two findings.
func TestAt(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "x.png")
	for word, want := range map[string]tracefeed.Time{
		"start": 0, "0s": 0, "50ms": 50 * tracefeed.Millisecond, "end": 210 * tracefeed.Millisecond, "210ms": 210 * tracefeed.Millisecond,
		"finding:1": 40 * tracefeed.Millisecond, "finding:2": 50 * tracefeed.Millisecond,
	} {
		r := tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--size", "64x64", "--at", word)
		if r.exit != exitOK {
			t.Errorf("%s: %q", word, r.errors)
			continue
		}
		if p, err := shot.Open(out, ""); err != nil || p.Moment != want {
			t.Errorf("%s: %v, %v, want %v", word, p.Moment, err, want)
		}
	}
	if r := tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--size", "64x64"); r.exit != exitOK {
		t.Errorf("no moment: %q", r.errors)
	} else if p, err := shot.Open(out, ""); err != nil || p.Moment != 40*tracefeed.Millisecond { // five steps after the deadlock closed
		t.Errorf("no moment: %v, %v", p.Moment, err)
	}
	for word, want := range map[string]string{
		"99s": "--at 99s: the trace ends at 210 ms", "210000001ns": "the trace ends at", "finding:9": "the trace has 2 findings",
		"finding:0": `invalid finding "0"; the first is finding:1`, "finding:": `invalid finding ""`,
		"5": "(try 5s); or start, end, finding:N", "ende": `invalid time "ende"`,
	} {
		r := tiv(t, "snapshot", fixture("deadlock"), "-o", out, "--size", "64x64", "--at", word)
		if r.exit != exitTrouble || !strings.Contains(r.errors, want) || r.out != "" {
			t.Errorf("%s: exit code %d, %q, want %q", word, r.exit, r.errors, want)
		}
	}
}

// Rows begin within the trace; an end beyond it is noted.
func TestDumpTimes(t *testing.T) {
	t.Parallel()
	trace := fixture("deadlock")
	for _, table := range dumpTables() {
		all := tiv(t, "dump", trace, table)
		if r := tiv(t, "dump", trace, table, "--from", "99s"); r.exit != exitTrouble || r.out != "" ||
			!strings.Contains(r.errors, "--from 99s: the trace ends at 210 ms") {
			t.Errorf("%s from 99 s: %+v", table, r)
		}
		if r := tiv(t, "dump", trace, table, "--from", "2ms", "--to", "1ms"); r.exit != exitTrouble || r.out != "" ||
			!strings.Contains(r.errors, "--from 2ms is after --to 1ms") {
			t.Errorf("%s backwards: %+v", table, r)
		}
		if r := tiv(t, "dump", trace, table, "--to", "99s"); r.exit != exitOK || r.out != all.out ||
			table != "events" && !strings.Contains(r.errors, "--to 99s: the trace ends at 210 ms\n") {
			t.Errorf("%s to 99 s: exit code %d, %q", table, r.exit, r.errors)
		}
	}
}

// A table without rows is one in its format, and standard error says that it is empty.
func TestEmptyTables(t *testing.T) {
	t.Parallel()
	trace := fixture("deadlock")
	for _, x := range []struct {
		args []string
		out  string
		want string
	}{
		{[]string{"tasks"}, "task,type,parent,start_ns,end_ns,threads,object,calls,running_ns,thread_ns,allocs,alloc_bytes,unfreed," +
			"unfreed_bytes,gcs,gc_ns,queue_ns,evidence\n", "there are no tasks\n"},
		{[]string{"tasks", "--format", "json"}, "[\n]\n", "there are no tasks\n"},
		{[]string{"regions", "--from", "1ms", "--to", "2ms"}, "thread,region,task,start_ns,end_ns,evidence\n",
			"there are no regions from 1 ms to 2 ms\n"},
		{[]string{"events", "--from", "1ms", "--to", "2ms"}, "time_ns,thread,event,monitor,cause,other,cpu,shared\n",
			"there are no events from 1 ms to 2 ms\n"},
	} {
		r := tiv(t, append([]string{"dump", trace}, x.args...)...)
		if r.exit != exitOK || r.out != x.out || r.errors != "tiv: dump: "+trace+": "+x.want {
			t.Errorf("%v: exit code %d, %q, %q", x.args, r.exit, r.out, r.errors)
		}
	}
	if r := tiv(t, "dump", trace, "edges"); r.errors != "" || r.out == "" {
		t.Errorf("a table with rows: %q", r.errors)
	}
}
