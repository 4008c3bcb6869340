package chrome

import (
	"encoding/json"

	"tiv/tracefeed/slicefeed"
)

// The categories of events that TIV writes.
const (
	stateCategory   = "tiv.state"
	callCategory    = "tiv.call"
	regionCategory  = "tiv.region"
	wakeCategory    = "tiv.wake"
	taskCategory    = "tiv.task"
	collectCategory = "tiv.gc"
	momentCategory  = "tiv.time"
	systemCategory  = "tiv.runtime" // of the name of a thread
)

// own adds the record of an event in a form of TIV's. It returns false for others.
func (k *keeper) own(ev *event, r *slicefeed.Record) bool {
	switch category := string(ev.cat); category {
	case callCategory, regionCategory:
		var args struct {
			Thread json.RawMessage `json:"thread"` // the slice is on another track than its thread's
		}
		if category == regionCategory {
			r.Value = int64(r.Thread)
		}
		if json.Unmarshal(ev.args, &args) == nil && args.Thread != nil {
			r.Thread = k.threadOf(k.process(ev), args.Thread)
		}
		return false
	case collectCategory, momentCategory:
		if r.Kind = slicefeed.Moment; category == collectCategory {
			r.Kind = slicefeed.Collect
			if ev.phase == 'e' {
				r.Kind = slicefeed.CollectEnd
			}
		}
		r.Thread = 0
		k.log.Add(*r)
		return true
	}
	return false
}
