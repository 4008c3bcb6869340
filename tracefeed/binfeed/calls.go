package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"

	"tiv/block"
	"tiv/tracefeed"
)

// A CALLS chunk: the calls and regions open at the start of the block in the next
// chunk. docs/trace-format.md describes the layout.

// openCalls writes the open calls of a block, if it has any, before the block. If
// they are too many for a chunk, the block is written without them.
func (w *Writer) openCalls(b *block.Block) error {
	w.lastCalls = place{}
	if len(b.OpenCalls) == 0 {
		return nil
	}
	raw := appendOpenCalls(nil, b)
	if len(raw) > maxSection {
		return nil
	}
	err := w.chunk(chunk{kind: chunkCalls, count: uint32(len(b.OpenCalls)), start: b.Start, end: b.Start}, raw, nil)
	w.lastCalls = w.last
	return err
}

func appendOpenCalls(out []byte, b *block.Block) []byte {
	last := tracefeed.ThreadID(0)
	for i := range b.OpenCalls {
		o := &b.OpenCalls[i]
		for _, n := range []uint64{uint64(o.Thread - last), uint64(o.Since), uint64(len(o.Calls)), uint64(o.MoreCalls),
			uint64(len(o.Regions)), uint64(o.MoreRegions)} {
			out = binary.AppendUvarint(out, n)
		}
		last = o.Thread
		for _, list := range [][]block.OpenCall{o.Calls, o.Regions} {
			for _, c := range list {
				out = binary.AppendUvarint(out, uint64(b.Start-c.Start))
				out = binary.AppendUvarint(out, uint64(c.Name))
				out = binary.AppendUvarint(out, uint64(c.Stack))
				out = binary.AppendVarint(out, c.Object)
			}
		}
	}
	return out
}

// checkOpenCalls returns an error if the open calls of a block could not be read back.
func checkOpenCalls(b *block.Block, lim limits) error {
	last := tracefeed.NoThread
	for i := range b.OpenCalls {
		o := &b.OpenCalls[i]
		if o.Thread <= last || int(o.Thread) >= lim.threads || o.Since < 0 || o.Since > b.Start || o.MoreCalls < 0 || o.MoreRegions < 0 {
			return fmt.Errorf("the open calls of thread %d cannot be", o.Thread)
		}
		last = o.Thread
		for _, list := range [][]block.OpenCall{o.Calls, o.Regions} {
			for _, c := range list {
				if c.Start < 0 || c.Start > b.Start || c.Name < 0 || int(c.Name) >= lim.names || c.Stack < 0 || int(c.Stack) >= lim.stacks {
					return fmt.Errorf("%v cannot be an open call", c)
				}
			}
		}
	}
	return nil
}

// openCalls reads the open calls of a block that begins at start.
func (f *File) openCalls(p place, start tracefeed.Time) ([]block.OpenCalls, error) {
	stored, err := f.chunks.readChunk(&p, false, nil)
	var raw []byte
	if err == nil {
		raw, _, err = p.a.open(stored[chunkHeaderLen:], nil)
	}
	if err != nil {
		return nil, fmt.Errorf("its open calls: %w", err)
	}
	list, err := parseOpenCalls(raw, p.count, start, limitsOf(f.names.tables))
	if err != nil {
		return nil, fmt.Errorf("its open calls: %w", err)
	}
	return list, nil
}

// parseOpenCalls parses the open calls of n threads.
func parseOpenCalls(raw []byte, n uint32, start tracefeed.Time, lim limits) (list []block.OpenCalls, err error) {
	p := newParser(raw)
	thread := uint64(0)
	for range n {
		more := p.Uvarint()
		since, calls, moreCalls, regions, moreRegions := p.Uvarint(), p.Uvarint(), p.Uvarint(), p.Uvarint(), p.Uvarint()
		if p.Bad {
			return nil, p.err()
		}
		if more >= uint64(lim.threads)-thread {
			return nil, &errNoName{"thread", thread + more}
		}
		if more == 0 {
			return nil, errors.New("the threads are not in order")
		}
		thread += more
		if since > uint64(start) || int64(moreCalls) < 0 || int64(moreRegions) < 0 {
			return nil, errors.New("a number is too large")
		}
		o := block.OpenCalls{Thread: tracefeed.ThreadID(thread), Since: tracefeed.Time(since),
			MoreCalls: int64(moreCalls), MoreRegions: int64(moreRegions)}
		if o.Calls, err = parseCalls(p, calls, start, lim); err == nil {
			o.Regions, err = parseCalls(p, regions, start, lim)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, p.end()
}

// parseCalls parses n open calls or regions. Each has at least four bytes.
func parseCalls(p *parser, n uint64, start tracefeed.Time, lim limits) ([]block.OpenCall, error) {
	if n > uint64(len(p.Rest)/4) {
		return nil, errShort
	}
	if n == 0 {
		return nil, nil
	}
	list := make([]block.OpenCall, n)
	for i := range list {
		since, name, stack, object := p.Uvarint(), p.Uvarint(), p.Uvarint(), p.Varint()
		switch {
		case p.Bad:
			return nil, p.err()
		case since > uint64(start):
			return nil, errors.New("a time is too large")
		case name >= uint64(lim.names):
			return nil, &errNoName{"name", name}
		case stack >= uint64(lim.stacks):
			return nil, &errNoName{"stack", stack}
		}
		list[i] = block.OpenCall{Start: start - tracefeed.Time(since), Name: tracefeed.NameID(name),
			Stack: tracefeed.StackID(stack), Object: object}
	}
	return list, nil
}
