package binfeed

import (
	"fmt"

	"tiv/block"
	"tiv/tracefeed"
)

// readIndexedNames reads the META chunks that together say all names, or the
// others if those are damaged.
func (f *File) readIndexedNames() {
	if f.readNames(func(p *place) bool { return p.flags&flagComplete != 0 }) {
		return
	}
	if !f.readNames(func(p *place) bool { return p.flags&flagComplete == 0 }) {
		f.inventNames()
	}
}

// readAllNames reads all META chunks that there are.
func (f *File) readAllNames() {
	if !f.readNames(func(*place) bool { return true }) {
		f.inventNames()
	}
}

// readNames reads the META chunks that want selects. It returns false if some
// are missing; blocks may then use ids without a name.
func (f *File) readNames(want func(*place) bool) bool {
	all := true
	for i := range f.places {
		p := &f.places[i]
		all = all && !p.gap
		if p.kind != chunkMeta || !want(p) {
			continue
		}
		if err := f.readMeta(*p); err != nil {
			f.chunks.report(p.offset, fmt.Errorf("names: %w", err))
			all = false
		}
	}
	return all
}

func (f *File) readMeta(p place) error {
	stored, err := f.chunks.readChunk(&p, false, nil)
	if err != nil {
		return err
	}
	raw, _, err := p.a.open(stored[chunkHeaderLen:], nil)
	if err != nil {
		return err
	}
	return f.names.add(raw, p.count)
}

// inventNames makes the tables long enough for all blocks.
func (f *File) inventNames() {
	var b BlockBuffer
	for _, p := range f.places {
		if p.kind != chunkEvents {
			continue
		}
		stored, err := f.chunks.readChunk(&p, true, b.stored)
		b.stored = stored
		if err == nil {
			err = b.parse(&p.chunk, stored[chunkHeaderLen:], block.All, f.names.limits())
		}
		if err == nil {
			f.names.invent(&b.Block)
		}
	}
}

// invent makes the tables long enough for a block, as far as ids may go.
func (n *names) invent(b *block.Block) {
	most := maxIDs(b)
	// An error here shows when the block is read.
	_ = n.reach(recordThread, uint64(most.threads))
	_ = n.reach(recordMonitor, uint64(most.monitors))
	_ = n.reach(recordStack, uint64(most.stacks))
	_ = n.reach(recordName, uint64(most.names))
}

// maxIDs returns the largest ids in the block.
func maxIDs(b *block.Block) limits {
	most := limits{largest(b.Others), largest(b.Monitors), largest(b.Stacks), largest(b.Names)}
	for _, g := range b.Groups {
		most.threads = max(most.threads, int(g.Thread))
	}
	for i := range b.OpenSpans {
		c := &b.OpenSpans[i]
		most.threads = max(most.threads, int(c.Thread), int(c.Other))
		most.monitors = max(most.monitors, int(c.Monitor))
		most.stacks = max(most.stacks, int(c.Stack))
	}
	for _, h := range b.Holds {
		most.threads = max(most.threads, int(h.Thread))
		most.monitors = max(most.monitors, int(h.Monitor))
	}
	return most
}

func largest[T tracefeed.ThreadID | tracefeed.MonitorID | tracefeed.StackID | tracefeed.NameID](ids []T) int {
	most := T(0)
	for _, id := range ids {
		most = max(most, id)
	}
	return int(most)
}
