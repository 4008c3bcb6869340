package ui

import (
	"context"
	"fmt"
)

// Attached is the recording of a running program.
type Attached struct {
	// Path is that of the trace, which grows. About says how the program is recorded.
	Path, About string
	// Stop ends the recording, and does not wait for that.
	Stop func()
	// Done is closed when the recording has ended. Err returns its error from then on.
	Done <-chan struct{}
	Err  func() error
}

// stop ends a recording; nil has ended.
func (x *Attached) stop() {
	if x != nil {
		x.Stop()
	}
}

// attach begins to record a process, and opens the trace.
func (o *Options) attach(ctx context.Context, pid int, palette string, wake func()) openedFile {
	x, err := o.Attach(ctx, pid)
	if err != nil {
		return openedFile{err: err}
	}
	f := o.read(x.Path, "", nil, palette, wake)
	if f.err != nil {
		x.Stop()
		return f
	}
	f.attached = x
	return f
}

// recorded forgets a recording that has ended, and returns its error.
func recorded(d *document) error {
	if d.attached == nil || !isClosed(d.attached.Done) {
		return nil
	}
	err := d.attached.Err()
	d.attached = nil
	if err != nil {
		return fmt.Errorf("record %s: %w", d.ws.Name, err)
	}
	return nil
}
