package receive

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// steps lists the events of tasks and regions of a trace, in seconds since epoch.
func steps(a testtrace.Trace, wall int64) string {
	var b strings.Builder
	for _, ev := range a.Events {
		what := ""
		switch ev.Kind {
		case tracefeed.TaskStart, tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.TaskEnd:
			what = ev.Kind.String() + " " + a.Names[ev.Name]
		default:
			continue
		}
		if ev.Shared {
			what += " (before)"
		}
		fmt.Fprintf(&b, "%gs %s\n", float64(wall-epoch+int64(ev.Time))/1e9, what)
	}
	return b.String()
}

// TestOpenSpans checks what is shown of spans that are open, and that arrive late.
func TestOpenSpans(t *testing.T) {
	t.Parallel()
	at := func(s float64) int64 { return epoch + int64(s*1e9) }
	long := item{id: 1, name: "long", start: at(1), end: at(60), kind: 2}
	child := item{id: 2, parent: 1, name: "child", start: at(20), end: at(21), kind: 1}
	alone := item{id: 2, name: "alone", start: at(20), end: at(21), kind: 1}
	first := item{id: 9, name: "first", start: at(0), end: at(0), kind: 2}
	spans := func(items ...item) func(*bench) {
		return func(b *bench) { b.post("/v1/traces", typeProto, asProto(items...)) }
	}
	with := func(x item, change func(*item)) item {
		change(&x)
		return x
	}
	pending := with(long, func(x *item) { x.end = 0 })
	for name, c := range map[string]struct {
		send map[int]func(*bench) // by second
		want string               // after "first"
		note string
	}{
		"in time": {map[int]func(*bench){24: spans(alone)},
			"20s task-start alone\n20s region-start alone\n21s region-end alone\n21s task-end alone\n", ""},
		"of a child": {map[int]func(*bench){24: spans(child), 62: spans(long)},
			"20s task-start unfinished span (before)\n20s region-start unfinished span\n20s task-start child\n20s region-start child\n" +
				"21s region-end child\n21s task-end child\n" +
				"52s region-end unfinished span\n52s task-start long (before)\n" +
				"52s region-start long\n60s region-end long\n60s task-end long\n",
			"are shown from there, without their duration: 1"},
		"of a child that comes before the parent": {map[int]func(*bench){22: spans(child), 23: spans(with(long,
			func(x *item) { x.start, x.end = at(19), at(22) }))},
			"19s task-start long\n19s region-start long\n20s task-start child\n20s region-start child\n" +
				"21s region-end child\n21s task-end child\n22s region-end long\n22s task-end long\n", ""},
		"of a remote child": {map[int]func(*bench){24: spans(with(child, func(x *item) { x.kind = 2 }))},
			"20s task-start child\n20s region-start child\n21s region-end child\n21s task-end child\n", ""},
		"of a log": {map[int]func(*bench){6: func(b *bench) { b.post("/v1/logs", typeProto, logAs(1, at(5), 1)) }, 62: spans(long)},
			"5s task-start unfinished span (before)\n5s region-start unfinished span\n" +
				"52s region-end unfinished span\n52s task-start long (before)\n" +
				"52s region-start long\n60s region-end long\n60s task-end long\n", "without their duration: 1"},
		"of a log of a span that is not exported": {map[int]func(*bench){6: func(b *bench) {
			b.post("/v1/logs", typeProto, logAs(1,
				at(5), 0))
		}}, "", ""},
		"of a log after its end": {map[int]func(*bench){24: spans(alone), 26: func(b *bench) {
			b.post("/v1/logs", typeProto,
				logAs(2, at(20.5), 1))
		}},
			"20s task-start alone\n20s region-start alone\n21s region-end alone\n21s task-end alone\n", ""},
		"pending": {map[int]func(*bench){2: spans(pending), 24: spans(child), 30: spans(pending), 62: spans(long)},
			"1s task-start long\n1s region-start long\n20s task-start child\n20s region-start child\n" +
				"21s region-end child\n21s task-end child\n60s region-end long\n60s task-end long\n", ""},
		"pending, by Logfire, and with another name at its end": {map[int]func(*bench){
			2: spans(item{id: 77, parent: 1, name: "GET (pending)", start: at(1), end: at(1), kind: 1,
				attributes: map[string]string{"logfire.span_type": "pending_span", "logfire.pending_parent_id": "0000000000000005"}}),
			62: spans(with(long, func(x *item) { x.parent = 5 }))},
			"1s task-start GET\n1s region-start GET\n52s region-end GET\n52s task-start long (before)\n52s region-start long\n" +
				"60s region-end long\n60s task-end long\n", ""},
		"too late": {map[int]func(*bench){40: spans(alone)},
			"30s task-start alone (before)\n30s region-start alone\n30s region-end alone\n30s task-end alone\n",
			"are shown later, by up to 9 s: 1"},
		"cut": {map[int]func(*bench){30: spans(with(alone, func(x *item) { x.start = at(19) }))},
			"20s task-start alone (before)\n20s region-start alone\n21s region-end alone\n21s task-end alone\n",
			"without their duration: 1"},
		"twice": {map[int]func(*bench){22: spans(alone, alone), 23: spans(alone), 50: spans(alone)},
			"20s task-start alone\n20s region-start alone\n21s region-end alone\n21s task-end alone\n", ""},
		"never": {map[int]func(*bench){24: spans(child), 900: spans(with(child, func(x *item) {
			x.id, x.parent, x.start, x.end = 3,
				0, at(899), at(900)
		}))},
			"20s task-start unfinished span (before)\n20s region-start unfinished span\n20s task-start child\n20s region-start child\n" +
				"21s region-end child\n21s task-end child\n621s region-end unfinished span\n" +
				"899s task-start child\n899s region-start child\n900s region-end child\n900s task-end child\n",
			"were open, and did not arrive: 1"},
		"reversed": {map[int]func(*bench){24: spans(with(alone, func(x *item) { x.end = at(1) }))},
			"20s task-start alone\n20s region-start alone\n20s region-end alone\n20s task-end alone\n", ""},
	} {
		b := newBench(t)
		spans(first)(b)
		for s := range 901 {
			if send := c.send[s]; send != nil {
				send(b)
			}
			if s < 70 || len(c.send) > 0 && c.send[900] != nil {
				b.pass(time.Second)
			}
		}
		a := b.traces()[0]
		checkRows(t, a)
		got, _ := strings.CutPrefix(steps(a, b.spools[0].wall(t)),
			"0s task-start first\n0s region-start first\n0s region-end first\n0s task-end first\n")
		if got != c.want || !strings.Contains(a.Note, c.note) || c.note == "" && strings.Contains(a.Note, "spans that") {
			t.Errorf("%s: note %q, got\n%swant\n%s", name, a.Note, got, c.want)
		}
		if b.load.Load() != 0 {
			t.Errorf("%s: %d spans are held after the end", name, b.load.Load())
		}
	}
}

// TestTimeGoesOn checks that the trace grows, and its time goes on, while nothing arrives; and that it
// can be read meanwhile.
func TestTimeGoesOn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.post("/v1/traces", typeJSON, asJSON(item{id: 1, name: "x", start: epoch - second, end: epoch}))
	last := tracefeed.Time(-1)
	for range 200 {
		b.pass(time.Second)
		file := b.spools[0].Bytes()
		f, err := openGrowing(file)
		if err != nil {
			t.Fatal(err)
		}
		a := testtrace.Read(t, f)
		now := a.Events[len(a.Events)-1].Time
		if now <= last {
			t.Fatalf("the trace is at %v, after %v", now, last)
		}
		last = now
	}
	if late := b.clock - int64(DefaultWindow) - b.spools[0].wall(t) - int64(last); late > second {
		t.Errorf("the trace is %v behind", time.Duration(late))
	}
}

// TestClocks checks feeds of processes whose clocks are wrong, or whose spans are old.
func TestClocks(t *testing.T) {
	t.Parallel()
	for name, offset := range map[string]time.Duration{"behind": -30 * time.Hour, "a little ahead": 4 * time.Minute, "right": 0} {
		b := newBench(t)
		for i := range int64(30) {
			at := b.clock + int64(offset)
			b.post("/v1/traces", typeProto, asProto(item{id: uint64(i + 1), name: fmt.Sprint(i), start: at - 2*second,
				end: at - second/2}))
			b.pass(time.Second)
		}
		b.pass(10 * time.Minute)
		all := tasks(b.traces()[0], b.spools[0].wall(t))
		for _, x := range all {
			if x.before || x.end-x.start != 3*second/2 {
				t.Errorf("%s: %+v", name, *x)
			}
		}
		if len(all) != 30 {
			t.Errorf("%s: %d tasks", name, len(all))
		}
	}
}

// TestParents checks that a parent in another process has the number that its child names.
func TestParents(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.post("/v1/traces", typeProto, asProto(item{id: 1, name: "client", start: epoch, end: epoch + second, kind: 3},
		item{id: 2, parent: 1, name: "server", start: epoch, end: epoch + second, kind: 2, process: 1}))
	all := map[int64]*told{}
	for i, a := range b.traces() {
		maps.Copy(all, tasks(a, b.spools[i].wall(t)))
		if a.Processes[1].Name != fmt.Sprint("service", i) || a.Processes[1].ID != fmt.Sprint(100+i) || b.spools[i].Host != "box" {
			t.Errorf("processes %v, of %+v", a.Processes, b.spools[i].Source)
		}
	}
	if got := texts(all); got[1] != "server of client, 0 to 1000000000, before false, links []" {
		t.Error(got)
	}
	for n := range all {
		if n < 1<<47 {
			t.Errorf("the number %d is not unique among processes", n)
		}
	}
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

func (f *failing) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, fmt.Errorf("the disk is full")
	}
	return len(b), nil
}

func (f *failing) Close() error { return nil }

// TestWriterFails checks that a feed whose writer fails refuses spans, and no other feed does.
func TestWriterFails(t *testing.T) {
	t.Parallel()
	for _, left := range []int{-1, 10, 2000} {
		b := newBench(t)
		open := b.open
		b.open = func(s Source) (io.WriteCloser, error) {
			switch {
			case s.Service != "service1":
				return open(s)
			case left < 0:
				return nil, fmt.Errorf("the disk is full")
			}
			return &failing{left}, nil
		}
		for i := range uint64(3) {
			b.post("/v1/traces", typeJSON, asJSON(item{id: 2 * i, name: "x", start: b.clock, end: b.clock, process: 1},
				item{id: 1 + 2*i, name: "y", start: b.clock, end: b.clock}))
			b.pass(20 * time.Second)
		}
		got := b.post("/v1/traces", typeJSON, asJSON(item{id: 98, name: "x", start: b.clock, end: b.clock, process: 1}))
		if !strings.Contains(got, "the disk is full: 1") || !strings.Contains(got, `"rejectedSpans":"1"`) {
			t.Errorf("%d bytes: %s", left, got)
		}
		if n := len(tasks(b.traces()[0], 0)); n != 3 || b.load.Load() != 0 {
			t.Errorf("%d bytes: %d tasks of the other feed, %d spans held", left, n, b.load.Load())
		}
	}
}

// TestLive runs a receiver with its own clock behind a server.
func TestLive(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r := New(b.open, time.Millisecond)
	server := httptest.NewServer(r)
	defer server.Close()
	for i := range 3 {
		now := time.Now().UnixNano()
		body := asJSON(item{id: uint64(i + 1), name: "x", start: now - second, end: now})
		answer, err := http.Post(server.URL+"/v1/traces", typeJSON, strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != 200 {
			t.Fatal(answer.Status)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(tasks(b.read(b.spools[0].Bytes()), 0)); n != 3 || b.spools[0].closed != 1 {
		t.Errorf("%d tasks, closed %d times", n, b.spools[0].closed)
	}
	answer, err := http.Post(server.URL+"/v1/traces", typeJSON, strings.NewReader("{}"))
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") != "1" {
		t.Errorf("after the end: %v %v", answer, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
