package otlp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// sample returns a file of testdata/shop.go.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// all is a file as read.
type all struct{ testtrace.Trace }

func read(t testing.TB, file []byte) all {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	return all{testtrace.Read(t, f)}
}

// checkLanes checks that the spans in a lane are within each other or do not overlap, and
// that the lane exists exactly while a span is open in it.
func (a *all) checkLanes(t testing.TB) {
	t.Helper()
	open, alive := map[tracefeed.ThreadID][]int64{}, map[tracefeed.ThreadID]bool{}
	for i, ev := range a.Events {
		switch s := open[ev.Thread]; ev.Kind {
		case tracefeed.ThreadStart:
			if alive[ev.Thread] {
				t.Fatalf("event %d: %s starts again", i, a.name(ev.Thread))
			}
			alive[ev.Thread] = true
		case tracefeed.ThreadEnd:
			if !alive[ev.Thread] || len(s) > 0 {
				t.Fatalf("event %d: %s ends with the open spans %v", i, a.name(ev.Thread), s)
			}
			alive[ev.Thread] = false
		case tracefeed.RegionStart:
			if !alive[ev.Thread] {
				t.Fatalf("event %d: a span of %s, which has not started", i, a.name(ev.Thread))
			}
			open[ev.Thread] = append(s, ev.Object)
		case tracefeed.RegionEnd:
			if len(s) == 0 || s[len(s)-1] != ev.Object && strings.Contains(a.name(ev.Thread), " lane ") {
				t.Fatalf("event %d: span %d of %s ends, %v are open", i, ev.Object, a.name(ev.Thread), s)
			}
			open[ev.Thread] = s[:len(s)-1]
		}
	}
}

func (a *all) name(id tracefeed.ThreadID) string { return a.Tables.Threads[id].Name }

// tree lists the spans with their parents.
func (a *all) tree() string {
	var b strings.Builder
	names := map[int64]string{}
	for _, ev := range a.Events {
		if ev.Kind == tracefeed.TaskStart {
			names[ev.Object] = a.Tables.Names[ev.Name]
			service, _, _ := strings.Cut(a.name(ev.Thread), " lane")
			fmt.Fprintf(&b, "%s %s < %s\n", service, names[ev.Object], names[ev.Value])
		}
	}
	return b.String()
}

// TestShop checks the spans of the shop in each encoding.
func TestShop(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"shop.jsonl", "shop.pb"} {
		file := sample(t, name)
		if !Format().Sniff(file[:tracefeed.SniffLen]) {
			t.Errorf("%s is not recognized", name)
		}
		a := read(t, file)
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		a.checkLanes(t)
		for line, want := range map[string]int{
			"web GET /order < \n": 6, "web POST /reserve < GET /order\n": 6, "stock reserve < POST /reserve\n": 6,
			"stock wait for connection < reserve\n": 6, "stock SELECT items < reserve\n": 6, "billing: biller bill < \n": 6,
		} {
			if n := strings.Count(a.tree(), line); n != want {
				t.Errorf("%s: %d of %q, want %d, in\n%s", name, n, line, want, a.tree())
			}
		}
		if !strings.Contains(a.Note, `named "lane" are no threads`) {
			t.Errorf("%s: the note is %q", name, a.Note)
		}
		if links := a.links(); links != "bill to GET /order, 6 times" {
			t.Errorf("%s: links %s", name, links)
		}
		if started := a.starters(); started["stock lane 1"] != "web lane 1" {
			t.Errorf("%s: lanes were started by %v", name, started)
		}
	}
}

// links tells which spans are linked to which, and how often.
func (a *all) links() string {
	names, links := map[int64]string{}, map[string]int{}
	for _, ev := range a.Events {
		switch ev.Kind {
		case tracefeed.TaskStart:
			names[ev.Object] = a.Tables.Names[ev.Name]
		case tracefeed.TaskLink:
			links[names[ev.Object]+" to "+names[ev.Value]]++
		}
	}
	var list []string
	for link, n := range links {
		list = append(list, fmt.Sprintf("%s, %d times", link, n))
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// starters returns the lane that first started each lane.
func (a *all) starters() map[string]string {
	by := map[string]string{}
	for _, ev := range a.Events {
		if _, ok := by[a.name(ev.Thread)]; ev.Kind == tracefeed.ThreadStart && !ok {
			by[a.name(ev.Thread)] = a.name(ev.Other)
		}
	}
	return by
}

// TestEncodings checks that all encodings of the same spans give the same events.
func TestEncodings(t *testing.T) {
	t.Parallel()
	lines := sample(t, "shop.jsonl")
	want := fmt.Sprint(read(t, lines).Events)
	pretty := new(bytes.Buffer)
	list := "[" + strings.ReplaceAll(strings.TrimSpace(string(lines)), "\n", ",") + "]"
	if err := json.Indent(pretty, []byte(list), "", "\t"); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"messages": sample(t, "shop.pb"), "a list": pretty.Bytes(),
		"of Tempo":       bytes.ReplaceAll(lines, []byte(`"resourceSpans"`), []byte(`"batches"`)),
		"with a mark":    append([]byte("\xef\xbb\xbf"), lines...),
		"times as text":  lines,
		"spans repeated": append(bytes.Clone(lines), lines...),
	} {
		if !Format().Sniff(file[:tracefeed.SniffLen]) {
			t.Errorf("%s: not recognized", name)
		}
		a := read(t, file)
		if got := fmt.Sprint(a.Events); got != want || a.Err != nil {
			t.Errorf("%s (%v): other events", name, a.Err)
		}
		if strings.Contains(a.Note, "36 spans are in the file again") != (name == "spans repeated") {
			t.Errorf("%s: the note is %q", name, a.Note)
		}
	}
	if a := read(t, sample(t, "request.pb")); a.Err != nil || len(a.Events) < 12 {
		t.Errorf("a single message: %d events, %v", len(a.Events), a.Err)
	}
}

// object returns an object with spans, each "id parent start end", of one process.
func object(spans ...string) []byte {
	var list []string
	for _, s := range spans {
		var id, parent string
		var start, end int64
		if n, _ := fmt.Sscan(s, &id, &parent, &start, &end); n != 4 {
			panic(s)
		}
		if parent == "-" {
			parent = ""
		} else {
			parent = strings.Repeat(parent, 16)
		}
		list = append(list, fmt.Sprintf(
			`{"traceId":"%s","spanId":"%s","parentSpanId":"%s","name":"%s","startTimeUnixNano":%d,"endTimeUnixNano":"%d"}`,
			strings.Repeat("5", 32), strings.Repeat(id, 16), parent, id, start, end))
	}
	return fmt.Appendf(
		nil, `{"resourceSpans":[{"scopeSpans":[{"spans":[%s]}],"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s"}}]}}]}`,
		strings.Join(list, ","))
}

// TestLanes checks the lanes of spans.
func TestLanes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spans []string
		want  string // of each span, in order of starts
	}{
		"one after another":             {[]string{"a - 1 2", "b - 2 3"}, "a1 b1"},
		"overlapping":                   {[]string{"a - 1 3", "b - 2 4", "c - 3 5"}, "a1 b2 c1"},
		"a child":                       {[]string{"a - 1 9", "b a 2 8", "c b 3 7"}, "a1 b1 c1"},
		"two children at a time":        {[]string{"a - 1 9", "b a 2 8", "c a 3 7"}, "a1 b1 c2"},
		"a child that ends later":       {[]string{"a - 1 5", "b a 2 8"}, "a1 b2"},
		"within, but not a child":       {[]string{"a - 1 9", "b - 2 8"}, "a1 b2"},
		"a parent that starts later":    {[]string{"b a 1 4", "a - 2 9"}, "b1 a2"},
		"a parent that is not there":    {[]string{"b a 1 4"}, "b1"},
		"its own parent":                {[]string{"a a 1 4"}, "a1"},
		"without length":                {[]string{"a - 1 9", "b a 1 1", "c a 9 9"}, "a1 b1 c1"},
		"without an end":                {[]string{"a - 1 0", "b a 2 3", "c - 4 5"}, "a1 b1 c2"},
		"the first free lane":           {[]string{"a - 1 5", "b - 2 4", "c - 3 9", "d - 5 6"}, "a1 b2 c3 d1"},
		"an end before the start":       {[]string{"a - 5 1", "b - 6 7"}, "a1 b1"},
		"a start that is missing":       {[]string{"a - 0 9", "b - 6 7"}, "b1"},
		"absurd times":                  {[]string{"a - 1 9223372036854775807", "b a 9223372036854775807 9223372036854775807"}, "a1 b1"},
		"of equal spans the outer ends": {[]string{"b a 1 5", "a - 1 5"}, "b1 a2"},
	} {
		a := read(t, object(c.spans...))
		a.checkLanes(t)
		var got []string
		for _, ev := range a.Events {
			if ev.Kind == tracefeed.TaskStart {
				lane := strings.TrimPrefix(a.name(ev.Thread), "s lane ")
				got = append(got, a.Tables.Names[ev.Name]+lane)
			}
		}
		if s := strings.Join(got, " "); s != c.want || a.Err != nil {
			t.Errorf("%s: %s (%v), want %s", name, s, a.Err, c.want)
		}
	}
}

// TestDamage reads files that are cut off or that contradict the format.
func TestDamage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"shop.jsonl", "shop.pb", "request.pb"} {
		whole := sample(t, name)
		most := 0
		for n := 1; n < len(whole); n += 1 + n/16 {
			a := read(t, whole[:n])
			a.checkLanes(t)
			var damage *tracefeed.Damage
			if a.Err != nil && (!errors.As(a.Err, &damage) || damage.Offset > int64(n)) {
				t.Errorf("%s, %d bytes: %v", name, n, a.Err)
			}
			if len(a.Events) < most {
				t.Errorf("%s, %d bytes: %d events, fewer than of a shorter part", name, n, len(a.Events))
			}
			most = len(a.Events)
		}
		if most < 10 {
			t.Errorf("%s: at most %d events of its parts", name, most)
		}
	}
	for _, text := range []string{`{"resourceSpans":7}`, `{"resourceSpans":[7]}`,
		`{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":7}]}]}]}`,
		`{"resourceSpans":[]} x`, `{"resourceSpans":` + strings.Repeat("[", 1<<20), "\n\x04\n\x02\n\x00\xff"} {
		var damage *tracefeed.Damage
		if a := read(t, []byte(text)); !errors.As(a.Err, &damage) {
			t.Errorf("%.60s: %v, want damage", text, a.Err)
		}
	}
}

// TestSniff checks that other files are not taken for spans.
func TestSniff(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"traceEvents":[`, `[{"name":"resourceSpans"`, `{"resourceSpansX":`, "\n\n\n\n\n\n\n\n\n",
		"\n\x06\x08\x01\x10\x02", "", "\n", "tiv-text 1\n"} {
		if Format().Sniff([]byte(text)) {
			t.Errorf("%q is taken for spans", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"shop.jsonl", "shop.pb", "request.pb"} {
		f.Add(sample(f, name))
	}
	f.Add(object("a - 1 9", "b a 2 8", "c a 3 7"))
	f.Fuzz(func(t *testing.T, file []byte) {
		a := read(t, file)
		a.checkLanes(t)
	})
}

// BenchmarkRead reads many spans in each encoding.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"shop.jsonl", "shop.pb"} {
		b.Run(name, func(b *testing.B) {
			const times = 100
			file := bytes.Repeat(sample(b, name), times)
			b.SetBytes(int64(len(file)))
			for b.Loop() {
				read(b, file)
			}
			b.ReportMetric(36*times*float64(b.N)/b.Elapsed().Seconds(), "spans/s")
		})
	}
}
