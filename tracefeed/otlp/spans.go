package otlp

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// spanID is the identity of a span: that of its trace and its own.
type spanID struct {
	trace [16]byte
	span  [8]byte
}

// span is one span. Times are nanoseconds since 1970.
type span struct {
	id     spanID
	parent [8]byte // zero for none
	links  []spanID
	name   tracefeed.NameID
	start  int64
	end    int64 // open for a span without an end
	// resource is the index of its process in spans.resources, thread that of its thread
	// in spans.threads, or -1.
	resource, thread int32
}

// open is the end of a span that does not end in the file.
const open = math.MaxInt64

// resource is a process, as far as a file identifies it.
type resource struct{ service, instance, pid string }

// thread is a thread of a process: its number, which is unique in the process, or else
// its name.
type thread struct {
	resource   int32
	id, name   string
	identified bool // by its number
}

// spans collects the spans of a file.
type spans struct {
	list      []span
	resources []resource
	threads   []thread
	names     map[string]tracefeed.NameID
	tables    *tracefeed.Tables
	// threadOf finds threads by their resource and number or name.
	threadOf map[thread]int32
	// Numbers of spans without a start, with an end before their start, and that occur
	// more than once.
	startless, reversed, repeated int
}

func newSpans() *spans {
	return &spans{names: map[string]tracefeed.NameID{}, tables: tracefeed.NewTables(), threadOf: map[thread]int32{}}
}

// read reads a file. The spans before an error are valid.
func (s *spans) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<16)
	start, err := r.Peek(tracefeed.SniffLen)
	switch {
	case len(start) == 0:
		return err
	case isJSON(start):
		return s.readJSON(r)
	}
	return s.readMessages(r, isSequence(start))
}

// addResource begins the spans of a process, which setResource describes.
func (s *spans) addResource() int32 {
	s.resources = append(s.resources, resource{})
	return int32(len(s.resources) - 1)
}

// attribute notes an attribute of a resource.
func (r *resource) attribute(key, value string) {
	switch key {
	case "service.name":
		r.service = value
	case "service.instance.id":
		r.instance = value
	case "process.pid":
		r.pid = value
	}
}

// attribute notes an attribute of a span that names its thread.
func (t *thread) attribute(key, value string) {
	switch key {
	case "thread.id":
		t.id = value
	case "thread.name":
		t.name = value
	}
}

// add adds a span of a thread, which may be unknown.
func (s *spans) add(x span, name string, th thread) {
	if x.start <= 0 {
		s.startless++
		return
	}
	if x.end <= 0 {
		x.end = open
	}
	if x.end < x.start {
		x.end = x.start
		s.reversed++
	}
	x.name, x.thread = s.nameID(name), s.threadIndex(th, x.resource)
	s.list = append(s.list, x)
}

func (s *spans) nameID(name string) tracefeed.NameID {
	id, ok := s.names[name]
	if !ok {
		id = s.tables.AddName(name)
		s.names[name] = id
	}
	return id
}

// threadIndex returns the index of a thread, -1 if it is unknown.
func (s *spans) threadIndex(th thread, resource int32) int32 {
	if th.id == "" && th.name == "" {
		return -1
	}
	th.resource, th.identified = resource, th.id != ""
	key := th
	if th.identified {
		key.name = "" // a thread can change its name
	}
	i, ok := s.threadOf[key]
	if !ok {
		i = int32(len(s.threads))
		s.threads, s.threadOf[key] = append(s.threads, th), i
	}
	return i
}

// sort merges equal processes and their threads, removes spans that occur again, and
// brings the rest into the order of their starts, of those with the same start the
// longest first.
func (s *spans) sort() {
	s.mergeResources()
	slices.SortStableFunc(s.list, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	seen := make(map[spanID]bool, len(s.list))
	kept := s.list[:0]
	for _, x := range s.list {
		if x.id.span != ([8]byte{}) && seen[x.id] {
			s.repeated++
			continue
		}
		seen[x.id] = true
		kept = append(kept, x)
	}
	s.list = kept
}

// mergeResources gives equal processes the index of the first one: each message of an
// exporter repeats its process.
func (s *spans) mergeResources() {
	first := map[resource]int32{}
	of := make([]int32, len(s.resources))
	for i, r := range s.resources {
		if _, ok := first[r]; !ok {
			first[r] = int32(i)
		}
		of[i] = first[r]
	}
	threads := s.threads
	s.threads, s.threadOf = nil, map[thread]int32{}
	threadOf := make([]int32, len(threads))
	for i, th := range threads {
		threadOf[i] = s.threadIndex(th, of[th.resource])
	}
	for i := range s.list {
		x := &s.list[i]
		if x.resource = of[x.resource]; x.thread >= 0 {
			x.thread = threadOf[x.thread]
		}
	}
}

// note describes the rows to the user, and the spans that are not shown as they are.
func (s *spans) note() string {
	threaded := 0
	for i := range s.list {
		if s.list[i].thread >= 0 {
			threaded++
		}
	}
	var parts []string
	switch threaded {
	case len(s.list):
		parts = append(parts, "a thread is shown only while a span is open in it")
	case 0:
		parts = append(parts, "rows are lanes of spans, not threads: a row exists only while a span is open in it")
	default:
		parts = append(parts, `rows named "lane" are no threads, and a row exists only while a span is open in it`)
	}
	parts = append(parts, "spans have no states")
	for _, x := range []struct {
		n    int
		text string
	}{{s.startless, "have no start and are left out"}, {s.reversed, "end before they start and are shown without length"},
		{s.repeated, "are in the file again and are shown once"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d spans %s", x.n, x.text))
		}
	}
	return strings.Join(parts, "; ")
}
