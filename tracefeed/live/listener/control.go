package listener

import (
	"time"

	"tiv/tracefeed/live/wire"
)

// Mute lets the listener leave out the events that arrive from now on, or keep them again. Left out,
// they are counted, and the trace has a gap, which is drawn as lost. Names and the end are kept.
func (f *Feed) Mute(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Muted = on
	f.notify()
}

// Stop ends the feed: its client is to send nothing more, and not to come back. The trace ends with what
// has arrived.
func (f *Feed) Stop() {
	f.mu.Lock()
	s := f.session
	f.state.Stopped = true
	f.mu.Unlock()
	f.end()
	if s != nil {
		// It can wait for a client that reads nothing.
		go s.write(wire.Header{Type: wire.Stop}.Append(nil))
	}
}

// leaveOut notes a piece that is not kept.
func (f *Feed) leaveOut(number, events uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Missing += number - f.state.Next
	f.state.Next = number + 1
	f.state.LeftOut += events
	f.state.Heard = time.Now()
	f.notify()
}
