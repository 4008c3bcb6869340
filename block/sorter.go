package block

import (
	"slices"

	"tiv/tracefeed"
)

// Sorter sorts the events of blocks by time. The zero value is ready to use.
type Sorter struct {
	events     []tracefeed.Event
	keys, next []sortKey
}

// sortKey is an event's time since the start of its block, and its index.
type sortKey struct {
	time  uint64
	event int32
}

// AppendEvents appends the events of a block with all Details to out, in the order
// of tracefeed.Compare; those that are equal keep their order.
//
// It reads them in order of threads, and then sorts by time with a stable radix
// sort, one byte after the other, from the lowest.
func (s *Sorter) AppendEvents(out []tracefeed.Event, b *Block) []tracefeed.Event {
	s.read(b)
	span := uint64(b.End - b.Start)
	for shift := 0; shift < 64 && span>>shift > 0; shift += 8 {
		var first [256]int32
		for i := range s.keys {
			first[byte(s.keys[i].time>>shift)]++
		}
		sum := int32(0)
		for digit, n := range first {
			first[digit], sum = sum, sum+n
		}
		for _, k := range s.keys {
			at := &first[byte(k.time>>shift)]
			s.next[*at] = k
			*at++
		}
		s.keys, s.next = s.next, s.keys
	}
	for _, k := range s.keys {
		out = append(out, s.events[k.event])
	}
	return out
}

// read reads the events of a block in order of threads, those that tracefeed.Compare
// puts last at the end.
func (s *Sorter) read(b *Block) {
	n := len(b.Codes)
	s.events, s.keys, s.next = slices.Grow(s.events[:0], n)[:n], s.keys[:0], slices.Grow(s.next[:0], n)[:n]
	var lost []sortKey
	i := 0
	for g := range b.Groups {
		for c := b.Events(g); i < n; i++ {
			if _, ok := c.Next(&s.events[i]); !ok {
				break
			}
			key := sortKey{uint64(b.Times[i] - b.Start), int32(i)}
			if b.Groups[g].Thread == tracefeed.NoThread && s.events[i].Kind == tracefeed.Lost {
				lost = append(lost, key)
			} else {
				s.keys = append(s.keys, key)
			}
		}
	}
	s.keys = append(s.keys, lost...)
}
