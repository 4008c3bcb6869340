// Package perfdata reads recordings of perf (perf.data), in their usual form and in that
// of a pipe.
//
// Bytes go in, tracefeed events come out. The header (header.go) and the descriptions of
// tracepoints (formats.go) say how records are laid out; records (record.go, sample.go) come
// processor by processor and are put in order (order.go). Addresses of stacks become
// functions by the mappings of each process and the symbols of files on this machine
// (maps.go, symbols.go, kernel.go). Package sched gives the events their meaning.
//
// The format is described in tools/perf/Documentation/perf.data-file-format.txt of Linux,
// and in perf_event_open(2).
package perfdata

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// Format returns the format of recordings of perf, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{
		Name:   "perf",
		Sniff:  func(start []byte) bool { return bytes.HasPrefix(start, magic) || bytes.HasPrefix(start, swapped) },
		Random: atRandom,
		Open:   func(in tracefeed.Input) (tracefeed.Feed, error) { return Open(in, sched.Filter{}) },
	}
}

// batchLen is the number of events in a batch, about.
const batchLen = 1 << 12

// Feed is the feed of a recording.
type Feed struct {
	file   file
	order  order
	mapper *sched.Mapper
	space  *space
	left   tracefeed.LeftOut
	err    error // the error that ends the feed
	ended  bool
	// begun: a sample or switch was read. perf records the lives of threads earlier.
	begun bool
	// undescribed: a sample's tracepoint has no description.
	undescribed bool
}

// Open starts to read a recording of the threads that a filter selects.
func Open(in tracefeed.Input, only sched.Filter) (*Feed, error) {
	f := &Feed{mapper: sched.NewMapper(only)}
	f.space = newSpace(f.mapper.Tables(), true)
	if err := f.file.open(in); err != nil {
		return nil, err
	}
	f.space.buildIDs = f.file.buildIDs
	return f, nil
}

// Header returns the header.
func (f *Feed) Header() tracefeed.Header {
	parts := f.mapper.Remarks()
	if left := f.left.String(); left != "" {
		parts = append(parts, left+" left out")
	}
	return tracefeed.Header{Format: "perf", Sched: true, Note: strings.Join(parts, "; ")}
}

// Tables returns the names of the recording.
func (f *Feed) Tables() *tracefeed.Tables { return f.mapper.Tables() }

// Place returns the place of the recording. Its clock is known if perf was told to use
// CLOCK_MONOTONIC (perf record -k mono), as tiv record does.
func (f *Feed) Place() tracefeed.Place {
	p := tracefeed.Place{Number: func(id tracefeed.ThreadID) int64 {
		number, _ := f.mapper.Numbers(id)
		return number
	}}
	if f.file.monotonic {
		p.Monotonic = f.Base()
		if f.file.wall != 0 {
			p.Wall = f.file.wall + f.Base()
		}
	}
	return p
}

// Base returns the time of the recording's clock, whichever that is, at time 0.
func (f *Feed) Base() int64 { return int64(f.mapper.Base()) }

// Process returns the number of the process of a thread in the tables.
func (f *Feed) Process(id tracefeed.ThreadID) int64 {
	_, process := f.mapper.Numbers(id)
	return process
}

// Close does nothing: the feed owns no resources.
func (f *Feed) Close() error { return nil }

// Batch returns the next events.
func (f *Feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	for f.mapper.Len() < batchLen && f.err == nil {
		f.err = f.read()
	}
	if f.err != nil && !f.ended {
		f.ended = true
		f.order.flush(never, f.add)
		f.mapper.End()
	}
	if f.mapper.Len() == 0 {
		return nil, f.err
	}
	return f.mapper.Take(used), nil
}

// read reads a record.
func (f *Feed) read() error {
	at := f.file.at
	rec, err := f.file.next()
	if err != nil {
		if f.undescribed && len(f.file.points) == 0 {
			return &tracefeed.Damage{Offset: at, Err: errNoFormats}
		}
		return err
	}
	if err := f.take(rec); err != nil {
		return &tracefeed.Damage{Offset: at, Err: err}
	}
	return nil
}

var (
	errNoFormats  = errors.New("the recording does not describe its events: perf record has not ended normally")
	errCompressed = errors.New("the records are compressed (perf record -z), which TIV does not read; " +
		"perf script -i FILE | tiv - shows them")
	errShort = errors.New("a record is damaged")
)

// take takes a record: it acts on those about the recording, and puts all others in order.
func (f *Feed) take(rec record) error {
	switch rec.kind {
	case recCompressed, recCompressed2:
		return errCompressed
	case recAttr:
		return f.file.addAttr(rec.body)
	case recTracingData:
		return f.file.readTracing()
	case recAuxTrace:
		return f.file.skipAux(rec.body)
	case recBuildID:
		f.file.addBuildID(rec)
	case recThreads:
		f.threads(rec.body)
	case recRound:
		f.order.round(f.add)
	case recMmap, recMmap2, recComm, recFork, recExit, recLost, recLostSamples, recSwitch, recSwitchAll, recSample:
		if len(f.file.attrs) == 0 {
			return errors.New("a record precedes the description of its layout")
		}
		id, ok := f.file.identify(rec)
		if !ok {
			return errShort
		}
		if id.time == 0 && rec.kind != recSample { // of the time before
			return f.apply(rec, id)
		}
		f.order.add(id.time, rec)
		if f.order.full() {
			f.order.round(f.add)
		}
	}
	return nil
}

// add adds a record in order of time.
func (f *Feed) add(rec record) {
	if id, ok := f.file.identify(rec); ok {
		if err := f.apply(rec, id); err != nil && f.err == nil {
			f.err = &tracefeed.Damage{Offset: rec.offset, Err: fmt.Errorf("record of type %d: %w", rec.kind, err)}
		}
	}
}
