package block

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// CountValues returns the start of each group's values in each column, in the
// memory of reuse, and the total number of values. It counts the fields of the
// events' codes. The error is that SameMonitor has no monitor before it.
func (b *Block) CountValues(reuse []First) (firsts []First, total First, err error) {
	small, large := fieldCounts(b.Table)
	rare := slices.ContainsFunc(b.Table, func(c Code) bool { return c.Fields&rareFields != 0 })
	firsts = slices.Grow(reuse[:0], len(b.Groups))[:len(b.Groups)]
	for g, group := range b.Groups {
		firsts[g] = total
		codes := b.Codes[group.First : group.First+group.Len]
		if !startsMonitor(b.Table, codes) {
			return firsts, total, fmt.Errorf("thread %d has the same monitor as before, but none before", group.Thread)
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
			total.add(First{
				Monitor: int32(s & 0xffff), Other: int32(s >> 16 & 0xffff), Stack: int32(s >> 32 & 0xffff), CPU: int32(s >> 48),
				Name: int32(l & 0xffff), Object: int32(l >> 16 & 0xffff), Value: int32(l >> 32 & 0xffff),
			})
		}
	}
	return firsts, total, nil
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

// bit is 1 if the field is in the set.
func (f Fields) bit(field Fields) int32 {
	if f&field != 0 {
		return 1
	}
	return 0
}

// rareFields are the fields of few events.
const rareFields = HasName | HasObject | HasValue

// advance moves the positions past the values of an event.
func (at *First) advance(f Fields) {
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
