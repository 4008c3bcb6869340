package tracefeed

import "encoding/binary"

// StackIndex adds stacks to tables, equal ones once.
type StackIndex struct {
	tables *Tables
	frames map[Frame]FrameID
	stacks map[string]StackID // by the bytes of the frames' ids
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
	list := make([]FrameID, len(frames))
	key := make([]byte, 0, 4*len(frames))
	for i, f := range frames {
		id, ok := x.frames[f]
		if !ok {
			x.tables.Frames = append(x.tables.Frames, f)
			id = FrameID(len(x.tables.Frames) - 1)
			x.frames[f] = id
		}
		list[i], key = id, binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	id, ok := x.stacks[string(key)]
	if !ok {
		id = x.tables.AddStack(list)
		x.stacks[string(key)] = id
	}
	return id
}
