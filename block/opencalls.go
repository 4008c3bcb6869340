package block

import (
	"sort"

	"tiv/tracefeed"
)

// OpenCalls are the calls and regions of one thread that are open at the start of a
// block.
type OpenCalls struct {
	Thread tracefeed.ThreadID
	// The thread's calls are known from Since on, if that is not the start of the
	// thread or of the trace: where its last events are missing, or where
	// it began once more.
	Since tracefeed.Time
	// Calls and Regions are in order of their entry.
	Calls, Regions []OpenCall
	// MoreCalls and MoreRegions count those nested too deep to be listed.
	MoreCalls, MoreRegions int64
}

// OpenCall is a call or region that has begun and not ended.
type OpenCall struct {
	Start tracefeed.Time
	Name  tracefeed.NameID
	// Stack is the stack of the thread at Start.
	Stack tracefeed.StackID
	// Object is the number of the task of a region, or the object of a called method; 0 if
	// there is none, or none is known.
	Object int64
}

// Empty reports whether nothing is open.
func (o *OpenCalls) Empty() bool {
	return len(o.Calls) == 0 && len(o.Regions) == 0 && o.MoreCalls == 0 && o.MoreRegions == 0
}

// OpenCallsOf returns the open calls of a thread at the start of the block; nil if it
// has none and Since is not known.
func (b *Block) OpenCallsOf(t tracefeed.ThreadID) *OpenCalls {
	i := sort.Search(len(b.OpenCalls), func(i int) bool { return b.OpenCalls[i].Thread >= t })
	if i < len(b.OpenCalls) && b.OpenCalls[i].Thread == t {
		return &b.OpenCalls[i]
	}
	return nil
}
