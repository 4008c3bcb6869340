// Package emit lets a Go program tell TIV what its threads do, whatever it
// takes for threads: goroutines, workers, connections, simulated processors.
//
// Calls go in, a trace.bin comes out, which docs/trace-format.md describes.
// record/c/tiv.h is the same for C and C++; docs/recording.md says how to use
// both, what they cost and what is lost when. Nothing here knows what the
// events mean.
package emit

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Options say how to record.
type Options struct {
	// Sched promises that Ready and Run are called for every thread: one that
	// can go on is then runnable until its Run.
	Sched bool
	// Memory is how many bytes events may take that have not been written yet;
	// 0 stands for 64 MiB. Beyond it, events are counted as lost.
	Memory int
}

// Writer writes one trace. Its methods may be called from any goroutine; those
// of a nil Writer do nothing, and its feedlets are nil.
type Writer struct {
	pool   pool
	clock  clock
	closed atomic.Bool

	mu     sync.Mutex
	tables tracefeed.Tables // grows at the end only
	fresh  []*Feedlet       // those that the flusher does not know yet

	asks chan ask
	done chan struct{} // closed after the last write
	err  error         // set before done is closed
}

// Create begins a trace in a new file. What is told is in the file 25 ms later.
func Create(path string, o Options) (*Writer, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("create trace: %w", err)
	}
	w, err := New(file, o)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return w, nil
}

// New begins a trace that is written to out. If out is an io.Closer, Close
// closes it.
func New(out io.Writer, o Options) (*Writer, error) {
	w := &Writer{clock: newClock(), tables: *tracefeed.NewTables(), asks: make(chan ask), done: make(chan struct{})}
	w.pool.init(o.Memory)
	header := binfeed.Header{Sched: o.Sched, Wall: w.clock.start.UnixNano(), PID: uint32(os.Getpid())}
	rand.Read(header.ID[:]) // never fails
	file, err := binfeed.NewWriter(out, header)
	if err == nil {
		err = file.Property("recorder", "tiv/record/emit")
	}
	if err != nil {
		return nil, err
	}
	go (&flusher{w: w, out: out, file: file, horizon: w.clock.read()}).run()
	return w, nil
}

// Thread returns a feedlet for a thread. The id is the program's own, unique
// among its threads; the name is for people.
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

// Monitor returns a number for a monitor. The id is the program's own, unique
// among its monitors; the name is for people.
func (w *Writer) Monitor(id, name string) tracefeed.MonitorID {
	if w == nil {
		return tracefeed.NoMonitor
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tables.AddMonitor(tracefeed.Monitor{ID: id, Name: name})
}

// Name returns a number for the name of a region, a task, a function or a
// counter. A name is asked for once and kept.
func (w *Writer) Name(name string) tracefeed.NameID {
	if w == nil {
		return tracefeed.NoName
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tables.AddName(name)
}

// Flush returns when all that was told before is written: call it before
// syscall.Exec. The error is that of the first write that failed.
func (w *Writer) Flush() error { return w.ask(false) }

// Close writes what has come and completes the trace. What is told later is
// ignored. The error is that of the first write that failed; a trace that
// could not be written ends with the last part that could.
func (w *Writer) Close() error {
	if w == nil {
		return nil
	}
	w.closed.Store(true)
	return w.ask(true)
}

// ask is a request to write now.
type ask struct {
	last bool
	done chan error
}

func (w *Writer) ask(last bool) error {
	if w == nil {
		return nil
	}
	a := ask{last, make(chan error, 1)}
	select {
	case w.asks <- a:
		return <-a.done
	case <-w.done:
		return w.err
	}
}
