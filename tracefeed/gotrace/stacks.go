package gotrace

import (
	"encoding/binary"
	"slices"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// mostFrames is how many calls of a stack are kept, the innermost ones.
const mostFrames = 64

// stacks interns call stacks, and knows of each what kind of wait it would be.
//
// Within a generation a trace.Stack is a handle: equal handles are equal
// stacks. Across generations only the frames can be compared.
type stacks struct {
	tables *tracefeed.Tables
	// handles and pcs are of this generation.
	handles map[trace.Stack]tracefeed.StackID
	pcs     map[uint64]tracefeed.FrameID
	frames  map[tracefeed.Frame]tracefeed.FrameID
	// lists finds a stack by the bytes of the ids of all its frames: where it
	// begins matters, also if it is too deep to be kept.
	lists map[string]tracefeed.StackID
	sites []site // by StackID
	// last is the stack that was interned last: often the next one, too.
	last   trace.Stack
	lastID tracefeed.StackID
	// Scratch.
	funcs []string
	ids   []tracefeed.FrameID
	key   []byte
}

func newStacks(tables *tracefeed.Tables) *stacks {
	s := &stacks{
		tables: tables,
		frames: make(map[tracefeed.Frame]tracefeed.FrameID),
		lists:  make(map[string]tracefeed.StackID),
		sites:  []site{newSite(nil)},
	}
	s.newGeneration()
	return s
}

// newGeneration forgets the handles, which hold on to the tables of the
// generation that they come from.
func (s *stacks) newGeneration() {
	s.handles = make(map[trace.Stack]tracefeed.StackID)
	s.pcs = make(map[uint64]tracefeed.FrameID)
	s.last, s.lastID = trace.NoStack, tracefeed.NoStack
}

// intern returns the id of a stack; NoStack has the id NoStack.
func (s *stacks) intern(st trace.Stack) tracefeed.StackID {
	if st == s.last {
		return s.lastID
	}
	id, ok := s.handles[st]
	if !ok {
		id = s.list(st)
		s.handles[st] = id
	}
	s.last, s.lastID = st, id
	return id
}

// list finds or adds a stack by its frames.
func (s *stacks) list(st trace.Stack) tracefeed.StackID {
	s.funcs, s.ids, s.key = s.funcs[:0], s.ids[:0], s.key[:0]
	for f := range st.Frames() {
		id := s.frame(f)
		s.funcs = append(s.funcs, f.Func)
		s.ids = append(s.ids, id)
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(id))
	}
	if len(s.funcs) == 0 { // also of trace.NoStack
		return tracefeed.NoStack
	}
	if id, ok := s.lists[string(s.key)]; ok {
		return id
	}
	id := s.tables.AddStack(slices.Clone(s.ids[:min(len(s.ids), mostFrames)]))
	s.lists[string(s.key)] = id
	s.sites = append(s.sites, newSite(s.funcs))
	return id
}

func (s *stacks) frame(f trace.StackFrame) tracefeed.FrameID {
	if id, ok := s.pcs[f.PC]; ok {
		return id
	}
	frame := tracefeed.Frame{Func: f.Func, File: f.File, Line: int32(f.Line)}
	id, ok := s.frames[frame]
	if !ok {
		s.tables.Frames = append(s.tables.Frames, frame)
		id = tracefeed.FrameID(len(s.tables.Frames) - 1)
		s.frames[frame] = id
	}
	s.pcs[f.PC] = id
	return id
}
