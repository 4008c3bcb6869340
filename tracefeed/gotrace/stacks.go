package gotrace

import (
	"encoding/binary"
	"slices"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// maxFrames is the maximum number of frames kept of a stack, the innermost
// ones.
const maxFrames = 64

// stacks interns call stacks, and classifies the wait at each.
//
// Stacks and frames have numbers within a generation. Across generations only
// the frames themselves can be compared.
type stacks struct {
	tables *tracefeed.Tables
	names  wire.Names // of this generation
	// known and pcs are the ids plus 1 of the stacks and frames of this
	// generation that are known; 0 for others.
	known  []tracefeed.StackID
	pcs    []tracefeed.FrameID
	frames map[tracefeed.Frame]tracefeed.FrameID
	// lists finds a stack by the bytes of the ids of all its frames, including
	// those too deep to be kept: the outermost function matters.
	lists  map[string]tracefeed.StackID
	sites  []site  // by StackID
	wakers []waker // by stack of this generation, 0 if not known yet
	// helpers are the functions that start goroutines for others; learned are those
	// whose goroutines still have their names.
	helpers helpers
	learned []string
	// Scratch.
	funcs []string
	ids   []tracefeed.FrameID
	key   []byte
}

func newStacks(tables *tracefeed.Tables) *stacks {
	return &stacks{
		tables:  tables,
		frames:  make(map[tracefeed.Frame]tracefeed.FrameID),
		lists:   make(map[string]tracefeed.StackID),
		sites:   []site{newSite(nil)},
		helpers: newHelpers(),
	}
}

// newGeneration drops the numbers of the generation before.
func (s *stacks) newGeneration(names wire.Names) {
	s.names = names
	clear(s.known)
	clear(s.pcs)
	clear(s.wakers)
}

// waker is what a goroutine does that wakes another one, as its stack shows.
type waker int8

const (
	unknownWaker waker = iota
	// oneWaker wakes one goroutine: it sends, receives, signals.
	oneWaker
	// closer is not within the runtime, which hides its function that closes a channel.
	closer
	broadcaster
)

// waker classifies the stack of a goroutine that wakes another one, without interning it.
func (s *stacks) waker(n wire.Stack) waker {
	s.wakers = grown(s.wakers, int(n))
	if s.wakers[n] == unknownWaker && n != 0 {
		s.wakers[n] = oneWaker
		for _, call := range s.names.Calls(n) {
			f := s.names.Frame(call)
			if Overlay(f) {
				continue
			}
			if strings.HasPrefix(f.Func, "sync.") {
				if f.Func == "sync.(*Cond).Broadcast" || f.Func == "sync.runtime_notifyListNotifyAll" {
					s.wakers[n] = broadcaster
				}
			} else if !strings.HasPrefix(f.Func, "runtime.") || f.Func == "runtime.closechan" {
				s.wakers[n] = closer
			}
			break
		}
	}
	return s.wakers[n]
}

// intern returns the id of a stack of this generation.
func (s *stacks) intern(n wire.Stack) tracefeed.StackID {
	if int(n) < len(s.known) && s.known[n] != tracefeed.NoStack {
		return s.known[n]
	}
	return s.internNew(n)
}

func (s *stacks) internNew(n wire.Stack) tracefeed.StackID {
	if n == 0 {
		return tracefeed.NoStack
	}
	id := s.add(s.names.Calls(n))
	s.known = grown(s.known, int(n))
	s.known[n] = id
	return id
}

// add finds or adds a stack by its frames.
func (s *stacks) add(calls []int32) tracefeed.StackID {
	s.funcs, s.ids, s.key = s.funcs[:0], s.ids[:0], s.key[:0]
	for i, n := range calls {
		id := s.frame(n)
		if id == ofRecorder && i < len(calls)-1 {
			continue
		} else if id == ofRecorder {
			id = s.internFrame(tracefeed.Frame{Func: recorderFunc})
		}
		s.funcs = append(s.funcs, written(&s.tables.Frames[id]))
		s.ids = append(s.ids, id)
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(id))
	}
	if len(calls) == 0 {
		return tracefeed.NoStack
	}
	if id, ok := s.lists[string(s.key)]; ok {
		return id
	}
	id := s.tables.AddStack(slices.Clone(s.ids[:min(len(s.ids), maxFrames)]))
	s.lists[string(s.key)] = id
	at := newSite(s.funcs)
	s.sites = append(s.sites, at)
	if s.helpers.learn(&at) {
		s.learned = append(s.learned, at.root)
	}
	return id
}

// written returns the function of a call, in the package of its source: closures of
// sync.OnceFunc and the like have the name of the function that called it, into which it
// was inlined.
func written(f *tracefeed.Frame) string {
	if i := strings.LastIndex(f.Func, ".Once"); i >= 0 && strings.HasSuffix(f.File, "sync/oncefunc.go") {
		return "sync" + f.Func[i:]
	}
	return f.Func
}

// ofRecorder is the result of stacks.frame for a call of the recorder, which is not
// interned.
const ofRecorder tracefeed.FrameID = -2

// frame returns the id of a frame of this generation, or ofRecorder.
func (s *stacks) frame(n int32) tracefeed.FrameID {
	s.pcs = grown(s.pcs, int(n))
	if id := s.pcs[n]; id != 0 {
		return id - 1
	}
	id := ofRecorder
	if frame := s.names.Frame(n); !Overlay(frame) {
		id = s.internFrame(frame)
	}
	s.pcs[n] = id + 1
	return id
}

func (s *stacks) internFrame(frame tracefeed.Frame) tracefeed.FrameID {
	id, ok := s.frames[frame]
	if !ok {
		s.tables.Frames = append(s.tables.Frames, frame)
		id = tracefeed.FrameID(len(s.tables.Frames) - 1)
		s.frames[frame] = id
	}
	return id
}

// grown returns a table with an entry n.
func grown[T any](table []T, n int) []T {
	if n < len(table) {
		return table
	}
	return append(table, make([]T, n+1-len(table))...)
}

// caller returns the frame that called into package sync or the runtime.
func (s *stacks) caller(stack tracefeed.StackID) tracefeed.FrameID {
	frames := s.tables.Stacks[stack]
	if c := s.sites[stack].caller; c >= 0 && c < len(frames) {
		return frames[c]
	}
	return 0
}
