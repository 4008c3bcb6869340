package binfeed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"tiv/block"
	"tiv/tracefeed"
)

// Format returns the format of trace.bin, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{Name: "tiv", Sniff: sniff, Open: openFeed}
}

func sniff(start []byte) bool { return bytes.HasPrefix(start, fileMagic) }

// feed returns the events of a trace.bin in time order.
//
// Damage does not end it. A missing block becomes a Lost event; in a reduced
// trace, events that restore the state after it follow. Only the activity of
// the collector is unknown then. Batch returns the damage after the last event.
type feed struct {
	input   tracefeed.Input
	in      stream
	header  Header
	names   *names
	damages damages
	buffer  BlockBuffer
	sort    block.Sorter
	events  []tracefeed.Event // of the block, before others are sorted in
	// overlap sorts the events of blocks that overlap in time; tooLate is the
	// position after the first block with an event that came later than the slack.
	overlap tracefeed.Sorter
	tooLate int64
	resume  resume
	old     tracefeed.OldForm
	// foreign are the numbers of chunks for interpreters; why is described at OpenFeed.
	foreign []foreignCount
	why     func(identifier string) string
	// gap is true if a block is missing, nameless if names are. listed is true
	// once the list of names at the end of the file was looked for.
	gap, nameless, listed bool
	// end is the end of the block before, if started. lostLast is true if that
	// block ends with a Lost event and nothing is missing after it: the restart
	// of the next block is then about that event.
	end      tracefeed.Time
	started  bool
	lostLast bool

	out     []tracefeed.Event // of the next batch
	counted bool              // out may have counters
	err     error
}

func openFeed(in tracefeed.Input) (tracefeed.Feed, error) {
	f := &feed{input: in, in: stream{r: in.Reader}, names: newNames()}
	f.in.report = f.damages.add
	f.in.lost = func(kind uint8) {
		f.gap = f.gap || kind == 0 || kind == chunkEvents
		f.nameless = f.nameless || kind == 0 || kind == chunkMeta
	}
	f.in.fill(fileHeaderLen)
	var err error
	f.header, err = parseHeader(f.in.buf[:min(len(f.in.buf), fileHeaderLen)])
	if err != nil && !errors.Is(err, errHeaderSum) {
		return nil, &tracefeed.Damage{Err: err}
	}
	if err != nil {
		f.damages.add(0, err)
	}
	f.in.skip(fileHeaderLen)
	f.overlap.Slack = f.header.Slack
	return f, nil
}

// Header returns the header in tracefeed's form, with the format of the trace that the file
// was made from.
func (f *feed) Header() tracefeed.Header {
	h := f.names.about(f.header.Sched, &f.old)
	h.Note = tracefeed.JoinNotes(h.Note, f.foreignNote())
	return h
}

// Tables returns the names seen so far.
func (f *feed) Tables() *tracefeed.Tables { return f.names.tables }

// Close ends the feed. It does not close the underlying reader.
func (f *feed) Close() error {
	f.err = errors.New("the feed is closed")
	return nil
}

// Place returns the place of the trace, as far as the recorder says it.
func (f *feed) Place() tracefeed.Place {
	start, _ := strconv.ParseInt(f.names.property(StartKey), 10, 64)
	return tracefeed.Place{Monotonic: start, Wall: f.header.Wall, Process: int64(f.header.PID),
		Number: f.names.number}
}

// Original is a feed that has the header and the properties of a trace.bin.
type Original interface {
	Origin() (Header, []Property)
}

// Origin returns the header of a trace.bin that is read as a feed, and the
// properties read so far.
func (f *feed) Origin() (Header, []Property) { return f.header, f.names.properties }

// Origin returns those of a feed. It returns false for other feeds than an Original.
func Origin(of tracefeed.Feed) (Header, []Property, bool) {
	f, ok := of.(Original)
	if !ok {
		return Header{}, nil, false
	}
	h, properties := f.Origin()
	return h, properties, true
}

// Batch returns the events of the next chunks that have some.
func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	f.out = used[:0]
	for len(f.out) == 0 && f.err == nil {
		c, stored, at, err := f.in.chunk()
		switch {
		case err != nil:
			f.finish(err)
		case c.kind == chunkMeta:
			if err := f.readMeta(&c, stored); err != nil {
				f.damages.add(at, err)
				f.nameless = true
			}
		case c.kind == chunkForeign:
			if err := f.countForeign(&c, stored); err != nil {
				f.damages.add(at, fmt.Errorf("chunk for an interpreter: %w", err))
			}
		case c.kind == chunkEvents:
			if err := f.readBlock(&c, stored); err != nil {
				f.damages.add(at, fmt.Errorf("block at %s: %w", c.start.Exact(), err))
				f.gap = true
			}
		}
	}
	if len(f.out) == 0 {
		return nil, f.err
	}
	if f.counted {
		f.old.Read(f.out, f.names.tables.Names)
		f.counted = false
	}
	return f.out, nil
}

// finish returns the held events, and sets the error that ends the feed.
func (f *feed) finish(err error) {
	f.out = f.overlap.Flush(f.out)
	if n := f.overlap.Late(); n > 0 {
		f.damages.add(f.tooLate, fmt.Errorf("%d events came later than the slack of %s and were moved", n, f.overlap.Slack))
	}
	if f.err = err; err == io.EOF && f.damages.first != nil {
		f.err = f.damages.error()
	}
}

// readList reads the list of all names at the end of the trace, if the input can
// be read at random and the writer has closed the trace. Chunks of names are
// missing, but then no name is.
func (f *feed) readList() {
	if f.input.At == nil {
		return
	}
	file, err := Open(f.input.At, f.input.Size)
	if err != nil || !file.Complete() {
		return
	}
	file.names = f.names
	// Names that are missing even so get placeholders.
	file.readNames(func(p *place) bool { return p.flags&flagComplete != 0 })
}

func (f *feed) readMeta(c *chunk, stored []byte) error {
	raw, _, err := c.a.open(stored[:c.a.stored], nil)
	if err != nil {
		return err
	}
	return f.names.add(raw, c.count)
}

// readBlock returns the events of a block.
func (f *feed) readBlock(c *chunk, stored []byte) error {
	if f.header.Reduced && f.started && c.start < f.end {
		return fmt.Errorf("it begins before the one before it ends, at %s", f.end.Exact())
	}
	b := &f.buffer
	if f.nameless && !f.listed {
		f.listed = true
		f.readList()
	}
	lim := limitsOf(f.names.tables)
	if f.nameless {
		lim = f.names.limits()
	}
	if err := b.parse(c, stored, block.All, lim); err != nil {
		return err
	}
	if f.nameless {
		f.names.invent(&b.Block)
		if most := maxIDs(&b.Block); !most.below(limitsOf(f.names.tables)) {
			return errors.New("it uses ids that are too large")
		}
	}
	if f.header.Reduced && f.started && c.start > f.end && !f.gap && c.flags&flagRestart == 0 {
		f.damages.add(f.in.at, fmt.Errorf("no block covers the time from %s to %s", f.end.Exact(), c.start.Exact()))
		f.gap = true
	}
	b.Restart = f.gap || c.flags&flagRestart != 0
	f.lostLast = f.lostLast && !f.gap && f.end == b.Start
	f.gap = false
	f.add(&b.Block)
	f.end, f.started = max(f.end, b.End), true
	f.lostLast = losesAt(&b.Block, b.End)
	return nil
}

// add returns the events of a block, in time order.
func (f *feed) add(b *block.Block) {
	f.counted = f.counted || slices.ContainsFunc(b.Table, func(c block.Code) bool { return c.Kind == tracefeed.Counter })
	if f.header.Reduced {
		if b.Restart && !f.lostLast {
			f.out = f.resume.append(f.out, b, f.lost(b))
		}
		f.resume.follow(b)
		f.out = f.sort.AppendEvents(f.out, b)
		return
	}
	if b.Restart && !f.lostLast {
		f.addOverlapping([]tracefeed.Event{f.lost(b)})
	}
	f.events = f.sort.AppendEvents(f.events[:0], b)
	f.addOverlapping(f.events)
}

// addOverlapping adds events that may overlap in time with those of other
// blocks.
func (f *feed) addOverlapping(events []tracefeed.Event) {
	f.out = f.overlap.Add(f.out, events)
	if f.tooLate == 0 && f.overlap.Late() > 0 {
		f.tooLate = f.in.at
	}
}

// lost returns the event for the gap before a block.
func (f *feed) lost(b *block.Block) tracefeed.Event {
	at := b.Start
	if f.started {
		at = f.end
	}
	return tracefeed.Event{Time: at, Kind: tracefeed.Lost}
}

// losesAt reports whether the events of all threads end with Lost at time t.
func losesAt(b *block.Block, t tracefeed.Time) bool {
	if len(b.Groups) == 0 || b.Groups[0].Thread != tracefeed.NoThread {
		return false
	}
	last := b.Groups[0].First + b.Groups[0].Len - 1
	return b.Table[b.Codes[last]].Kind == tracefeed.Lost && b.Times[last] == t
}
