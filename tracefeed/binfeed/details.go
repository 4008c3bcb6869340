package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"tiv/tracefeed"
)

// Section B of an EVENTS chunk: the details, which readers of states skip.
// docs/trace-format.md describes the layout.

// maxHolds is the maximum number of holds in a block.
const maxHolds = 1 << 20

// carryFlags is the position of the flags of a carry, after its cause.
const carryFlags = 5

// parseDetails parses section B of a block whose section A was parsed.
func (b *Block) parseDetails(raw []byte, lim limits) error {
	d := &b.scratch.details
	b.Details = d
	p := &parser{in: raw}
	var n [8]uint64
	for i := range n {
		n[i] = uint64(p.uint32())
	}
	sum, err := d.count(b)
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
	d.parseRest(p, b.Part, n[2:7])
	if p.err != nil {
		return p.err
	}
	if err := d.checkIDs(lim); err != nil {
		return err
	}
	if err := b.parseWaits(p, lim); err != nil {
		return fmt.Errorf("its carries: %w", err)
	}
	if err := d.parseHolds(p, n[7], lim); err != nil {
		return fmt.Errorf("its holds: %w", err)
	}
	return p.end()
}

// parseRest parses or skips the columns that are not about waits.
func (d *Details) parseRest(p *parser, part Part, n []uint64) {
	if part == All {
		d.Stacks, d.CPUs = parseColumn(p, d.Stacks, n[0]), parseColumn(p, d.CPUs, n[1])
		d.Names = parseColumn(p, d.Names, n[2])
		d.Objects, d.Values = parseZigzags(p, d.Objects, n[3]), parseZigzags(p, d.Values, n[4])
		return
	}
	for _, n := range n[:3] {
		skipColumn(p, n)
	}
	for range n[3] + n[4] {
		p.uvarint()
	}
	d.Stacks, d.CPUs, d.Names, d.Objects, d.Values = d.Stacks[:0], d.CPUs[:0], d.Names[:0], d.Objects[:0], d.Values[:0]
}

func (d *Details) checkIDs(lim limits) error {
	return errors.Join(
		below("monitor", d.Monitors, lim.monitors),
		below("thread", d.Others, lim.threads),
		below("stack", d.Stacks, lim.stacks),
		below("processor", d.CPUs, math.MaxInt32),
		below("name", d.Names, lim.names),
	)
}

func parseZigzags(p *parser, buf []int64, n uint64) []int64 {
	if n > uint64(len(p.in)) {
		p.fail()
		return buf[:0]
	}
	buf = grow(buf, int(n))
	for i := range buf {
		buf[i] = p.zigzag()
	}
	return buf
}

// count finds the start of each group's values in each column, and the total
// number of values.
func (d *Details) count(b *Block) (sum First, err error) {
	small, large := fieldCounts(b.Table)
	rare := slices.ContainsFunc(b.Table, func(c Code) bool { return c.Fields&rareFields != 0 })
	d.Firsts = grow(d.Firsts, len(b.Groups))
	for g, group := range b.Groups {
		d.Firsts[g] = sum
		codes := b.Codes[group.First : group.First+group.Len]
		if !startsMonitor(b.Table, codes) {
			return sum, fmt.Errorf("thread %d has the same monitor as before, but none before", group.Thread)
		}
		for len(codes) > 0 {
			// So few that no count exceeds its 16 bits.
			some := codes[:min(len(codes), math.MaxUint16)]
			codes = codes[len(some):]
			var s, l uint64
			rest := some
			for ; len(rest) >= 8; rest = rest[8:] { // eight at once
				c := binary.LittleEndian.Uint64(rest)
				s += small[uint8(c)] + small[uint8(c>>8)] + small[uint8(c>>16)] + small[uint8(c>>24)] +
					small[uint8(c>>32)] + small[uint8(c>>40)] + small[uint8(c>>48)] + small[uint8(c>>56)]
			}
			for _, c := range rest {
				s += small[c]
			}
			if rare {
				for _, c := range some {
					l += large[c]
				}
			}
			sum.add(First{
				Monitor: int32(s & 0xffff), Other: int32(s >> 16 & 0xffff), Stack: int32(s >> 32 & 0xffff), CPU: int32(s >> 48),
				Name: int32(l & 0xffff), Object: int32(l >> 16 & 0xffff), Value: int32(l >> 32 & 0xffff),
			})
		}
	}
	return sum, nil
}

// fieldCounts returns, by code, the fields as numbers that can be added: 16
// bits a field.
func fieldCounts(table []Code) (small, large [256]uint64) {
	for c, code := range table {
		f := code.Fields
		small[c] = uint64(f.bit(HasMonitor)) | uint64(f.bit(HasOther))<<16 | uint64(f.bit(HasStack))<<32 | uint64(f.bit(HasCPU))<<48
		large[c] = uint64(f.bit(HasName)) | uint64(f.bit(HasObject))<<16 | uint64(f.bit(HasValue))<<32
	}
	return small, large
}

// startsMonitor reports whether the first event of a group with a monitor has
// its own value.
func startsMonitor(table []Code, codes []uint8) bool {
	for _, c := range codes {
		if f := table[c].Fields; f&(HasMonitor|SameMonitor) != 0 {
			return f&HasMonitor != 0
		}
	}
	return true
}

// parseWaits parses the fields about waits of the open spans.
func (b *Block) parseWaits(p *parser, lim limits) error {
	for i := range b.Carries {
		c := &b.Carries[i]
		first := p.byte()
		since, monitor, other, stack := p.uvarint(), p.uvarint(), p.uvarint(), p.uvarint()
		if p.err != nil {
			return p.err
		}
		c.Cause = tracefeed.Cause(first & (1<<carryFlags - 1))
		if c.Cause >= tracefeed.NumCauses {
			c.Cause = tracefeed.NoCause
		}
		c.Shared, c.Forever = first>>carryFlags&codeShared != 0, first>>carryFlags&codeForever != 0
		c.Since = b.Start - tracefeed.Time(since)
		if c.Since > b.Start {
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
func (d *Details) parseHolds(p *parser, n uint64, lim limits) error {
	d.Holds = d.Holds[:0]
	if n > maxHolds {
		return fmt.Errorf("%d are too many", n)
	}
	last := uint64(0)
	for range n {
		monitor, thread, count := p.uvarint(), p.uvarint(), p.uvarint()
		if p.err != nil {
			return p.err
		}
		if monitor >= uint64(lim.monitors)-last || thread >= uint64(lim.threads) {
			return noName(lim, last+monitor, thread, 0)
		}
		if count>>1 > math.MaxInt32 {
			return errors.New("a monitor is entered too often")
		}
		last += monitor
		d.Holds = append(d.Holds, Hold{tracefeed.MonitorID(last), tracefeed.ThreadID(thread), int32(count >> 1), count&1 != 0})
	}
	return nil
}

// bit is 1 if the field is in the set.
func (f Fields) bit(field Fields) int32 {
	if f&field != 0 {
		return 1
	}
	return 0
}

// rareFields are the fields of few events.
const rareFields = HasName | HasObject | HasValue

// count advances the positions past the values of an event.
func (at *First) count(f Fields) {
	at.Monitor += f.bit(HasMonitor)
	at.Other += f.bit(HasOther)
	at.Stack += f.bit(HasStack)
	at.CPU += f.bit(HasCPU)
	if f&rareFields != 0 {
		at.Name += f.bit(HasName)
		at.Object += f.bit(HasObject)
		at.Value += f.bit(HasValue)
	}
}

func (at *First) add(n First) {
	at.Monitor += n.Monitor
	at.Other += n.Other
	at.Stack += n.Stack
	at.CPU += n.CPU
	at.Name += n.Name
	at.Object += n.Object
	at.Value += n.Value
}
