package slice

import (
	"slices"
	"sync"
)

// layer is a part that has the calls of a moment from a depth on.
type layer struct{ part, depth uint8 }

// cover is the parts of a moment by the depth of calls, those of deep calls first. A part
// without layers in front of it is what time alone belongs to.
type cover []layer

// maxCovers bounds the different covers of a partition. Moments of others belong to their
// first part at all depths.
const maxCovers = 1 << 12

// covers numbers the covers of a partition, for several goroutines. The first ones are those
// of a part at all depths, by part.
type covers struct {
	lock  sync.Mutex
	list  []cover
	known map[string]uint16
	// parts has the part of each cover by depth: depths up to AnyDepth.
	parts [AnyDepth + 1][]uint8
}

func newCovers(parts int) *covers {
	c := &covers{known: map[string]uint16{}}
	for part := range parts {
		c.list = append(c.list, cover{{uint8(part), 0}})
	}
	return c
}

// number returns the number of a cover.
func (c *covers) number(x cover) uint16 {
	if len(x) == 1 && x[0].depth == 0 {
		return uint16(x[0].part)
	}
	key := make([]byte, 0, 2*Max+2)
	for _, l := range x {
		key = append(key, l.part, l.depth)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	n, ok := c.known[string(key)]
	switch {
	case ok:
		return n
	case len(c.list) == maxCovers:
		return uint16(x[0].part)
	}
	n = uint16(len(c.list))
	c.known[string(key)], c.list = n, append(c.list, slices.Clone(x))
	return n
}

// finish finds the part of each cover at each depth, rest where it has none.
func (c *covers) finish(rest uint8) {
	for depth := range c.parts {
		for _, x := range c.list {
			part := rest
			if i := slices.IndexFunc(x, func(l layer) bool { return int(l.depth) <= depth }); i >= 0 {
				part = x[i].part
			}
			c.parts[depth] = append(c.parts[depth], part)
		}
	}
}
