package binfeed

import (
	"encoding/binary"
	"fmt"
	"math"

	"tiv/block"
	"tiv/tracefeed"
)

// The encoding of a block into the sections of an EVENTS chunk;
// docs/trace-format.md describes the layout.

func flags(shared, forever bool) (f uint8) {
	if shared {
		f = codeShared
	}
	if forever {
		f |= codeForever
	}
	return f
}

// appendStates appends section A.
func appendStates(out []byte, b *block.Block) ([]byte, error) {
	at := len(out)
	out = append(out, make([]byte, 8*4)...)
	for _, c := range b.Table {
		out = append(out, byte(c.Kind), byte(c.State), byte(c.Cause), flags(c.Shared, c.Forever), byte(c.Fields), byte(c.Fields>>8), 0, 0)
	}
	start := len(out)
	out = appendGroups(out, b)
	groups := len(out)
	out = appendOpenSpans(out, b)
	open := len(out)
	out = append(out, b.Codes...)
	codes := len(out)
	deltas, wide, err := timeDeltas(b)
	if err != nil {
		return nil, err
	}
	out = appendColumn(out, deltas)
	times := len(out)
	wides, last := 0, 0
	for _, i := range wide {
		out = binary.AppendUvarint(out, uint64(i-last))
		out = binary.AppendUvarint(out, uint64(deltas[i])>>32)
		wides, last = wides+1, i
	}
	for i, n := range []int{len(b.Table), len(b.Groups), len(b.OpenSpans), wides,
		groups - start, open - groups, times - codes, len(out) - times} {
		binary.LittleEndian.PutUint32(out[at+4*i:], uint32(n))
	}
	return out, nil
}

func appendGroups(out []byte, b *block.Block) []byte {
	threads, counts := make([]int32, len(b.Groups)), make([]int32, len(b.Groups))
	last := tracefeed.ThreadID(-1)
	for i, g := range b.Groups {
		threads[i], counts[i] = int32(g.Thread-last-1), g.Len
		last = g.Thread
	}
	return appendColumn(appendColumn(out, threads), counts)
}

func appendOpenSpans(out []byte, b *block.Block) []byte {
	threads := make([]int32, len(b.OpenSpans))
	last := tracefeed.ThreadID(-1)
	for i := range b.OpenSpans {
		threads[i] = int32(b.OpenSpans[i].Thread - last - 1)
		last = b.OpenSpans[i].Thread
	}
	out = appendColumn(out, threads)
	for i := range b.OpenSpans {
		out = append(out, byte(b.OpenSpans[i].State))
	}
	return out
}

// timeDeltas returns the time from the previous event in its group to each event,
// and the times that need more than 32 bits.
func timeDeltas(b *block.Block) (deltas []tracefeed.Time, wide []int, err error) {
	deltas = make([]tracefeed.Time, len(b.Times))
	for _, g := range b.Groups {
		last := b.Start
		for i := g.First; i < g.First+g.Len; i++ {
			d := b.Times[i] - last
			if d < 0 {
				return nil, nil, fmt.Errorf("time goes back from %s to %s in thread %d", last.Exact(), b.Times[i].Exact(), g.Thread)
			}
			if d > math.MaxUint32 {
				wide = append(wide, int(i))
			}
			deltas[i], last = d, b.Times[i]
		}
		if last > b.End {
			return nil, nil, fmt.Errorf("thread %d goes on after the end, at %s", g.Thread, last.Exact())
		}
	}
	return deltas, wide, nil
}

// appendDetails appends section B.
func appendDetails(out []byte, b *block.Block) []byte {
	d := b.Details
	for _, n := range []int{len(d.Monitors), len(d.Others), len(d.Stacks), len(d.CPUs), len(d.Names),
		len(d.Objects), len(d.Values), len(d.Holds)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	out = appendColumn(out, d.Monitors)
	out = appendColumn(out, d.Others)
	out = appendColumn(out, d.Stacks)
	out = appendColumn(out, d.CPUs)
	out = appendColumn(out, d.Names)
	for _, column := range [][]int64{d.Objects, d.Values} {
		for _, v := range column {
			out = binary.AppendVarint(out, v)
		}
	}
	for i := range b.OpenSpans {
		c := &b.OpenSpans[i]
		out = append(out, byte(c.Cause)|flags(c.Shared, c.Forever)<<spanFlags)
		for _, v := range []uint64{uint64(b.Start - c.Start), uint64(c.Monitor), uint64(c.Other), uint64(c.Stack)} {
			out = binary.AppendUvarint(out, v)
		}
	}
	last := tracefeed.MonitorID(0)
	for _, h := range d.Holds {
		count := uint64(h.Count) << 1
		if h.Shared {
			count |= 1
		}
		out = binary.AppendUvarint(out, uint64(h.Monitor-last))
		out = binary.AppendUvarint(out, uint64(h.Thread))
		out = binary.AppendUvarint(out, count)
		last = h.Monitor
	}
	return out
}
