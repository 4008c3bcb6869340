package scene

import "tiv/interaction"

// linkIndex finds the link between two ends. It is a table if there are few
// ends, because a frame looks up a million pairs.
type linkIndex struct {
	ends  int
	table []int32        // from 1; nil if there are too many ends
	index map[uint64]int // used instead of table then
}

// maxTable is the largest size of the table.
const maxTable = 1 << 20

// newLinkIndex returns the index of links between some ends, fewer than 1<<24.
func newLinkIndex(ends int) *linkIndex {
	x := &linkIndex{ends: ends}
	if 2*ends*ends <= maxTable {
		x.table = make([]int32, 2*ends*ends)
	} else {
		x.index = map[uint64]int{}
	}
	return x
}

// find returns the number of the link from an end to another. If there is none,
// it records next as its number.
func (x *linkIndex) find(from, to int32, kind interaction.Kind, next int) (i int, known bool) {
	if x.table != nil {
		at := &x.table[(int(from)*x.ends+int(to))*2+int(kind)]
		if known = *at > 0; !known {
			*at = int32(next + 1)
		}
		return int(*at) - 1, known
	}
	key := uint64(from)<<32 | uint64(to)<<8 | uint64(kind)
	if i, known = x.index[key]; !known {
		i, x.index[key] = next, next
	}
	return i, known
}
