package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

var everything = Window{To: math.MaxInt64, Step: tracefeed.Second}

// rows writes a table and reads it back, its head first.
func rows(t *testing.T, tl *timeline.Timeline, name string, win Window) [][]string {
	t.Helper()
	return parsed(t, func(w io.Writer) error { return Dump(w, tl, name, win, table.CSV) })
}

// rowsWithin is rows with limits on the memory.
func rowsWithin(t *testing.T, tl *timeline.Timeline, name string, win Window, most limits) [][]string {
	t.Helper()
	d := dump{tl: tl, win: win, limits: most}
	return parsed(t, func(w io.Writer) error { return d.write(w, name, table.CSV) })
}

func parsed(t *testing.T, write func(io.Writer) error) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// columns are a promise: programs of others read them.
var columns = map[string]string{
	"buckets":   "thread,start_ns,running,runnable,suspended,blocking,io,unknown",
	"edges":     "kind,blocked,blocker,monitor,start_ns,end_ns,evidence",
	"spans":     "thread,start_ns,end_ns,state,cause,monitor,other,shared,place",
	"calls":     "thread,function,depth,start_ns,end_ns,evidence",
	"functions": "function,calls,cumulative_ns,self_ns,running,runnable,suspended,blocking,io,unknown",
	"objects": "object,type,calls,cumulative_ns,self_ns,running,runnable,suspended,blocking,io,unknown," +
		"cumulative_running,cumulative_runnable,cumulative_suspended,cumulative_blocking,cumulative_io,cumulative_unknown," +
		"allocated,size,birth_ns,death_ns,age_ns,ending,allocated_by,allocated_in",
	"allocations": "type,function,evidence,allocations,bytes,live,live_bytes",
	"regions":     "thread,region,task,start_ns,end_ns,evidence",
	"samples":     "thread,time_ns,weight,state,stack",
	"tasks": "task,type,parent,start_ns,end_ns,threads,object,calls,running_ns,thread_ns,allocs,alloc_bytes,unfreed,unfreed_bytes,gcs," +
		"gc_ns,queue_ns,evidence",
	"handlers":   "function,kind,type,count",
	"types":      "type,supertype",
	"slices":     "slice,threads,covered_ns,running,runnable,suspended,blocking,io,unknown",
	"threads":    "thread,name,runtime,start_ns,end_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns",
	"processes":  "process,name,parent,command,threads,start_ns,end_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns",
	"processors": "processor,busy_ns,idle_ns,unknown_ns,several_ns,threads,switches",
	"holders":    "monitor,thread,holds,held_ns,longest_hold_ns,longest_hold_at_ns,waits,waited_ns,longest_ns,longest_at_ns",
	"monitors": "monitor,name,changes,waits,waited_ns,longest_ns," + // so far, older versions had the same
		"longest_by,longest_at_ns,waiter,waiter_ns,queue,queue_at_ns," +
		"holds,held_ns,busy_ns,longest_hold_ns,longest_hold_by,longest_hold_at_ns,holder,holder_ns",
}

func TestColumns(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	for _, name := range Tables() {
		var b bytes.Buffer
		if err := Dump(&b, tl, name, everything, table.CSV); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(b.String(), "\n"); head != columns[name] {
			t.Errorf("%s: columns are %s, want %s", name, head, columns[name])
		}
	}
	if err := Dump(&bytes.Buffer{}, tl, "dreams", everything, table.CSV); err == nil {
		t.Error("there is a table of dreams")
	}
}

func TestDumpOfAStory(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	win := everything
	win.Step = 50 * ms
	for name, want := range map[string]string{
		"buckets": `A,0,40000000,0,10000000,0,0,0
A,50000000,45000000,0,0,0,0,0
B,0,20000000,0,0,30000000,0,0
B,50000000,30000000,0,0,10000000,10000000,0
C,0,30000000,0,0,20000000,0,0
C,50000000,0,0,0,50000000,0,0
`,
		"edges": `lock,B,A,M,20000000,60000000,observed
lock,C,A,M,30000000,60000000,observed
lock,C,B,M,60000000,100000000,observed
`,
		"holders": `M,A,1,50000000,50000000,10000000,0,0,0,0
M,B,1,40000000,40000000,60000000,1,40000000,40000000,20000000
M,C,0,0,0,0,1,70000000,70000000,30000000
`,
		"monitors": "M,M,3,2,110000000,70000000,C,30000000,C,70000000,2,30000000,2,90000000,90000000,50000000,A,10000000,A,50000000\n",
	} {
		var b bytes.Buffer
		if err := Dump(&b, tl, name, win, table.CSV); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(b.String(), "\n"); got != want {
			t.Errorf("%s:\n%swant\n%s", name, got, want)
		}
	}
}

// JSON and CSV have the same contents, for any names.
func TestJSONEqualsCSV(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
process p id=7 name=<b>%22,& command=a%20%22b,c%22
thread A%22%2C%0A%0D process=p
type <i>%22&é a%22%2C%0A
frame u u%22,&%0A
frame s java.lang.Object.f
stack k u s
0s A%22%2C%0A%0D start name=quote%22,comma%09tab%0Aline
0s B\back start name=<b>&é
1ms A%22%2C%0A%0D monitor-enter M,1
2ms B\back monitor-wait M,1
3ms B\back sample value=2
3ms B\back sample value=2 stack=k
3ms B\back call-enter f%2C%22
3ms B\back alloc object=9 value=5 what=<i>%22&é
3ms B\back region-start r%2C%22 object=7
3ms B\back task-start <i>%22&é object=7
4ms B\back run cpu=2
5s A%22%2C%0A%0D end
`)
	win := everything
	win.Slices = sliced(t, tl, "", slice.Definition{Name: "a, \"b\"", Of: slice.Threads, Extent: slice.Whole})
	win.Handlers.Paper = true // its rules find some
	for _, name := range Tables() {
		said := rows(t, tl, name, win)
		var b bytes.Buffer
		if err := Dump(&b, tl, name, win, table.JSON); err != nil {
			t.Fatal(err)
		}
		var objects []map[string]any
		d := json.NewDecoder(&b)
		d.UseNumber()
		if err := d.Decode(&objects); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(objects) != len(said)-1 || len(objects) == 0 {
			t.Fatalf("%s: %d objects, %d rows", name, len(objects), len(said)-1)
		}
		for i, o := range objects {
			for k, column := range said[0] {
				if got := fmt.Sprint(o[column]); got != said[i+1][k] || len(o) != len(said[0]) {
					t.Errorf("%s, row %d, %s: JSON has %q, CSV %q", name, i, column, got, said[i+1][k])
				}
			}
		}
	}
	var b bytes.Buffer
	if err := Dump(&b, load(t, "tiv-text 1\n0s - gc-start\n"), "edges", everything, table.JSON); err != nil || !json.Valid(b.Bytes()) {
		t.Errorf("an empty table is %q, %v", b.String(), err)
	}
}

// traces are all kinds of traces there are in the project.
func traces(t *testing.T) map[string]*timeline.Timeline {
	t.Helper()
	all := map[string]*timeline.Timeline{}
	for _, glob := range []string{"../testdata/*.tiv", "../tracefeed/textfeed/testdata/*.tiv", "../tracefeed/gotrace/testdata/go-*.trace"} {
		paths, _ := filepath.Glob(glob)
		if len(paths) == 0 {
			t.Fatalf("no traces %s", glob)
		}
		for _, path := range paths {
			source, err := tracefeed.Open(path, loader.Formats())
			if err != nil {
				t.Fatal(err)
			}
			loaded, err := loader.Start(source, loader.Options{}).Wait()
			if err := errors.Join(err, source.Close()); err != nil {
				t.Fatal(err)
			}
			all[path] = loaded.Timeline
		}
	}
	return all
}

// number reads a cell.
func number(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// sums adds up columns from one on, by the thread that column key names.
func sums(t *testing.T, table [][]string, from int) map[string][6]int64 {
	t.Helper()
	all := map[string][6]int64{}
	for _, row := range table[1:] {
		s := all[row[0]]
		for k := range s {
			s[k] += number(t, row[from+k])
		}
		all[row[0]] = s
	}
	return all
}

// At any length of a step the buckets add up to the same sums, which are those
// in the table of threads.
func TestBucketsAgree(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for path, tl := range traces(t) {
		windows := []Window{everything}
		for range 3 {
			a, b := tracefeed.Time(rng.Int64N(int64(tl.End)+1)), tracefeed.Time(rng.Int64N(int64(tl.End)+1))
			windows = append(windows, Window{From: min(a, b), To: max(a, b), Runtime: true})
		}
		for _, win := range windows {
			want := sums(t, rows(t, tl, "threads", win), 5)
			for name, s := range want {
				if s == [6]int64{} {
					delete(want, name)
				}
			}
			for _, step := range []tracefeed.Time{ms, 37 * ms, tracefeed.Second, math.MaxInt64} {
				win.Step = step
				if got := sums(t, rows(t, tl, "buckets", win), 2); !equal(got, want) {
					t.Errorf("%s, %v to %v by %v: buckets add up to %v, want %v", path, win.From, win.To, step, got, want)
				}
			}
		}
	}
}

// However little is in memory at once, the table is the same.
func TestBucketsInParts(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		win := Window{From: tl.End / 7, To: tl.End - tl.End/5, Step: tl.End/50 + 1, Runtime: true}
		want := rows(t, tl, "buckets", win)
		for _, most := range []int{1, 7, 40, 100} {
			if got := rowsWithin(t, tl, "buckets", win, limits{buckets: most}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: with %d buckets in memory the table is %v, want %v", path, most, got, want)
			}
		}
	}
}

func equal(a, b map[string][6]int64) bool {
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return len(a) == len(b)
}

// A thread's blocked time is its lock edges, shared ones counted once.
func TestEdgesAddUp(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		for _, win := range []Window{everything, {From: tl.End / 3, To: tl.End * 2 / 3, Step: 1, Runtime: true}} {
			covered := map[string][][2]int64{}
			for _, row := range rows(t, tl, "edges", win)[1:] {
				if from, to := number(t, row[4]), number(t, row[5]); from >= to || from < int64(win.From) ||
					to > int64(min(win.To, tl.End)) {
					t.Errorf("%s: an edge from %d to %d", path, from, to)
				} else if row[0] == interaction.Lock.String() {
					covered[row[1]] = append(covered[row[1]], [2]int64{from, to})
				}
				if (row[2] == "") != (row[6] == "unknown") {
					t.Errorf("%s: an edge to %q with evidence %s", path, row[2], row[6])
				}
			}
			for _, row := range rows(t, tl, "threads", win)[1:] {
				if got, want := union(covered[row[0]]), number(t, row[8]); got != want {
					t.Errorf("%s: edges of thread %s cover %d ns, it was blocked for %d", path, row[0], got, want)
				}
			}
		}
	}
}

// union returns the total length of some intervals, with overlaps counted once.
func union(stretches [][2]int64) (sum int64) {
	slices.SortFunc(stretches, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	end := int64(0)
	for _, s := range stretches {
		from := max(s[0], end)
		sum += max(0, s[1]-from)
		end = max(end, s[1])
	}
	return sum
}

// Spans and edges that reach beyond the window are cut to it.
func TestWindowsCut(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	win := Window{From: 25 * ms, To: 45 * ms, Step: 7 * ms}
	for _, row := range rows(t, tl, "spans", win)[1:] {
		if from, to := number(t, row[1]), number(t, row[2]); from < int64(win.From) || to > int64(win.To) || from >= to {
			t.Errorf("a span from %d to %d", from, to)
		}
	}
	var starts []string
	for _, row := range rows(t, tl, "buckets", win)[1:] {
		if row[0] == "A" {
			starts = append(starts, row[1])
		}
	}
	if got := strings.Join(starts, " "); got != "25000000 32000000 39000000" {
		t.Errorf("buckets start at %s", got)
	}
	for _, win := range []Window{{From: 45 * ms, To: 25 * ms, Step: ms}, {From: tracefeed.Second, To: math.MaxInt64, Step: ms}} {
		for _, name := range []string{"spans", "buckets", "edges"} {
			if got := rows(t, tl, name, win); len(got) != 1 {
				t.Errorf("%s from %v to %v has rows %v", name, win.From, win.To, got)
			}
		}
	}
}

func TestSpansAreWhole(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		last := map[string]int64{}
		for _, row := range rows(t, tl, "spans", everything)[1:] {
			if end, seen := last[row[0]]; seen && end != number(t, row[1]) {
				t.Fatalf("%s: a span of thread %s begins at %s, the one before ended at %d", path, row[0], row[1], end)
			}
			last[row[0]] = number(t, row[2])
		}
		for _, row := range rows(t, tl, "threads", everything)[1:] {
			if end := number(t, row[4]); end > number(t, row[3]) && last[row[0]] != end {
				t.Errorf("%s: thread %s lives to %d, its spans to %d", path, row[0], end, last[row[0]])
			}
		}
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	events := func(text string, win Window) (string, error) {
		source, err := tracefeed.OpenInput(tracefeed.Input{Name: "x", Reader: strings.NewReader(text), Size: int64(len(text))},
			loader.Formats())
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		_, err = Events(&b, source, win, table.CSV)
		return b.String(), err
	}
	const head = "time_ns,thread,event,monitor,cause,other,cpu,shared\n"
	got, err := events(story, Window{From: 30 * ms, To: 60 * ms})
	if want := head + `30000000,C,monitor-wait,M,,,,true
40000000,A,suspend-start,,sleep,,,false
50000000,A,suspend-end,,,,,false
60000000,A,monitor-exit,M,,,,false
60000000,B,monitor-enter,M,,,,false
`; got != want || err != nil {
		t.Errorf("got %v\n%swant\n%s", err, got, want)
	}
	// The events before damage are written.
	got, err = events("tiv-text 1\n1s A start\n2s A explode\n", everything)
	if want := head + "1000000000,A,start,,,,,false\n"; got != want || err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("got %v\n%swant\n%s", err, got, want)
	}
}

// failing is a disk that is full.
type failing struct{}

var errFull = errors.New("disk full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	for _, name := range Tables() {
		if err := Dump(failing{}, tl, name, everything, table.CSV); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v, want the writer's error", name, err)
		}
	}
	if err := WriteInfo(failing{}, tl, ""); !errors.Is(err, errFull) {
		t.Errorf("info: got %v", err)
	}
	if err := WriteJSON(failing{}, InfoOf(tl)); !errors.Is(err, errFull) {
		t.Errorf("info as JSON: got %v", err)
	}
}

// The fields of `tiv info --json` are a promise.
func TestInfoFields(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := WriteJSON(&b, InfoOf(load(t, story))); err != nil {
		t.Fatal(err)
	}
	const want = `{"format":"text","duration_ns":100000000,"threads":3,"monitors":1,"events":13,"lost":0,"state_ns":` +
		`{"running":165000000,"runnable":0,"suspended":10000000,"blocking":110000000,"io":10000000,"unknown":0}}` + "\n"
	if b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
}

// The names in `tiv check --json` are stable too.
func TestFindingFields(t *testing.T) {
	t.Parallel()
	tl := traces(t)["../testdata/self-deadlock.tiv"]
	var b bytes.Buffer
	if err := WriteJSON(&b, FindingsOf(tl, detect.Find(context.Background(), tl, nil), nil)); err != nil {
		t.Fatal(err)
	}
	const want = `{"findings":[{"kind":"deadlock","identity":"deadlock: lock M","severity":"error","start_ns":10000000,"end_ns":90000000,` +
		`"threads":[{"id":"A","name":"A"}],"monitors":[{"id":"M","name":"lock M"}],"evidence":"observed","cost_ns":80000000,"root":null,` +
		`"text":"A waits for itself at lock M. The cycle closed at 10 ms and never opened.","sites":[]}]}` + "\n"
	if b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
}

// There is one row for each interval with the same blocker: a further reader
// does not end it, another owner in between does.
func TestEdgeRows(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
0ms A start
0ms B start
0ms W start
1ms A monitor-enter M mode=shared
10ms W monitor-wait M
20ms B monitor-enter M mode=shared
30ms B monitor-exit M
40ms A monitor-exit M
50ms B monitor-enter M
60ms B monitor-exit M
60ms A monitor-enter M
70ms A monitor-exit M
70ms W monitor-enter M
80ms W end
`)
	var b bytes.Buffer
	if err := Dump(&b, tl, "edges", everything, table.CSV); err != nil {
		t.Fatal(err)
	}
	want := columns["edges"] + `
lock,W,A,M,10000000,40000000,observed
lock,W,B,M,20000000,30000000,observed
lock,W,,M,40000000,50000000,unknown
lock,W,B,M,50000000,60000000,observed
lock,W,A,M,60000000,70000000,observed
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
