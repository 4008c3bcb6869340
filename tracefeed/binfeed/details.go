package binfeed

import (
	"errors"
	"fmt"
	"math"

	"tiv/block"
	"tiv/tracefeed"
)

// Section B of an EVENTS chunk: the details, which readers of states skip.
// docs/trace-format.md describes the layout.

// maxHolds is the maximum number of holds in a block.
const maxHolds = 1 << 20

// spanFlags is the position of the flags of an open span, after its cause.
const spanFlags = 5

// parseDetails parses section B of a block whose section A was parsed.
func (b *BlockBuffer) parseDetails(raw []byte, lim limits) error {
	d := &b.details
	b.Details = d
	d.OpenCalls = nil
	p := newParser(raw)
	var n [8]uint64
	for i := range n {
		n[i] = uint64(p.uint32())
	}
	firsts, sum, err := b.CountValues(d.Firsts)
	d.Firsts = firsts
	if err != nil {
		return err
	}
	for i, want := range []int32{sum.Monitor, sum.Other, sum.Stack, sum.CPU, sum.Name, sum.Object, sum.Value} {
		if n[i] != uint64(want) {
			return fmt.Errorf("a field has %d values for %d events", n[i], want)
		}
	}
	d.Monitors = parseColumn(p, d.Monitors, n[0])
	d.Others = parseColumn(p, d.Others, n[1])
	parseRest(d, p, b.Part, n[2:7])
	if p.Bad {
		return p.err()
	}
	if err := checkIDs(d, lim); err != nil {
		return err
	}
	if err := b.parseWaits(p, lim); err != nil {
		return fmt.Errorf("its open spans: %w", err)
	}
	if err := parseHolds(d, p, n[7], lim); err != nil {
		return fmt.Errorf("its holds: %w", err)
	}
	return p.end()
}

// parseRest parses or skips the columns that are not about waits.
func parseRest(d *block.Details, p *parser, part block.Part, n []uint64) {
	if part == block.All {
		d.Stacks, d.CPUs = parseColumn(p, d.Stacks, n[0]), parseColumn(p, d.CPUs, n[1])
		d.Names = parseColumn(p, d.Names, n[2])
		d.Objects, d.Values = parseZigzags(p, d.Objects, n[3]), parseZigzags(p, d.Values, n[4])
		return
	}
	for _, n := range n[:3] {
		skipColumn(p, n)
	}
	for range n[3] + n[4] {
		p.Uvarint()
	}
	d.Stacks, d.CPUs, d.Names, d.Objects, d.Values = d.Stacks[:0], d.CPUs[:0], d.Names[:0], d.Objects[:0], d.Values[:0]
}

func checkIDs(d *block.Details, lim limits) error {
	return errors.Join(
		below("monitor", d.Monitors, lim.monitors),
		below("thread", d.Others, lim.threads),
		below("stack", d.Stacks, lim.stacks),
		below("processor", d.CPUs, math.MaxInt32),
		below("name", d.Names, lim.names),
	)
}

func parseZigzags(p *parser, buf []int64, n uint64) []int64 {
	if n > uint64(len(p.Rest)) {
		p.Fail()
		return buf[:0]
	}
	buf = grow(buf, int(n))
	for i := range buf {
		buf[i] = p.Varint()
	}
	return buf
}

// parseWaits parses the fields about waits of the open spans.
func (b *BlockBuffer) parseWaits(p *parser, lim limits) error {
	for i := range b.OpenSpans {
		c := &b.OpenSpans[i]
		first := p.Byte()
		since, monitor, other, stack := p.Uvarint(), p.Uvarint(), p.Uvarint(), p.Uvarint()
		if p.Bad {
			return p.err()
		}
		c.Cause = tracefeed.Cause(first & (1<<spanFlags - 1))
		if c.Cause >= tracefeed.NumCauses {
			c.Cause = tracefeed.NoCause
		}
		c.Shared, c.Forever = first>>spanFlags&codeShared != 0, first>>spanFlags&codeForever != 0
		c.Start = b.Start - tracefeed.Time(since)
		if c.Start > b.Start {
			return errors.New("a time is too large")
		}
		if monitor >= uint64(lim.monitors) || other >= uint64(lim.threads) || stack >= uint64(lim.stacks) {
			return noName(lim, monitor, other, stack)
		}
		c.Monitor, c.Other, c.Stack = tracefeed.MonitorID(monitor), tracefeed.ThreadID(other), tracefeed.StackID(stack)
	}
	return nil
}

// noName returns the error for the first of three ids without a name.
func noName(lim limits, monitor, thread, stack uint64) error {
	switch {
	case monitor >= uint64(lim.monitors):
		return &errNoName{"monitor", monitor}
	case thread >= uint64(lim.threads):
		return &errNoName{"thread", thread}
	}
	return &errNoName{"stack", stack}
}

// parseHolds parses the holders of monitors at the start of the block.
func parseHolds(d *block.Details, p *parser, n uint64, lim limits) error {
	d.Holds = d.Holds[:0]
	if n > maxHolds {
		return fmt.Errorf("%d are too many", n)
	}
	last := uint64(0)
	for range n {
		monitor, thread, count := p.Uvarint(), p.Uvarint(), p.Uvarint()
		if p.Bad {
			return p.err()
		}
		if monitor >= uint64(lim.monitors)-last || thread >= uint64(lim.threads) {
			return noName(lim, last+monitor, thread, 0)
		}
		if count>>1 > math.MaxInt32 {
			return errors.New("a monitor is entered too often")
		}
		last += monitor
		d.Holds = append(d.Holds, block.Hold{Monitor: tracefeed.MonitorID(last), Thread: tracefeed.ThreadID(thread),
			Count: int32(count >> 1), Shared: count&1 != 0})
	}
	return nil
}
