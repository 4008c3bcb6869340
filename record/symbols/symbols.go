package symbols

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Name names the frames of a trace, its threads without names after the functions in which
// they begin, and its monitors after the places of waits for them. recorder is the name of
// the library's file: of its own functions, the trace keeps those that the program called.
// known has the look-ups of other traces, and gets those of this one.
// It returns the paths of modules whose symbols are missing in names, sorted. The error is
// binfeed.ErrTooLarge if the trace would have more than some bytes, 0 for no limit: then it
// keeps the addresses.
func Name(path, recorder string, known *Known, most int64) (unnamed []string, err error) {
	waits, err := readWaits(path)
	if err != nil || len(waits.threads) == 0 && !waits.starts {
		return nil, err
	}
	n := namer{recorder: recorder, known: known, began: waits.began, unnamed: map[string]bool{}}
	err = binfeed.Amend(path, most, func(t *tracefeed.Tables) {
		n.tables = t
		n.frames()
		n.threads(waits.threads)
		n.stacks()
		n.monitors(&waits)
	})
	return slices.Sorted(maps.Keys(n.unnamed)), err
}

// A namer names the frames of one trace.
type namer struct {
	tables   *tracefeed.Tables
	recorder string
	known    *Known
	began    int64
	// calls are the frames instead of one of the recorder, by id: several where functions
	// are inlined, none for a function of the recorder.
	calls   [][]tracefeed.FrameID
	unnamed map[string]bool // the modules without symbols for a name
	raw     []code          // the frames as recorded, by id; no path if it had a name then
}

// frames names all frames.
func (n *namer) frames() {
	n.calls = make([][]tracefeed.FrameID, len(n.tables.Frames))
	n.raw = make([]code, len(n.tables.Frames))
	for id := 1; id < len(n.calls); id++ {
		f := n.tables.Frames[id]
		base, address, ok := splitFrame(f)
		if !ok {
			n.calls[id] = []tracefeed.FrameID{tracefeed.FrameID(id)}
			continue
		}
		n.raw[id] = code{f.File, address}
		list := n.module(f.File, base).find(address)
		switch {
		case base == n.recorder:
			if len(list) == 0 || !isThreading(list[0].Func) {
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
			n.raw = append(n.raw, n.raw[id])
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

// monitors names monitors after the places of waits for them.
func (n *namer) monitors(waits *waits) {
	locks := n.locks(waits)
	for id := range waits.monitors {
		if m := n.tables.Monitors[id]; m.Name == m.ID {
			if place := locks.name(id); place != "" {
				m.Name = m.ID + " " + place
				n.tables.NameMonitor(id, m)
			}
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
		return n.known.passing(path)
	}
	return n.known.module(path, n.began)
}
