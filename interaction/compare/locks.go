package compare

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/detect/place"
	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// handle identifies a lock in several traces: a line of a function that waits for it or
// acquires it, or, with line wordLine, its name. The zero handle is for locks of which
// nothing is known.
type handle struct {
	name string
	line int32
}

// wordLine is the line of a handle that is a name.
const wordLine = -1

// String returns the place or name for people.
func (h handle) String() string {
	switch {
	case h == handle{}:
		return "without a place"
	case h.line == wordLine:
		return h.name
	}
	return h.name + ":" + strconv.Itoa(int(h.line))
}

// runLock is the locks of one run that share handles: threads wait for them at the same
// places.
type runLock struct {
	handles []handle
	kind    lockname.Kind
	// monitors is the number of locks; 0 if the trace does not name them.
	monitors int
	waits    tally
	by       map[int32]tracefeed.Time // by group of the waiting threads
	at       map[handle]tracefeed.Time
}

// census finds the handles of the locks of a trace.
type census struct {
	tl      *timeline.Timeline
	names   *lockname.Names
	groupOf []int32
	waits   map[waitKey]*tally
	places  map[tracefeed.StackID]handle
	// handles are those of each monitor; those of NoMonitor belong to different locks.
	handles []map[handle]bool
}

type waitKey struct {
	monitor tracefeed.MonitorID
	stack   tracefeed.StackID
	group   int32
}

func newCensus(tl *timeline.Timeline, names *lockname.Names, groupOf []int32) *census {
	return &census{tl: tl, names: names, groupOf: groupOf, waits: map[waitKey]*tally{},
		places: map[tracefeed.StackID]handle{}, handles: make([]map[handle]bool, len(tl.Monitors))}
}

// addWaits adds up the waits of threads for locks, and finds the longest time of each
// group in each state.
func (c *census) addWaits(ctx context.Context, of []bool, all []runGroup) {
	c.tl.EachSpan(ctx, of, 0, c.tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		end = min(end, c.tl.End)
		length := end - max(s.Start, 0)
		all[c.groupOf[t]].longest[s.State].add(tally{1, length, length, end})
		if s.State != tracefeed.Blocking {
			return
		}
		k := waitKey{s.Monitor, s.Stack, c.groupOf[t]}
		sum := c.waits[k]
		if sum == nil {
			sum = new(tally)
			c.waits[k] = sum
			c.add(s.Monitor, c.handleAt(s.Monitor, s.Stack))
		}
		sum.add(tally{1, length, length, end})
	})
}

// unnamed returns the time of waits for locks that the trace does not name.
func (c *census) unnamed() (sum tracefeed.Time) {
	for k, w := range c.waits {
		if k.monitor == tracefeed.NoMonitor {
			sum += w.total
		}
	}
	return sum
}

// addSites adds the places of acquisitions that findings name.
func (c *census) addSites(found []detect.Finding) {
	for i := range found {
		for _, m := range found[i].Monitors {
			if c.handles[m] == nil {
				c.add(m, c.handleAt(m, tracefeed.NoStack))
			}
		}
		for _, s := range found[i].Sites {
			if (s.Role == detect.Acquires || s.Role == detect.ThenAcquires) && s.Line > 0 && !c.isWord(s.Monitor) {
				c.add(s.Monitor, handle{groups.ShortFunction(s.Func), int32(s.Line)})
			}
		}
	}
}

func (c *census) add(m tracefeed.MonitorID, h handle) {
	if c.handles[m] == nil {
		c.handles[m] = map[handle]bool{}
	}
	c.handles[m][h] = true
}

func (c *census) isWord(m tracefeed.MonitorID) bool {
	_, place, word := c.names.Site(m)
	return m != tracefeed.NoMonitor && word && place != ""
}

// handleAt returns the handle of a monitor that a thread with a stack waits for.
func (c *census) handleAt(m tracefeed.MonitorID, stack tracefeed.StackID) handle {
	if !c.isWord(m) && stack != tracefeed.NoStack {
		h, known := c.places[stack]
		if !known {
			h = c.place(stack)
			c.places[stack] = h
		}
		if h != (handle{}) {
			return h
		}
	}
	if m == tracefeed.NoMonitor {
		return handle{}
	}
	_, place, _ := c.names.Site(m)
	if i := strings.LastIndexByte(place, ':'); i > 0 {
		if line, err := strconv.ParseInt(place[i+1:], 10, 32); err == nil && line > 0 {
			return handle{place[:i], int32(line)}
		}
	}
	if place = strings.TrimSpace(address.ReplaceAllString(place, "")); place == "" {
		return handle{}
	}
	return handle{place, wordLine}
}

// place returns the handle of a stack: its innermost call in the program's own code.
func (c *census) place(id tracefeed.StackID) handle {
	calls := c.tl.Stacks[id]
	if len(calls) == 0 {
		return handle{}
	}
	f := c.tl.Frames[calls[place.UserCall(c.tl, calls)]]
	return handle{groups.ShortFunction(f.Func), f.Line}
}

// address matches hexadecimal numbers after 0x and @, which differ from run to run.
var address = regexp.MustCompile(`(@|0x)[0-9a-fA-F]+\b`)

// locks returns the locks, with those that share a handle as one, and the index of that
// of each monitor, -1 for monitors without handles.
func (c *census) locks() (all []runLock, lockOf []int32) {
	var sets joined
	for m, handles := range c.handles {
		if len(handles) > 1 && m != int(tracefeed.NoMonitor) {
			delete(handles, handle{}) // other handles identify it
		}
		var last *handle
		for h := range handles {
			sets.add(h)
			if last != nil && m != int(tracefeed.NoMonitor) {
				sets.join(*last, h)
			}
			last = &h
		}
	}
	index := map[int]int32{}
	for _, h := range sets.all {
		root := sets.find(h)
		i, known := index[root]
		if !known {
			i = int32(len(all))
			index[root] = i
			all = append(all, runLock{by: map[int32]tracefeed.Time{}, at: map[handle]tracefeed.Time{}})
		}
		all[i].handles = append(all[i].handles, h)
	}
	lockOf = slices.Repeat([]int32{-1}, len(c.handles))
	for m, handles := range c.handles {
		for h := range handles {
			lockOf[m] = index[sets.find(h)]
		}
	}
	c.addUp(all, lockOf, func(h handle) int32 { return index[sets.find(h)] })
	return all, lockOf
}

// addUp adds the monitors and the waits to their locks; of is the lock of a handle.
func (c *census) addUp(all []runLock, lockOf []int32, of func(handle) int32) {
	for m, i := range lockOf {
		if m != int(tracefeed.NoMonitor) && i >= 0 {
			kind, _, _ := c.names.Site(tracefeed.MonitorID(m))
			all[i].kind = max(all[i].kind, kind)
			all[i].monitors++
		}
	}
	for k, sum := range c.waits {
		h, i := c.handleAt(k.monitor, k.stack), lockOf[k.monitor]
		if k.monitor == tracefeed.NoMonitor {
			i = of(h)
		}
		all[i].waits.add(*sum)
		all[i].by[k.group] += sum.total
		all[i].at[h] += sum.total
	}
}
