package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"tiv/block"
	"tiv/tracefeed"
)

// Section A of a TILE chunk. docs/trace-format.md describes the layout.

// Each sum begins with a mask: a bit for each state with time, and these flags.
const (
	// maskFull: the states add up to the length of the cell, and the last of
	// them is omitted.
	maskFull = 1 << 6
	// maskWide: the times have upper bits.
	maskWide = 1 << 7
)

// appendTile appends the section.
func appendTile(out []byte, t *block.Tile) ([]byte, error) {
	if err := checkTile(t); err != nil {
		return nil, err
	}
	cells := len(t.Edges) - 1
	var values, wide []tracefeed.Time
	masks := make([]byte, len(t.Times))
	for i := range t.Times {
		n := len(values)
		masks[i], values = mask(&t.Times[i], t.Edges[i%cells+1]-t.Edges[i%cells], values)
		if masks[i]&maskWide != 0 {
			wide = append(wide, values[n:]...)
		}
	}
	for _, n := range []int{cells, len(values), len(wide), 0} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	for j := range cells {
		out = binary.AppendUvarint(out, uint64(t.Edges[j+1]-t.Edges[j]))
	}
	threads, last := make([]int32, len(t.Threads)), tracefeed.ThreadID(-1)
	for i, thread := range t.Threads {
		threads[i], last = int32(thread-last-1), thread
	}
	out = appendColumn(append(appendColumn(out, threads), masks...), values)
	for _, v := range wide {
		out = binary.AppendUvarint(out, uint64(v)>>32)
	}
	return out, nil
}

// mask returns the mask of the sums in a cell of some length, and out with
// their times appended.
func mask(s *tracefeed.StateTimes, length tracefeed.Time, out []tracefeed.Time) (mask byte, _ []tracefeed.Time) {
	var sum tracefeed.Time
	first := len(out)
	for state, d := range s {
		if d != 0 {
			mask |= 1 << state
			out = append(out, d)
			sum += d
		}
	}
	if sum == length && len(out) > first {
		mask |= maskFull
		out = out[:len(out)-1]
	}
	for _, d := range out[first:] {
		if d > math.MaxUint32 {
			mask |= maskWide
		}
	}
	return mask, out
}

// checkTile returns an error if a tile could not be read back.
func checkTile(t *block.Tile) error {
	cells := len(t.Edges) - 1
	if cells < 1 || cells > block.MaxTileCells || len(t.Times) != cells*len(t.Threads) || len(t.Times) > block.MaxTileTimes ||
		t.Level < 0 || t.Level > math.MaxUint8 || t.First < 0 || t.First > math.MaxInt32 || t.Edges[0] < 0 {
		return fmt.Errorf("write tile: %d times of %d threads in %d cells cannot be", len(t.Times), len(t.Threads), cells)
	}
	for j := range cells {
		if t.Edges[j+1] < t.Edges[j] {
			return fmt.Errorf("write tile: time goes back to %s", t.Edges[j+1].Exact())
		}
	}
	for i := range t.Threads {
		if i > 0 && t.Threads[i] <= t.Threads[i-1] || t.Threads[i] < 0 {
			return fmt.Errorf("write tile: thread %d is in the wrong place", t.Threads[i])
		}
	}
	for i := range t.Times {
		rest := t.Edges[i%cells+1] - t.Edges[i%cells]
		for _, d := range t.Times[i] {
			if d < 0 || d > rest {
				return fmt.Errorf("write tile: thread %d does more than there is time for", t.Threads[i/cells])
			}
			rest -= d
		}
	}
	return nil
}

// parseTile parses the section of a chunk with some header.
func parseTile(c *chunk, raw []byte, lim limits) (*block.Tile, error) {
	t := &block.Tile{}
	p := newParser(raw)
	cells, values, wides := uint64(p.uint32()), uint64(p.uint32()), uint64(p.uint32())
	p.uint32()
	if cells < 1 || cells > block.MaxTileCells || cells*uint64(c.count) > block.MaxTileTimes {
		return nil, fmt.Errorf("%d threads in %d cells are too many", c.count, cells)
	}
	t.Level, t.First = int(c.flags), int(c.extra)
	if err := parseEdges(t, p, c, int(cells)); err != nil {
		return nil, err
	}
	if err := parseThreads(t, p, uint64(c.count), lim.threads); err != nil {
		return nil, err
	}
	masks := p.Bytes(cells * uint64(c.count))
	if values > uint64(len(p.Rest)) {
		return nil, errShort
	}
	times := make([]tracefeed.Time, values)
	rest, ok := decodeColumn(times, p.Rest)
	if !ok || wides > uint64(len(rest)) {
		return nil, errShort
	}
	p.Rest = rest
	if err := parseTimes(t, masks, times, p, int(wides)); err != nil {
		return nil, err
	}
	return t, p.end()
}

func parseEdges(t *block.Tile, p *parser, c *chunk, cells int) error {
	t.Edges = append(t.Edges, c.start)
	at := c.start
	for range cells {
		d := p.Uvarint()
		if d > uint64(c.end-at) {
			return errors.New("its cells are longer than the tile")
		}
		at += tracefeed.Time(d)
		t.Edges = append(t.Edges, at)
	}
	if at != c.end {
		return errors.New("its cells are shorter than the tile")
	}
	return p.err()
}

func parseThreads(t *block.Tile, p *parser, n uint64, threads int) error {
	t.Threads = parseColumn(p, t.Threads, n)
	thread := int64(-1)
	for i, d := range t.Threads {
		thread += int64(uint32(d)) + 1
		if thread >= int64(threads) {
			return &errNoName{"thread", uint64(thread)}
		}
		t.Threads[i] = tracefeed.ThreadID(thread)
	}
	return p.err()
}

// parseTimes assigns the decoded times to the states in the masks. The upper
// bits of wide ones, whose number is given, follow in the parser.
func parseTimes(t *block.Tile, masks []byte, values []tracefeed.Time, p *parser, wides int) error {
	if p.Bad {
		return p.err()
	}
	cells := len(t.Edges) - 1
	t.Times = make([]tracefeed.StateTimes, len(masks))
	cell := 0
	for i, mask := range masks {
		sum := &t.Times[i]
		rest := t.Edges[cell+1] - t.Edges[cell]
		if cell++; cell == cells {
			cell = 0
		}
		states := mask &^ (maskFull | maskWide)
		for ; states != 0; states &= states - 1 {
			if mask&maskFull != 0 && states&(states-1) == 0 {
				sum[bits.TrailingZeros8(states)] = rest
				break
			}
			if len(values) == 0 {
				return errShort
			}
			d := values[0]
			values = values[1:]
			if mask&maskWide != 0 {
				high := p.Uvarint()
				if wides--; wides < 0 || high > math.MaxInt32 {
					return errors.New("a wide time is wrong")
				}
				d |= tracefeed.Time(high) << 32
			}
			if d > rest {
				return errors.New("a thread does more than there is time for")
			}
			rest -= d
			sum[bits.TrailingZeros8(states)] = d
		}
	}
	if len(values) > 0 || wides > 0 {
		return errors.New("it has more times than sums")
	}
	return nil
}
