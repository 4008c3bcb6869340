package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"tiv/block"
	"tiv/tracefeed"
)

// Section A of an EVENTS chunk: the threads, codes and times of the events, and
// the open spans. docs/trace-format.md describes the layout.

// codeLen is the number of bytes of a code.
const codeLen = 8

// The flags of a code.
const (
	codeShared  = 1
	codeForever = 2
)

// BlockBuffer is a block that was read, and memory for the next one. The zero value
// is ready to use.
type BlockBuffer struct {
	block.Block
	details            block.Details
	stored, rawA, rawB []byte
	column, counts     []int32
}

// statesPrefix is the numbers at the start of section A.
type statesPrefix struct {
	codes, groups, open, wide                   uint64
	groupBytes, openBytes, timeBytes, wideBytes uint64
}

// parseStates parses section A of a chunk with n events. The block keeps raw.
func (b *BlockBuffer) parseStates(raw []byte, n int, lim limits) error {
	p := newParser(raw)
	var prefix [8]uint64
	for i := range prefix {
		prefix[i] = uint64(p.uint32())
	}
	pre := statesPrefix{prefix[0], prefix[1], prefix[2], prefix[3], prefix[4], prefix[5], prefix[6], prefix[7]}
	if pre.codes > block.MaxCodes || pre.groups > uint64(n) || pre.wide > uint64(n) {
		return fmt.Errorf("%d events of %d codes in %d groups, %d of them wide, cannot be", n, pre.codes, pre.groups, pre.wide)
	}
	if err := b.parseTable(p.Bytes(codeLen * pre.codes)); err != nil {
		return err
	}
	groups, open := newParser(p.Bytes(pre.groupBytes)), newParser(p.Bytes(pre.openBytes))
	b.Codes = p.Bytes(uint64(n))
	times, wide := p.Bytes(pre.timeBytes), newParser(p.Bytes(pre.wideBytes))
	if err := p.end(); err != nil {
		return err
	}
	if err := b.parseGroups(groups, pre.groups, n, lim.threads); err != nil {
		return fmt.Errorf("its groups: %w", err)
	}
	if err := b.parseOpenSpans(open, pre.open, lim.threads); err != nil {
		return fmt.Errorf("its open spans: %w", err)
	}
	if n > 0 && !below8(b.Codes, len(b.Table)) && int(maxByte(b.Codes)) >= len(b.Table) {
		return fmt.Errorf("code %d is not in the table", maxByte(b.Codes))
	}
	b.Times = grow(b.Times, n)
	if rest, ok := decodeColumn(b.Times, times); !ok || len(rest) > 0 {
		return errors.New("the column of times has a wrong length")
	}
	if err := b.widen(wide, pre.wide); err != nil {
		return fmt.Errorf("its wide times: %w", err)
	}
	return b.sumTimes(pre.wide > 0)
}

// parseTable parses the codes. Fields and kinds of later versions of the format
// count as none.
func (b *BlockBuffer) parseTable(in []byte) error {
	b.Table = b.Table[:0]
	for ; len(in) > 0; in = in[codeLen:] {
		c := block.Code{
			Kind: tracefeed.Kind(in[0]), State: tracefeed.State(in[1]), Cause: tracefeed.Cause(in[2]),
			Shared: in[3]&codeShared != 0, Forever: in[3]&codeForever != 0,
			Fields: block.Fields(binary.LittleEndian.Uint16(in[4:])) & block.AllFields,
		}
		if c.State > tracefeed.NotAlive && c.State != tracefeed.Unspecified {
			return fmt.Errorf("state %d does not exist", c.State)
		}
		if both := block.HasMonitor | block.SameMonitor; c.Fields&both == both {
			return errors.New("a code has two monitors")
		}
		if c.Kind >= tracefeed.NumKinds {
			c.Kind = tracefeed.NoKind
		}
		if c.Cause >= tracefeed.NumCauses {
			c.Cause = tracefeed.NoCause
		}
		b.Table = append(b.Table, c)
	}
	return nil
}

// parseGroups parses the groups, with n events in all.
func (b *BlockBuffer) parseGroups(p *parser, groups uint64, n, threads int) error {
	b.Groups = b.Groups[:0]
	deltas := parseColumn(p, b.column, groups)
	counts := parseColumn(p, b.counts, groups)
	b.column, b.counts = deltas, counts
	if err := p.end(); err != nil {
		return err
	}
	thread, first := int64(-1), int64(0)
	for i := range deltas {
		thread += int64(uint32(deltas[i])) + 1
		count := int64(uint32(counts[i]))
		if thread >= int64(threads) {
			return &errNoName{"thread", uint64(thread)}
		}
		if count == 0 || first+count > int64(n) {
			return fmt.Errorf("thread %d has %d of %d events", thread, count, n)
		}
		b.Groups = append(b.Groups, block.Group{Thread: tracefeed.ThreadID(thread), First: int32(first), Len: int32(count)})
		first += count
	}
	if first != int64(n) {
		return fmt.Errorf("threads have %d of %d events", first, n)
	}
	return nil
}

// parseOpenSpans parses the threads alive at the start, and their states.
func (b *BlockBuffer) parseOpenSpans(p *parser, n uint64, threads int) error {
	b.OpenSpans = b.OpenSpans[:0]
	if n > uint64(threads) {
		return fmt.Errorf("%d of %d threads are alive", n, threads)
	}
	deltas := parseColumn(p, b.column, n)
	b.column = deltas
	states := p.Bytes(n)
	if err := p.end(); err != nil {
		return err
	}
	b.OpenSpans = grow(b.OpenSpans, len(deltas))
	thread := int64(-1)
	for i := range deltas {
		thread += int64(uint32(deltas[i])) + 1
		if thread >= int64(threads) {
			return &errNoName{"thread", uint64(thread)}
		}
		if states[i] > byte(tracefeed.NotAlive) {
			return fmt.Errorf("state %d does not exist", states[i])
		}
		b.OpenSpans[i] = block.OpenSpan{Thread: tracefeed.ThreadID(thread), Span: block.Span{State: tracefeed.State(states[i])}}
	}
	return nil
}

// below8 reports whether all bytes are below n, eight bytes at a time. It may
// return false wrongly: if n is above 128, or the number of bytes is no
// multiple of eight.
func below8(in []byte, n int) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	if n > 128 || len(in)%8 != 0 {
		return false
	}
	var above uint64
	for add := uint64(128-n) * ones; len(in) >= 8; in = in[8:] {
		x := binary.LittleEndian.Uint64(in)
		above |= x | (x&^tops + add) // a byte from n on sets its top bit
	}
	return above&tops == 0
}

// maxByte returns the largest byte.
func maxByte(in []byte) byte {
	var a, b, c, d byte
	for len(in) >= 4 {
		a, b, c, d = max(a, in[0]), max(b, in[1]), max(c, in[2]), max(d, in[3])
		in = in[4:]
	}
	for _, v := range in {
		a = max(a, v)
	}
	return max(a, b, c, d)
}

// widen adds the upper bits of the times between events that exceed 32 bits.
func (b *BlockBuffer) widen(p *parser, n uint64) error {
	last := uint64(0)
	for i := range n {
		d, high := p.Uvarint(), p.Uvarint()
		if p.Bad {
			return p.err()
		}
		if d >= uint64(len(b.Times)) || last+d >= uint64(len(b.Times)) || d == 0 && i > 0 {
			return errors.New("no such event")
		}
		if high > math.MaxInt32 {
			return errors.New("a time is too large")
		}
		last += d
		b.Times[last] |= tracefeed.Time(high) << 32
	}
	return p.end()
}

// sumTimes converts times between events to times.
func (b *BlockBuffer) sumTimes(wide bool) error {
	latest := b.Start
	for _, g := range b.Groups {
		t := b.Start
		times := b.Times[g.First : g.First+g.Len]
		if wide {
			for _, d := range times {
				if t > math.MaxInt64-d {
					return errors.New("a time is too large")
				}
				t += d
			}
			t = b.Start
		}
		for i := range times {
			t += times[i]
			times[i] = t
		}
		// Without wide times the sum cannot overflow twice.
		if t < b.Start || t > b.End {
			return fmt.Errorf("thread %d goes on after the end of the block, to %s", g.Thread, t.Exact())
		}
		latest = max(latest, t)
	}
	if len(b.Times) > 0 && latest != b.End {
		return fmt.Errorf("the block ends at %s, not at %s", latest.Exact(), b.End.Exact())
	}
	return nil
}
