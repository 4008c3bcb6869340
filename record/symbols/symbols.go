// Package symbols gives the frames of a native trace their functions and lines.
//
// The library that records native programs writes a frame as a module and an address:
// "server+0x12dc" in /usr/bin/server. Name looks them up in the modules, by their symbols
// and their debug information, and writes the result into the trace.
package symbols

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Name names the frames of a trace, and its monitors after the places of the first waits
// for them. recorder is the name of the library's file: of its own functions, the trace
// keeps those that the program called. known has the look-ups of other traces, and gets those
// of this one. The error is binfeed.ErrTooLarge if the trace would have more than some bytes,
// 0 for no limit: then it keeps the addresses.
func Name(path, recorder string, known *Known, most int64) error {
	waits, err := firstWaits(path)
	if err != nil {
		return err
	}
	if len(waits.stacks) == 0 {
		return nil
	}
	return binfeed.Amend(path, most, func(t *tracefeed.Tables) {
		n := namer{tables: t, recorder: recorder, known: known, began: waits.began}
		n.frames()
		n.stacks()
		for m, stack := range waits.monitors {
			n.monitor(m, stack)
		}
	})
}

// A namer names the frames of one trace.
type namer struct {
	tables   *tracefeed.Tables
	recorder string
	known    *Known
	began    int64
	// calls are the frames instead of one of the recorder, by id: several where functions
	// are inlined, none for a function of the recorder.
	calls [][]tracefeed.FrameID
}

// frames names all frames.
func (n *namer) frames() {
	n.calls = make([][]tracefeed.FrameID, len(n.tables.Frames))
	for id := 1; id < len(n.calls); id++ {
		f := n.tables.Frames[id]
		base, address, ok := splitFrame(f)
		if !ok {
			n.calls[id] = []tracefeed.FrameID{tracefeed.FrameID(id)}
			continue
		}
		list := n.module(f.File, base).find(address)
		switch {
		case base == n.recorder:
			if len(list) == 0 || !tracefeed.IsThreading(list[0].Func) {
				continue
			}
			list = []tracefeed.Frame{{Func: list[0].Func}}
		case len(list) == 0:
			list = []tracefeed.Frame{{Func: f.Func}}
		}
		n.tables.Frames[id] = list[0]
		n.calls[id] = []tracefeed.FrameID{tracefeed.FrameID(id)}
		for _, outer := range list[1:] {
			n.tables.Frames = append(n.tables.Frames, outer)
			n.calls[id] = append(n.calls[id], tracefeed.FrameID(len(n.tables.Frames)-1))
		}
	}
}

// stacks replaces the frames in all stacks. A function of the recorder is the innermost
// call at most: further out is the one that starts threads.
func (n *namer) stacks() {
	for id, stack := range n.tables.Stacks {
		var list []tracefeed.FrameID
		for _, f := range stack {
			list = append(list, n.calls[f]...)
		}
		n.tables.Stacks[id] = list
	}
}

// monitor names a monitor after the innermost call of a stack outside of libraries.
func (n *namer) monitor(id tracefeed.MonitorID, stack tracefeed.StackID) {
	m := n.tables.Monitors[id]
	if m.Name != m.ID {
		return
	}
	for _, f := range n.tables.Stacks[stack] {
		if f := n.tables.Frames[f]; !tracefeed.IsThreading(f.Func) {
			m.Name = m.ID + " " + f.Func
			if f.Line > 0 {
				m.Name += fmt.Sprintf(":%d", f.Line)
			}
			n.tables.NameMonitor(id, m)
			return
		}
	}
}

// splitFrame returns the module and the address of a frame as the recorder writes it.
func splitFrame(f tracefeed.Frame) (base string, address uint64, ok bool) {
	i := strings.LastIndex(f.Func, "+0x")
	if i < 0 || f.Line != 0 || f.Func[:i] != filepath.Base(f.File) {
		return "", 0, false
	}
	address, err := strconv.ParseUint(f.Func[i+len("+0x"):], 16, 64)
	return f.Func[:i], address, err == nil
}

// module returns the answers about the module in a file. The recorder may have been compiled
// again, the same.
func (n *namer) module(path, base string) *answers {
	if base == n.recorder {
		return n.known.module(path, 0)
	}
	return n.known.module(path, n.began)
}
