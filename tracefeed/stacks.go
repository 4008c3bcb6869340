package tracefeed

import (
	"encoding/binary"
	"slices"
)

// StackIndex adds stacks to tables, equal ones once.
type StackIndex struct {
	tables *Tables
	frames map[Frame]FrameID
	stacks map[string]StackID // by the bytes of the frames' ids
	// list and key are spare memory: most stacks are known.
	list []FrameID
	key  []byte
}

// NewStackIndex returns the index of tables without stacks.
func NewStackIndex(t *Tables) *StackIndex {
	return &StackIndex{tables: t, frames: map[Frame]FrameID{}, stacks: map[string]StackID{}}
}

// Add returns the id of a stack, the innermost call first: NoStack for one without
// calls.
func (x *StackIndex) Add(frames []Frame) StackID {
	if len(frames) == 0 {
		return NoStack
	}
	list, key := x.list[:0], x.key[:0]
	for _, f := range frames {
		id, ok := x.frames[f]
		if !ok {
			x.tables.Frames = append(x.tables.Frames, f)
			id = FrameID(len(x.tables.Frames) - 1)
			x.frames[f] = id
		}
		list, key = append(list, id), binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	x.list, x.key = list, key
	id, ok := x.stacks[string(key)]
	if !ok {
		id = x.tables.AddStack(slices.Clone(list))
		x.stacks[string(key)] = id
	}
	return id
}
