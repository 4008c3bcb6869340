package binfeed

import (
	"math"

	"tiv/tracefeed"
)

// sorter sorts the events of blocks by time.
type sorter struct {
	events     []tracefeed.Event
	keys, next []sortKey
}

// sortKey is an event's time since the start of its block, and its index.
type sortKey struct {
	time  uint64
	event int32
}

// rank orders events of the same time: by thread; a Lost event of all threads
// is last.
func rank(ev *tracefeed.Event) int64 {
	if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
		return math.MaxInt64
	}
	return int64(ev.Thread)
}

// appendSorted appends the events of a block that has its Details, in order of
// time and rank.
//
// It reads them in order of rank, and then sorts by time with a stable radix
// sort, one byte after the other, from the lowest.
func (s *sorter) appendSorted(out []tracefeed.Event, b *Block) []tracefeed.Event {
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

// read reads the events of a block, in order of rank.
func (s *sorter) read(b *Block) {
	n := len(b.Codes)
	s.events, s.keys, s.next = grow(s.events, n), s.keys[:0], grow(s.next, n)
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
