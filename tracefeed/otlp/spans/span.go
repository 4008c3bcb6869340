package spans

import (
	"encoding/hex"
	"math"
	"strings"

	"tiv/tracefeed"
)

// ID is the identity of a span: that of its trace and its own.
type ID struct {
	Trace [16]byte
	Span  [8]byte
}

// Named reports whether the span has an id.
func (id ID) Named() bool { return id.Span != [8]byte{} }

// Span is one span. Times are nanoseconds since 1970.
type Span struct {
	ID     ID
	Parent [8]byte // zero for none
	Links  []ID
	Name   tracefeed.NameID
	Start  int64
	End    int64 // Open for a span without an end
	// Process is the index of its process in Names.Processes, Thread that of its thread in
	// Names.Threads, or -1.
	Process, Thread int32
	// Local: the parent is a span of the same process.
	Local bool
	// Before: the span has begun before Start, at a time that is not known or has passed.
	Before bool
	// Number is the number of its task.
	Number int64

	lane  *lane // of an open span
	order int64 // of the begin
}

// Open is the end of a span that has not ended.
const Open = math.MaxInt64

// ParentID returns the identity of the parent; it is not Named if there is none, or if the span
// is its own parent.
func (x *Span) ParentID() ID {
	if x.Parent == x.ID.Span {
		return ID{}
	}
	return ID{x.ID.Trace, x.Parent}
}

// Mark is a moment at which a span was open, as its log says.
type Mark struct {
	ID      ID
	At      int64
	Process int32
}

// Process is a process, as far as its resource identifies it.
type Process struct {
	Service, Instance, Host, PID string
	// Language and SDK are the language of its SDK, and the name of that.
	Language, SDK string
}

// attribute notes an attribute of a resource.
func (p *Process) attribute(key, value string) {
	switch key {
	case "service.name":
		p.Service = value
	case "service.instance.id":
		p.Instance = value
	case "host.name":
		p.Host = value
	case "process.pid":
		p.PID = value
	case "telemetry.sdk.language":
		p.Language = value
	case "telemetry.sdk.name":
		p.SDK = value
	}
}

// Title returns the name of the service.
func (p *Process) Title() string {
	if p.Service != "" {
		return p.Service
	}
	return "unknown service"
}

// Thread is a thread of a process: its number, which is unique in the process, or else
// its name.
type Thread struct {
	Process    int32
	ID, Name   string
	identified bool // by its number
}

// known reports whether anything is known of the thread.
func (t *Thread) known() bool { return t.ID != "" || t.Name != "" }

// notes are the attributes of a span with a meaning.
type notes struct {
	thread Thread
	// pending: the span stands for its parent, which has just begun, and whose parent is the
	// span with the id real.
	pending bool
	real    string
}

// attribute notes an attribute of a span.
func (n *notes) attribute(key, value string) {
	switch key {
	case "thread.id":
		n.thread.ID = value
	case "thread.name":
		n.thread.Name = value
	case "logfire.span_type":
		n.pending = value == "pending_span"
	case "logfire.pending_parent_id":
		n.real = value
	}
}

// stand makes x the span for which a pending span stands, and returns its name.
func (n *notes) stand(x *Span, name string) string {
	if !n.pending || x.Parent == [8]byte{} {
		return name
	}
	x.ID.Span, x.Parent, x.End, x.Local = x.Parent, [8]byte{}, 0, false
	if b, err := hex.DecodeString(n.real); err == nil {
		setID(x.Parent[:], b)
	}
	return strings.TrimSuffix(name, " (pending)")
}

// The kinds of span whose parent is in the same process, by their definition: only those of a
// server or a consumer have a parent elsewhere.
const (
	kindInternal = 1
	kindClient   = 3
	kindProducer = 4
)

// Bits of the flags of a span: whether it is known if the parent is remote, and whether it is.
const (
	flagKnowsRemote = 0x100
	flagRemote      = 0x200
)

// local reports whether the parent of a span is known to be in the same process.
func local(kind, flags uint64) bool {
	if flags&flagKnowsRemote != 0 {
		return flags&flagRemote == 0
	}
	return kind == kindInternal || kind == kindClient || kind == kindProducer
}
