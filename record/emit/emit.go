// Package emit records the activity of the threads of a Go program. A thread is
// any unit that the program schedules: a goroutine, a worker, a connection, a
// simulated processor.
//
// Calls go in, a trace.bin comes out, in the format of docs/trace-format.md.
// record/c/tiv.h is the same for C and C++; docs/emit.md describes the use
// of both, their cost, and their losses. The package does not interpret the
// events.
package emit

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/sender"
)

// Options configure a Writer.
type Options struct {
	// Sched promises that Ready and Run are called for every thread: a thread
	// whose wait has ended is then runnable until its Run.
	Sched bool
	// Memory is the maximum size in bytes of events not written yet; 0 means 64
	// MiB. Events beyond it are counted as lost.
	Memory int
}

// Writer writes one trace. Its methods are safe for concurrent use. The methods
// of a nil Writer do nothing, and its feedlets are nil.
type Writer struct {
	pool   pool
	clock  clock
	header binfeed.Header
	closed atomic.Bool

	mu     sync.Mutex
	tables tracefeed.Tables // only appended to
	fresh  []*Feedlet       // not known to the flusher yet
	// foreign are chunks that are not written yet, and waiting is their length in bytes.
	foreign []foreignChunk
	waiting int

	requests chan request
	done     chan struct{} // closed after the last write
	err      error         // set before done is closed
}

// Create begins a trace in a new file, or, if the path is tcp://HOST:PORT, tls://HOST:PORT or
// unix:PATH, one that is sent to the listener there. Such an address in the environment variable
// TIV_TRACE takes the place of the path. Events are in the file after 25 ms. Without a listener
// the program runs as always; Close then waits a second for it.
func Create(path string, o Options) (*Writer, error) {
	if to := os.Getenv("TIV_TRACE"); sender.IsAddress(to) {
		path = to
	}
	w := newWriter(o)
	out, err := w.open(path)
	if err != nil {
		return nil, fmt.Errorf("create trace: %w", err)
	}
	if err := w.begin(out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return w, nil
}

// New begins a trace that is written to out. If out is an io.Closer, Close
// closes it.
func New(out io.Writer, o Options) (*Writer, error) {
	w := newWriter(o)
	if err := w.begin(out); err != nil {
		return nil, err
	}
	return w, nil
}

func newWriter(o Options) *Writer {
	w := &Writer{clock: newClock(), tables: *tracefeed.NewTables(), requests: make(chan request), done: make(chan struct{})}
	w.pool.init(o.Memory)
	w.header = binfeed.Header{Sched: o.Sched, Wall: w.clock.start.UnixNano(), PID: uint32(os.Getpid())}
	rand.Read(w.header.ID[:]) // never fails
	return w
}

// begin writes the start of the trace to out, and starts the flusher.
func (w *Writer) begin(out io.Writer) error {
	file, err := binfeed.NewWriter(out, w.header)
	if err == nil {
		err = file.Property("recorder", "tiv/record/emit")
	}
	if err == nil {
		go (&flusher{w: w, out: out, file: file, horizon: w.clock.read()}).run()
	}
	return err
}

// Thread returns a feedlet for a thread. The id is the program's own, unique
// among its threads; the name is for display.
func (w *Writer) Thread(id, name string) *Feedlet {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	f := &Feedlet{w: w, next: slotsPerPage, thread: w.tables.AddThread(tracefeed.Thread{ID: id, Name: name})}
	w.fresh = append(w.fresh, f)
	return f
}

// Monitor returns an id for a monitor. The program's own id must be unique
// among its monitors; the name is for display.
func (w *Writer) Monitor(id, name string) tracefeed.MonitorID {
	if w == nil {
		return tracefeed.NoMonitor
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tables.AddMonitor(tracefeed.Monitor{ID: id, Name: name})
}

// Name returns an id for the name of a region, task, function, counter or type. Call
// it once for each name, and keep the result.
func (w *Writer) Name(name string) tracefeed.NameID {
	if w == nil {
		return tracefeed.NoName
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tables.AddName(name)
}

// Type names the direct supertypes of a type, such as interfaces that it implements. Call
// it once for each type.
func (w *Writer) Type(name tracefeed.NameID, supertypes ...tracefeed.NameID) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tables.AddType(tracefeed.Type{Name: name, Supertypes: slices.Clone(supertypes)})
}

// Flush returns when all earlier events are written; call it before
// syscall.Exec. It returns the error of the first failed write.
func (w *Writer) Flush() error { return w.request(false) }

// Close writes the remaining events and completes the trace. Later calls are
// ignored. It returns the error of the first failed write; the trace then ends
// with the last part that was written.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	w.closed.Store(true)
	return w.request(true)
}

// request is a request to the flusher to write now.
type request struct {
	last bool
	done chan error
}

func (w *Writer) request(last bool) error {
	if w == nil {
		return nil
	}
	a := request{last, make(chan error, 1)}
	select {
	case w.requests <- a:
		return <-a.done
	case <-w.done:
		return w.err
	}
}
