package receive

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

const (
	second = int64(time.Second)
	// epoch is when the tests begin.
	epoch = 1_700_000_000 * second
)

// spool is the trace of a process, in memory.
type spool struct {
	Source
	bytes.Buffer
	closed int
}

func (s *spool) Close() error {
	s.closed++
	return nil
}

// bench is a receiver with a clock of its own.
type bench struct {
	*Receiver
	t      testing.TB
	clock  int64
	spools []*spool
}

func newBench(t testing.TB) *bench {
	b := &bench{t: t, clock: epoch}
	b.Receiver = newReceiver(func(s Source) (io.WriteCloser, error) {
		b.spools = append(b.spools, &spool{Source: s})
		return b.spools[len(b.spools)-1], nil
	}, 0, func() int64 { return b.clock })
	return b
}

// pass makes time go on.
func (b *bench) pass(d time.Duration) {
	for end := b.clock + int64(d); b.clock < end; {
		b.clock = min(end, b.clock+int64(interval))
		for _, f := range b.feeds {
			f.flush(b.clock)
		}
	}
}

// request sends a request, and returns the answer.
func (b *bench) request(method, path, content, encoding string, body io.Reader) *httptest.ResponseRecorder {
	q := httptest.NewRequest(method, path, body)
	q.Header.Set("Content-Type", content)
	q.Header.Set("Content-Encoding", encoding)
	w := httptest.NewRecorder()
	b.ServeHTTP(w, q)
	return w
}

// post sends a request that is taken, and returns the body of the answer.
func (b *bench) post(path, content string, body []byte) string {
	b.t.Helper()
	w := b.request("POST", path, content, "", bytes.NewReader(body))
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != content {
		b.t.Fatalf("%d %s %q", w.Code, w.Header(), w.Body)
	}
	return w.Body.String()
}

// traces closes the receiver and reads the traces.
func (b *bench) traces() []testtrace.Trace {
	b.t.Helper()
	if err := b.Close(); err != nil {
		b.t.Fatal(err)
	}
	var list []testtrace.Trace
	for _, s := range b.spools {
		if s.closed != 1 {
			b.t.Errorf("the trace of %s was closed %d times", s.Service, s.closed)
		}
		list = append(list, b.read(s.Bytes()))
	}
	return list
}

func (b *bench) read(file []byte) testtrace.Trace {
	b.t.Helper()
	f, err := binfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		b.t.Fatal(err)
	}
	a := testtrace.Read(b.t, f)
	if a.Err != nil {
		b.t.Fatal(a.Err)
	}
	return a
}

// item is a span in a test. Ids are short; 0 is none.
type item struct {
	id, parent uint64
	links      []uint64
	name       string
	start, end int64
	process    int
	kind       int
	thread     int
	attributes map[string]string
}

func traceID() []byte { return bytes.Repeat([]byte{0x5a}, 16) }

func idOf(id uint64) []byte {
	if id == 0 {
		return nil
	}
	return binary.BigEndian.AppendUint64(nil, id)
}

func (x *item) all() map[string]string {
	all := map[string]string{}
	for key, value := range x.attributes {
		all[key] = value
	}
	if x.thread > 0 {
		all["thread.id"] = fmt.Sprint(x.thread)
	}
	return all
}

func service(process int) map[string]string {
	return map[string]string{"service.name": fmt.Sprint("service", process), "host.name": "box", "process.pid": fmt.Sprint(100 + process)}
}

// asJSON encodes spans as a request, each with its process.
func asJSON(items ...item) []byte {
	attributes := func(of map[string]string) (list []any) {
		for key, value := range of {
			list = append(list, map[string]any{"key": key, "value": map[string]any{"stringValue": value}})
		}
		return list
	}
	var all []any
	for _, x := range items {
		var links []any
		for _, l := range x.links {
			links = append(links, map[string]any{"traceId": hex.EncodeToString(traceID()), "spanId": hex.EncodeToString(idOf(l))})
		}
		span := map[string]any{"traceId": hex.EncodeToString(traceID()), "spanId": hex.EncodeToString(idOf(x.id)),
			"parentSpanId": hex.EncodeToString(idOf(x.parent)), "name": x.name, "startTimeUnixNano": fmt.Sprint(x.start),
			"endTimeUnixNano": x.end, "kind": x.kind, "attributes": attributes(x.all()), "links": links}
		all = append(all, map[string]any{"scopeSpans": []any{map[string]any{"spans": []any{span}}},
			"resource": map[string]any{"attributes": attributes(service(x.process))}})
	}
	b, err := json.Marshal(map[string]any{"resourceSpans": all})
	if err != nil {
		panic(err)
	}
	return b
}

func field(b []byte, n protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), message)
}

func fixed(b []byte, n protowire.Number, v int64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(b, n, protowire.Fixed64Type), uint64(v))
}

// attributesAs appends attributes as a field.
func attributesAs(b []byte, n protowire.Number, of map[string]string) []byte {
	for key, value := range of {
		b = field(b, n, field(field(nil, 1, []byte(key)), 2, field(nil, 1, []byte(value))))
	}
	return b
}

// asProto encodes spans as asJSON does.
func asProto(items ...item) (all []byte) {
	for _, x := range items {
		s := field(field(field(nil, 1, traceID()), 2, idOf(x.id)), 4, idOf(x.parent))
		s = field(s, 5, []byte(x.name))
		s = protowire.AppendVarint(protowire.AppendTag(s, 6, protowire.VarintType), uint64(x.kind))
		s = attributesAs(fixed(fixed(s, 7, x.start), 8, x.end), 9, x.all())
		for _, l := range x.links {
			s = field(s, 13, field(field(nil, 1, traceID()), 2, idOf(l)))
		}
		resource := attributesAs(nil, 1, service(x.process))
		all = field(all, 1, field(field(nil, 1, resource), 2, field(nil, 2, s)))
	}
	return all
}

// logAs encodes a record of a log about a span of process 0.
func logAs(id uint64, at int64, flags uint32) []byte {
	r := fixed(field(field(nil, 9, traceID()), 10, idOf(id)), 11, at)
	r = protowire.AppendFixed32(protowire.AppendTag(r, 8, protowire.Fixed32Type), flags)
	return field(nil, 1, field(field(nil, 1, attributesAs(nil, 1, service(0))), 2, field(nil, 2, r)))
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

// told is what a trace says of a task.
type told struct {
	name, parent, links string
	start, end          int64 // on the wall clock; end is 0 for none
	before              bool
}

// tasks returns the tasks of a trace by number, whose time 0 is wall; names of parents are of all
// traces.
func tasks(a testtrace.Trace, wall int64) map[int64]*told {
	all := map[int64]*told{}
	for _, ev := range a.Events {
		x := all[ev.Object]
		switch ev.Kind {
		case tracefeed.TaskStart:
			if x == nil {
				x = &told{start: wall + int64(ev.Time), before: ev.Shared}
				all[ev.Object] = x
			}
			x.name, x.parent = a.Names[ev.Name], fmt.Sprint(ev.Value)
		case tracefeed.TaskLink:
			x.links += fmt.Sprint(ev.Value, " ")
		case tracefeed.TaskEnd:
			x.end = wall + int64(ev.Time)
		}
	}
	return all
}

// texts lists tasks, with the names of other tasks in place of their numbers; of tasks that are not
// there "-".
func texts(all map[int64]*told) (list []string) {
	name := func(number string) string {
		var n int64
		fmt.Sscan(number, &n)
		if x := all[n]; x != nil {
			return x.name
		}
		return "-"
	}
	for _, x := range all {
		var links []string
		for _, l := range strings.Fields(x.links) {
			if to := name(l); to != "-" {
				links = append(links, to)
			}
		}
		slices.Sort(links)
		list = append(list, fmt.Sprintf("%s of %s, %d to %d, before %v, links %s", x.name, name(x.parent), x.start-epoch,
			x.end-epoch, x.before, links))
	}
	slices.Sort(list)
	return list
}

// wall returns the time of day at time 0 of a trace.
func (s *spool) wall(t testing.TB) int64 {
	h, err := binfeed.ReadHeader(bytes.NewReader(s.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return h.Wall
}

// openGrowing opens a part of a trace.
func openGrowing(file []byte) (tracefeed.Feed, error) {
	return binfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
}
