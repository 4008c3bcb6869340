package chrome

import (
	"encoding/json"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// threadState adds a state of a thread in the kernel's words: an event T of the category
// thread_state, with a length. Other events T are steps of older asynchronous slices.
func (k *keeper) threadState(ev *event, r slicefeed.Record) {
	if string(ev.cat) != "thread_state" {
		k.log.Skip(kindOf(ev.phase))
		return
	}
	length, ok := micros(ev.dur)
	if !ok {
		k.log.Skip(untimed)
		return
	}
	var args struct {
		CPU    *int16 `json:"cpu"`
		IOWait *int   `json:"io_wait"`
	}
	_ = json.Unmarshal(ev.args, &args) // without them, the state itself remains
	r.Kind, r.Code, r.Value = slicefeed.State, slicefeed.Partial, max(0, length)
	state, cause := kernelState(string(ev.name))
	if state == tracefeed.IO && args.IOWait != nil && *args.IOWait == 0 {
		state, cause = tracefeed.Suspended, tracefeed.NoCause
	}
	if state == tracefeed.Running && args.CPU != nil && *args.CPU >= 0 {
		r.CPU = min(*args.CPU, 1<<15-2) + 1
	}
	r.Name = k.log.StateName([]byte(slicefeed.Words(state, cause, "")))
	k.log.Add(r)
}

// kernelState returns the state that the kernel's word for it means.
func kernelState(word string) (tracefeed.State, tracefeed.Cause) {
	switch {
	case word == "Running":
		return tracefeed.Running, tracefeed.NoCause
	case strings.HasPrefix(word, "R"): // R+ is preempted
		return tracefeed.Runnable, tracefeed.NoCause
	case strings.HasPrefix(word, "D"):
		return tracefeed.IO, tracefeed.CauseDisk
	case strings.HasPrefix(word, "S"), strings.HasPrefix(word, "I"), strings.HasPrefix(word, "T"), strings.HasPrefix(word, "t"):
		return tracefeed.Suspended, tracefeed.NoCause
	case strings.HasPrefix(word, "P"):
		return tracefeed.Suspended, tracefeed.CausePark
	}
	return tracefeed.Unknown, tracefeed.NoCause
}
