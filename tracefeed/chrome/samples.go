package chrome

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// sampled is a sample whose stack is known at the end of the file.
type sampled struct {
	record slicefeed.Record
	frame  int32
}

// stackPrefix is that of the ids of frames in "stackFrames".
const stackPrefix = "f"

// sample adds a sample: an event P, or an element of the list "samples".
func (k *keeper) sample(ev *event, r slicefeed.Record) {
	if k.profile(ev, r.Thread) {
		return
	}
	frame := bare(ev.frame)
	if len(frame) == 0 {
		k.log.Skip("sample without a stack")
		return
	}
	r.Kind, r.Value = slicefeed.Sample, 1
	if w, err := strconv.ParseFloat(string(bare(ev.weight)), 64); err == nil && 1 <= w && w <= math.MaxInt32 {
		r.Value = int64(w)
	}
	k.samples = append(k.samples, sampled{r, k.frames.number(append([]byte(stackPrefix), frame...))})
}

// addSamples adds the samples. One without a process is of the thread that has its number,
// if that is the only one.
func (k *keeper) addSamples() {
	known := k.log.Numbered()
	for _, s := range k.samples {
		if t := &s.record.Thread; k.log.Process(*t) == 0 {
			*t = cmp.Or(known[k.log.Number(*t)], *t)
		}
		s.record.Name = k.frames.stack(k.log, s.frame)
		k.log.Add(s.record)
	}
}

// stackFrame adds a member of "stackFrames".
func (k *keeper) stackFrame(id, value []byte) {
	var f struct {
		Name   string          `json:"name"`
		Parent json.RawMessage `json:"parent"`
	}
	if json.Unmarshal(value, &f) != nil {
		return
	}
	id = append([]byte(stackPrefix), id...)
	k.frames.set(id, tracefeed.Frame{Func: f.Name})
	if parent := bare(f.Parent); len(parent) > 0 && string(parent) != "null" {
		k.frames.setCaller(id, append([]byte(stackPrefix), parent...))
	}
}
