package chrome

import (
	"fmt"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// callTree is the frames of samples. The file names a frame by an id, and the frame that
// calls it by another one, which may come later.
type callTree struct {
	numbers map[string]int32 // by id; 0 is none
	nodes   []node           // by number
	stacks  map[int32]tracefeed.NameID
	// left is the number of frames that stacks may still have together, which bounds the
	// memory for a file in which every frame has a sample.
	left int
}

// node is a frame, and the number of its caller.
type node struct {
	frame  tracefeed.Frame
	caller int32
}

const (
	// deepestStack bounds a stack: callers may form a ring.
	deepestStack = 1024
	mostFrames   = 1 << 24
	// flatStack bounds the stacks after mostFrames frames.
	flatStack = 8
)

func newCallTree() callTree {
	return callTree{numbers: map[string]int32{"": 0}, nodes: make([]node, 1), stacks: map[int32]tracefeed.NameID{}, left: mostFrames}
}

// number returns the number of a frame.
func (t *callTree) number(id []byte) int32 {
	n, ok := t.numbers[string(id)]
	if !ok {
		n = int32(len(t.nodes))
		t.numbers[string(id)] = n
		t.nodes = append(t.nodes, node{})
	}
	return n
}

// set sets a frame.
func (t *callTree) set(id []byte, f tracefeed.Frame) { t.nodes[t.number(id)].frame = f }

// setCaller sets the frame that calls another one.
func (t *callTree) setCaller(id, caller []byte) {
	n, by := t.number(id), t.number(caller)
	t.nodes[n].caller = by
}

// stack returns the stack that ends in a frame.
func (t *callTree) stack(log *slicefeed.Log, n int32) tracefeed.NameID {
	if id, ok := t.stacks[n]; ok {
		return id
	}
	deepest := deepestStack
	if t.left <= 0 {
		deepest = flatStack
	}
	var frames []tracefeed.Frame
	for at := n; at != 0 && len(frames) < deepest; at = t.nodes[at].caller {
		if f := t.nodes[at].frame; f != (tracefeed.Frame{}) {
			frames = append(frames, f)
		}
	}
	id := log.Stack(frames)
	if t.left > 0 && t.left <= len(frames) {
		log.Remark(fmt.Sprintf("stacks cut to %d calls: there are too many", flatStack))
	}
	t.left -= len(frames)
	t.stacks[n] = id
	return id
}
