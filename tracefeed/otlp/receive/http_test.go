package receive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed/otlp/spans"
)

// TestStatus checks the answers to requests that are not as they should be.
func TestStatus(t *testing.T) {
	t.Parallel()
	good := asProto(item{id: 1, name: "x", start: epoch, end: epoch})
	for name, c := range map[string]struct {
		method, path, content, encoding string
		body                            []byte
		status                          int
		want                            string
	}{
		"good":            {"POST", "/v1/traces", typeProto, "", good, 200, ""},
		"empty":           {"POST", "/v1/traces", typeProto, "", nil, 200, ""},
		"empty JSON":      {"POST", "/v1/traces", typeJSON + "; charset=utf-8", "identity", []byte("{}"), 200, "{}"},
		"nothing as JSON": {"POST", "/v1/traces", typeJSON, "", nil, 200, "{}"},
		"metrics":         {"POST", "/v1/metrics", typeProto, "", []byte("whatever"), 200, ""},
		"logs": {"POST", "/v1/logs", typeJSON, "",
			[]byte(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{}}]}]}]}`), 200, "{}"},
		"GET":               {"GET", "/v1/traces", typeProto, "", nil, 405, "only POST"},
		"another path":      {"POST", "/v1/trace", typeProto, "", good, 404, "/v1/traces"},
		"another type":      {"POST", "/v1/traces", "text/plain", "", good, 415, typeJSON},
		"no type":           {"POST", "/v1/traces", "", "", good, 415, typeJSON},
		"another encoding":  {"POST", "/v1/traces", typeProto, "zstd", good, 415, "zstd"},
		"no gzip":           {"POST", "/v1/traces", typeProto, "gzip", good, 400, "gzip"},
		"gzip that is cut":  {"POST", "/v1/traces", typeProto, "gzip", zipped(good)[:30], 400, "unexpected EOF"},
		"cut":               {"POST", "/v1/traces", typeProto, "", good[:len(good)-1], 400, "decode"},
		"cut JSON":          {"POST", "/v1/traces", typeJSON, "", []byte(`{"resourceSpans":[`), 400, "decode"},
		"JSON as Protobuf":  {"POST", "/v1/traces", typeProto, "", []byte("{}"), 400, "decode"},
		"too long":          {"POST", "/v1/traces", typeProto, "", make([]byte, mostPacked+1), 413, "16777216"},
		"too long unpacked": {"POST", "/v1/traces", typeProto, "gzip", zipped(make([]byte, mostUnpacked+1)), 413, "33554432"},
		"a huge length":     {"POST", "/v1/traces", typeProto, "", []byte("\n\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), 400, "decode"},
		"a deep list":       {"POST", "/v1/traces", typeJSON, "", []byte(`{"x":` + strings.Repeat("[", 1<<20)), 400, "decode"},
	} {
		b := newBench(t)
		w := b.request(c.method, c.path, c.content, c.encoding, bytes.NewReader(c.body))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) || c.want == "" && w.Body.Len() > 0 {
			t.Errorf("%s: %d %q, want %d %s", name, w.Code, w.Body, c.status, c.want)
		}
		if c.status >= 400 {
			checkRPC(t, w.Header().Get("Content-Type"), w.Body.Bytes())
			if len(b.feeds) > 0 {
				t.Errorf("%s: a part was taken", name)
			}
		}
		if n := b.bodies.bytes.Load(); n != 0 {
			t.Errorf("%s: %d bytes are still in memory", name, n)
		}
	}
}

// checkRPC checks that a body is a status of RPC.
func checkRPC(t *testing.T, content string, body []byte) {
	t.Helper()
	var x struct {
		Code    uint64
		Message string
	}
	var err error
	switch content {
	case typeJSON:
		err = json.Unmarshal(body, &x)
	case typeProto:
		err = protobuf.Each(body, 0, func(f protobuf.Field) error {
			switch f.Number {
			case 1:
				x.Code = f.Value
			case 2:
				x.Message = string(f.Bytes)
			}
			return nil
		})
	}
	if err != nil || x.Code == 0 || x.Message == "" {
		t.Errorf("%s %q is no status", content, body)
	}
}

// TestUnlimited sends a body whose length is not known and does not end.
func TestUnlimited(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	w := b.request("POST", "/v1/traces", typeProto, "", io.MultiReader(bytes.NewReader([]byte("\n")), endless0{}))
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	w = b.request("POST", "/v1/traces", typeProto, "", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("xx"))))
	if w.Code != http.StatusBadRequest {
		t.Errorf("a client that is slow: %d %q", w.Code, w.Body)
	}
	b.bodies.bytes.Store(mostBodies - 1)
	w = b.request("POST", "/v1/traces", typeProto, "", strings.NewReader(""))
	if w.Code != http.StatusServiceUnavailable || b.bodies.bytes.Load() != mostBodies-1 {
		t.Errorf("with too many requests: %d %q", w.Code, w.Body)
	}
}

// endless0 is a reader of zeros.
type endless0 struct{}

func (endless0) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// TestRefused checks partial success, in both encodings.
func TestRefused(t *testing.T) {
	t.Parallel()
	future := epoch + int64(ahead) + 2*second
	items := []item{{id: 1, name: "good", start: epoch, end: epoch}, {name: "without an id", start: epoch, end: epoch},
		{id: 2, name: "without a start", end: epoch}, {id: 3, name: "of the future", start: future, end: future},
		{id: 4, name: "to the future", start: epoch, end: future}, {id: 5, name: "before 1970", start: -5, end: epoch},
		{id: 6, name: "old", start: 1, end: 2}}
	want := "without a start: 2; without a valid id: 1; more than an hour in the future: 2"
	for content, body := range map[string][]byte{typeJSON: asJSON(items...), typeProto: asProto(items...)} {
		b := newBench(t)
		got := []byte(b.post("/v1/traces", content, body))
		if content == typeJSON {
			if string(got) != `{"partialSuccess":{"errorMessage":"`+want+`","rejectedSpans":"5"}}` {
				t.Errorf("%s", got)
			}
		} else {
			message, n := protowire.ConsumeBytes(got[1:])
			wanted := append([]byte("\x08\x05\x12"), protowire.AppendString(nil, want)...)
			if got[0] != 1<<3|2 || n != len(got)-1 || !bytes.Equal(message, wanted) {
				t.Errorf("%q, want %q", message, wanted)
			}
		}
		if n := len(tasks(b.traces()[0], 0)); n != 2 {
			t.Errorf("%s: %d tasks", content, n)
		}
	}
	short := bytes.Replace(asJSON(items[0]), []byte(`"spanId":"00`), []byte(`"spanId":"`), 1)
	if got := newBench(t).post("/v1/traces", typeJSON, short); !strings.Contains(got, "without a valid id: 1") {
		t.Errorf("an id of 7 bytes: %s", got)
	}
}

// used returns the memory that f takes.
func used(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestProportion checks that requests take memory in proportion to their length, not to what they
// claim. It is not parallel, because it counts the memory of the process.
func TestProportion(t *testing.T) {
	span := item{id: 1, name: "x", start: epoch, end: epoch}
	attributes := strings.Repeat(`{},`, 1<<20)
	many := bytes.Replace(asJSON(span), []byte(`"attributes":null,"endTime`),
		[]byte(`"attributes":[`+attributes+`{"key":"thread.name","value":{"stringValue":"T"}}],"endTime`), 1)
	for name, c := range map[string]struct {
		content string
		body    []byte
		tasks   int
		want    string
		thread  string
	}{
		"attributes":      {typeJSON, many, 1, "{}", "T"},
		"empty processes": {typeProto, bytes.Repeat([]byte("\n\x00"), 8<<20), 0, "", ""},
		"empty spans": {typeProto, field(nil, 1, field(nil, 2, bytes.Repeat([]byte("\x12\x00"), 4<<20))), 0,
			"without a start: 4194304", ""},
		"links": {typeProto, field(nil, 1, field(nil, 2, field(nil, 2, append(spanOnly(1), bytes.Repeat([]byte("j\x00"),
			4<<20)...)))), 1, "", "lane 1"},
		"spans": {typeProto, field(nil, 1, field(nil, 2, bytes.Repeat(field(nil, 2, spanOnly(7)), 1<<18))), 1,
			"too many in a request: 131072", "lane 1"},
		"numbers of bytes": {typeProto, field(nil, 1, field(nil, 2, field(nil, 2, append(spanOnly(1),
			"*\xff\xff\xff\xff\x0f"...)))), 0, "decode", ""},
	} {
		b := newBench(t)
		var answer string
		total := used(func() {
			w := b.request("POST", "/v1/traces", c.content, "", bytes.NewReader(c.body))
			answer = w.Body.String()
		})
		// Decoding JSON allocates for each value, but keeps nothing.
		if most := uint64(64<<20 + 40*len(c.body)); total > most {
			t.Errorf("%s: %d bytes took %d MB", name, len(c.body), total>>20)
		}
		if !strings.Contains(answer, c.want) || c.want == "" && answer != "" {
			t.Errorf("%s: %q", name, answer)
		}
		if c.tasks == 0 {
			continue
		}
		a := b.traces()[0]
		if n := len(tasks(a, 0)); n != c.tasks || a.Threads[1].Name != c.thread {
			t.Errorf("%s: %d tasks in %v", name, n, a.Threads)
		}
	}
}

// spanOnly encodes a span as it stands in its list.
func spanOnly(id uint64) []byte {
	return fixed(fixed(field(field(nil, 1, traceID()), 2, idOf(id)), 7, epoch), 8, epoch)
}

// TestManyProcesses checks that the number of feeds is limited, and that quiet ones make place.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var items []item
	for i := range 10_000 {
		items = append(items, item{id: uint64(i + 1), name: "x", start: epoch, end: epoch, process: i})
	}
	got := b.post("/v1/traces", typeJSON, asJSON(items...))
	if !strings.Contains(got, fmt.Sprintf("of more than %d processes: %d", mostFeeds, 10_000-mostFeeds)) {
		t.Error(got)
	}
	b.clock += int64(2 * idleFeed)
	items[0].id, items[9999].id = 20_000, 20_001
	if got := b.post("/v1/traces", typeJSON, asJSON(items[0], items[9999])); got != "{}" {
		t.Error(got)
	}
	b.running.Wait()
	if n := len(b.feeds); n != mostFeeds || len(b.spools) != mostFeeds+1 {
		t.Errorf("%d feeds, %d were opened", n, len(b.spools))
	}
	if list := b.traces(); len(list) != mostFeeds+1 {
		t.Error(len(list))
	}
}

// TestManySpans checks that the spans in memory are limited: those that wait are written before
// their time, and of those that are open no more are taken.
func TestManySpans(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million spans")
	}
	b := newBench(t)
	b.load.Store(mostLoad - 100) // as if other feeds had them
	var items []item
	for i := range 1000 {
		items = append(items, item{id: uint64(i + 1), name: "x", start: epoch + int64(i), end: epoch + int64(i) + 5})
	}
	if got := b.post("/v1/traces", typeProto, asProto(items...)); got != "" {
		t.Errorf("%q", got)
	}
	for i := range items {
		items[i].id += 5000
		items[i].end = epoch + 1000*second
	}
	if got := b.post("/v1/traces", typeProto, asProto(items...)); !strings.Contains(got, errFull.Error()) {
		t.Errorf("%q", got)
	}
	if n := b.load.Load(); n != mostLoad {
		t.Errorf("%d spans are held", n)
	}
	a := b.traces()[0]
	if !strings.Contains(a.Note, "were written before their time, because too many waited") {
		t.Error(a.Note)
	}
	if n := b.load.Load(); n != mostLoad-100 {
		t.Errorf("%d spans are held after the end", n)
	}
}

// TestSeen checks that at least the last spans are remembered, and no more than twice as many.
func TestSeen(t *testing.T) {
	t.Parallel()
	var s seen
	id := func(n int) (id spans.ID) { copy(id.Span[:], idOf(uint64(n))); return id }
	for n := 1; n <= 3*seenLen; n++ {
		if !s.add(id(n)) {
			t.Fatalf("%d is known", n)
		}
	}
	for _, n := range []int{3 * seenLen, 2*seenLen + 1} {
		if s.add(id(n)) {
			t.Errorf("%d is not known", n)
		}
	}
	if len(s.new)+len(s.old) > 2*seenLen {
		t.Errorf("%d are known", len(s.new)+len(s.old))
	}
}

// FuzzTraces sends any body with spans, in each encoding, and as logs.
func FuzzTraces(f *testing.F) {
	items := []item{{id: 1, name: "x", start: epoch, end: epoch + 5}, {id: 2, parent: 1, name: "y", start: epoch, end: epoch + 3,
		kind: 1, thread: 3},
		{id: 3, parent: 9, name: "z", start: epoch, kind: 1, links: []uint64{1}}}
	f.Add(asProto(items...), byte(0))
	f.Add(asJSON(items...), byte(1))
	f.Add(logAs(3, epoch, 1), byte(2))
	f.Add([]byte(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1700000000000000000","flags":1,"spanId":"0000000000000004",`+
		`"traceId":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"}]}]}]}`), byte(3))
	f.Add(zipped(asProto(items...)), byte(4))
	f.Fuzz(func(t *testing.T, body []byte, how byte) {
		b := newBench(t)
		b.request("POST", []string{"/v1/traces", "/v1/logs"}[how>>1&1], []string{typeProto, typeJSON}[how&1], []string{"",
			"gzip"}[how>>2&1], bytes.NewReader(body))
		b.pass(12 * 100 * 1e6)
		b.post("/v1/traces", typeProto, asProto(items...))
		b.pass(20 * 1e9)
		for _, a := range b.traces() {
			checkRows(t, a)
		}
		if b.load.Load() != 0 || b.bodies.bytes.Load() != 0 {
			t.Errorf("%d spans, %d bytes are held", b.load.Load(), b.bodies.bytes.Load())
		}
	})
}
