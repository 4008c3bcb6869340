package chrome

import (
	"encoding/json"
)

// cpuProfile is a file that is one CPU profile of V8 (.cpuprofile): of its members, nodes go
// into the call tree as they are read. The older form has a tree of nodes, and the times of
// samples instead of their differences.
type cpuProfile struct {
	start              json.Number
	samples            []integer
	deltas, timestamps []duration
	nodes              int
	// hits is the number of samples by the counts of nodes.
	hits integer
}

// cpuKey is the key of the profile that is a file.
const cpuKey = ""

// headJSON is a node of the older form, with its callees.
type headJSON struct {
	ID           integer    `json:"id"`
	FunctionName string     `json:"functionName"`
	URL          string     `json:"url"`
	LineNumber   integer    `json:"lineNumber"` // from 1
	HitCount     integer    `json:"hitCount"`
	Children     []headJSON `json:"children"`
}

// isProfile reports whether a member of the file's object is that of a CPU profile.
func (r *reader) isProfile(key string, c byte) bool {
	switch key {
	case "nodes", "timeDeltas", "timestamps":
		return c == '['
	case "head":
		return c == '{'
	case "startTime":
		return true
	}
	return false
}

// readProfile reads a member of a CPU profile.
func (r *reader) readProfile(key string) error {
	switch key {
	case "nodes":
		return r.elements(false, r.node)
	case "timeDeltas":
		return r.elements(false, func() error {
			return r.number(func(text []byte) { r.cpu.deltas = append(r.cpu.deltas, durationOf(text)) })
		})
	case "timestamps":
		return r.elements(false, func() error {
			return r.number(func(text []byte) { r.cpu.timestamps = append(r.cpu.timestamps, durationOf(text)) })
		})
	}
	return r.whole(func() error {
		v, err := r.value()
		if err != nil {
			return err
		}
		var head headJSON
		if key == "startTime" {
			r.cpu.start = json.Number(bare(v))
		} else if json.Unmarshal(v, &head) == nil {
			r.addHead(&head, 0)
		}
		return nil
	})
}

// node reads a node of the profile's call tree.
func (r *reader) node() error {
	return r.whole(func() error {
		v, err := r.value()
		if err != nil {
			return err
		}
		var n nodeJSON
		if json.Unmarshal(v, &n) == nil {
			r.cpu.nodes++
			r.cpu.hits += n.HitCount
			r.to.addNode(cpuKey, &n)
		}
		return nil
	})
}

// addHead adds a node of the older form, called by another one, and its callees.
func (r *reader) addHead(h *headJSON, caller integer) {
	n := nodeJSON{ID: h.ID, Parent: caller}
	n.CallFrame.FunctionName, n.CallFrame.URL = h.FunctionName, h.URL
	if line := h.LineNumber - 1; line >= 0 {
		n.CallFrame.LineNumber = &line
	}
	r.cpu.nodes++
	r.cpu.hits += h.HitCount
	r.to.addNode(cpuKey, &n)
	for i := range h.Children {
		r.addHead(&h.Children[i], h.ID)
	}
}

// number reads a number, and gives its text to a function.
func (r *reader) number(keep func(text []byte)) error {
	return r.whole(func() error {
		v, err := r.value()
		if err == nil {
			keep(v)
		}
		return err
	})
}

// addCPUProfile adds the profile that is a file.
func (k *keeper) addCPUProfile(c *cpuProfile) {
	if c.nodes == 0 {
		return
	}
	if len(c.samples) == 0 {
		k.log.SkipMany(untimedSample, int64(c.hits))
		return
	}
	p := k.profiles.of(cpuKey)
	p.thread = k.log.Thread(0, 0)
	k.log.NameThread(p.thread, "JavaScript")
	part := profileJSON{Samples: c.samples, TimeDeltas: c.deltas}
	if len(c.timestamps) > 0 && c.timestamps[0] >= 0 {
		p.start, p.started = int64(c.timestamps[0]), true
		part.TimeDeltas = differences(c.timestamps)
	} else {
		p.begin(c.start, nil)
	}
	k.addChunk(p, 0, &part)
}

// differences returns the differences of times to the one before, 0 for the first.
func differences(list []duration) []duration {
	d := make([]duration, len(list))
	last := list[0]
	for i, t := range list {
		if d[i] = untold; t != untold {
			d[i], last = t-last, t
		}
	}
	return d
}
