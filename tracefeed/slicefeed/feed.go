package slicefeed

import (
	"fmt"
	"io"
	"strings"

	"tiv/tracefeed"
)

// Feed is the feed of a log that a reader fills with its first batch.
type Feed struct {
	// Format is the short name of the format.
	Format string
	// Read adds all records of the trace to the log. Its error ends the feed after
	// their events; nil stands for io.EOF.
	Read func(*Log) error

	player *player
	old    tracefeed.OldForm
	err    error
}

// Header returns the header; it is complete after the first batch.
func (f *Feed) Header() tracefeed.Header {
	h := tracefeed.Header{Format: f.Format}
	if f.player != nil {
		h = f.old.Header
		h.Format, h.Sched, h.Note = f.Format, f.player.hasSched(), f.player.note()
	}
	return h
}

// Tables returns the names of the trace.
func (f *Feed) Tables() *tracefeed.Tables {
	if f.player == nil {
		return tracefeed.NewTables()
	}
	return f.player.log.tables
}

// Batch returns the next events.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.player == nil {
		l := New()
		if f.err = f.Read(l); f.err == nil {
			f.err = io.EOF
		}
		f.player = newPlayer(l)
		if len(l.skipped) > 0 && l.n == 0 && f.err == io.EOF {
			f.err = fmt.Errorf("it has no events that can be shown: %s", l.leftOut())
		}
	}
	if batch := f.player.batch(used); len(batch) > 0 {
		f.old.Read(batch, f.player.log.tables.Names)
		return batch, nil
	}
	return nil, f.err
}

// Close does nothing: the feed owns no resources.
func (f *Feed) Close() error { return nil }

// hasSched reports whether the trace has switches of threads.
func (p *player) hasSched() bool {
	for t := range p.log.threads {
		if p.log.threads[t].sched && !p.log.threads[t].states {
			return true
		}
	}
	return false
}

// note says what the states follow from, and what is not shown.
func (p *player) note() string {
	var has [byStates + 1]bool
	for t := range p.lanes {
		has[p.lanes[t].mode] = true
	}
	var parts []string
	if has[bySlices] {
		parts = append(parts, "running: within slices, although threads may wait there; elsewhere unknown")
	}
	if has[byClock] {
		parts = append(parts, "running: by the processor time of slices; elsewhere unknown")
	}
	if n := p.log.samples; n > 0 {
		parts = append(parts, counted(n, "sample of a stack")+", between which nothing is known")
	}
	if n := p.log.flows; n > 0 && !has[byStates] {
		parts = append(parts, counted(n, "flow event")+" not shown")
	}
	if len(p.log.skipped) > 0 {
		parts = append(parts, p.log.leftOut())
	}
	return strings.Join(append(parts, p.log.remarks...), "; ")
}

// leftOut says which events of the source have no record: the most frequent kinds.
func (l *Log) leftOut() string {
	const most = 6
	var parts []string
	rest := int64(0)
	for i, kind := range l.skipped.Types() {
		if i < most {
			parts = append(parts, counted(l.skipped[kind], kind))
		} else {
			rest += l.skipped[kind]
		}
	}
	if rest > 0 {
		parts = append(parts, counted(rest, "event of other kinds"))
	}
	return strings.Join(parts, ", ") + " left out"
}

// counted returns a number of things. Their kind is a noun, perhaps with a part that begins
// with "of" or "without".
func counted(n int64, kind string) string {
	if n == 1 {
		return "1 " + kind
	}
	noun, rest := kind, ""
	for _, word := range []string{" of ", " without "} {
		if at := strings.Index(noun, word); at >= 0 {
			noun, rest = kind[:at], kind[at:]
		}
	}
	return fmt.Sprintf("%d %ss%s", n, noun, rest)
}
