package chrome

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"

	"tiv/tracefeed/slicefeed"
)

// keeper turns events into records.
type keeper struct {
	log    *slicefeed.Log
	labels map[string]int64 // numbers for processes and threads that have words instead
	key    []byte
}

func newKeeper(l *slicefeed.Log) keeper { return keeper{log: l, labels: map[string]int64{}} }

var errTime = errors.New("an event without a time that fits")

// keep adds the records of an event.
func (k *keeper) keep(ev *event) error {
	if ev.phase == 'M' {
		k.metadata(ev)
		return nil
	}
	at, ok := micros(ev.ts)
	if !ok {
		return errTime
	}
	r := slicefeed.Record{At: at, Thread: k.thread(ev)}
	if bytes.HasPrefix(ev.cat, []byte("tiv.")) && k.own(ev, &r) {
		return nil
	}
	switch ev.phase {
	case 'X':
		return k.complete(ev, r)
	case 'B', 'E':
		k.begin(ev, r)
	case 'i', 'I', 'R':
		if scope := string(ev.mark); scope == "g" || scope == "p" { // of no thread
			k.log.Skip()
			break
		}
		r.Kind, r.Name = slicefeed.Mark, k.log.Name(plain(ev.name))
		k.log.Add(r)
	case 'C':
		k.counters(ev, r)
	case 's', 't', 'f':
		k.flow(ev, r)
	case 'b', 'e', 'S', 'F':
		k.task(ev, r)
	default:
		k.log.Skip()
	}
	return nil
}

// thread returns the thread of an event.
func (k *keeper) thread(ev *event) slicefeed.Thread {
	pid := k.process(ev)
	tid, label := k.number(ev.tid)
	t := k.log.Thread(pid, tid)
	if label != "" {
		k.log.SetLabel(t, label)
	}
	return t
}

// process returns the process of an event.
func (k *keeper) process(ev *event) int64 {
	pid, label := k.number(ev.pid)
	if label != "" {
		k.log.LabelProcess(pid, label)
	}
	return pid
}

// number returns the number of a process or thread. One that is a word gets a negative
// number, and the word is its label.
func (k *keeper) number(v []byte) (n int64, label string) {
	v = bare(v)
	if len(v) == 0 {
		return 0, ""
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n, ""
	}
	n, ok := k.labels[string(v)]
	if !ok {
		n = int64(-1 - len(k.labels))
		k.labels[string(v)] = n
	}
	return n, string(plain(v))
}

// metadata reads the name or position of a thread or process.
func (k *keeper) metadata(ev *event) {
	var args struct {
		Name  string      `json:"name"`
		Order json.Number `json:"sort_index"`
	}
	if json.Unmarshal(ev.args, &args) != nil {
		return
	}
	order, _ := args.Order.Int64()
	switch pid := k.process(ev); string(ev.name) {
	case "process_name":
		k.log.NameProcess(pid, args.Name)
	case "process_sort_index":
		k.log.OrderProcess(pid, order)
	case "thread_name":
		t := k.thread(ev)
		if k.log.NameThread(t, args.Name); string(ev.cat) == systemCategory {
			k.log.SetSystem(t)
		}
	case "thread_sort_index":
		k.log.OrderThread(k.thread(ev), order)
	}
}

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
		if json.Unmarshal(ev.args, &args) == nil && args.Thread != nil {
			tid, label := k.number(args.Thread)
			if r.Thread = k.log.Thread(k.process(ev), tid); label != "" {
				k.log.SetLabel(r.Thread, label)
			}
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

// complete adds a slice with a length. One without is open to the end.
func (k *keeper) complete(ev *event, r slicefeed.Record) error {
	if len(ev.dur) == 0 {
		r.Kind, r.Name = slicefeed.Begin, k.log.Name(plain(ev.name))
		k.log.Add(r)
		return nil
	}
	length, ok := micros(ev.dur)
	if !ok {
		return errTime
	}
	r.Kind, r.Value = slicefeed.Slice, max(0, length)
	switch string(ev.cat) {
	case stateCategory:
		r.Kind, r.Name = slicefeed.State, k.log.StateName(plain(ev.name))
	case regionCategory:
		r.Code, r.Name = 1, k.log.Name(plain(ev.name))
	default:
		r.Name = k.log.Name(plain(ev.name))
	}
	k.log.Add(r)
	if used, ok := micros(ev.tts); ok {
		k.clock(r, r.At, used)
		if more, ok := micros(ev.tdur); ok {
			k.clock(r, r.At+r.Value, used+more)
		}
	}
	return nil
}

func (k *keeper) clock(r slicefeed.Record, at, used int64) {
	k.log.Add(slicefeed.Record{Kind: slicefeed.Clock, At: at, Thread: r.Thread, Value: used})
}

// begin adds the begin or end of a slice.
func (k *keeper) begin(ev *event, r slicefeed.Record) {
	r.Name = k.log.Name(plain(ev.name))
	region := string(ev.cat) == regionCategory
	switch {
	case ev.phase == 'B' && region:
		r.Kind = slicefeed.Region
	case ev.phase == 'B':
		r.Kind = slicefeed.Begin
	case region:
		r.Kind = slicefeed.RegionEnd
	default:
		r.Kind = slicefeed.End
	}
	k.log.Add(r)
	if used, ok := micros(ev.tts); ok {
		k.clock(r, r.At, used)
	}
}

// counters adds the values of the series of a counter.
func (k *keeper) counters(ev *event, r slicefeed.Record) {
	pid := k.process(ev)
	name := string(plain(ev.name))
	if id := bare(ev.id); len(id) > 0 {
		name += "[" + string(plain(id)) + "]"
	}
	r.Thread, r.Kind = 0, slicefeed.Count
	s := scanner{b: ev.args}
	if !s.is('{') {
		return
	}
	for !s.is('}') {
		series, err := s.text()
		if err != nil || !s.is(':') {
			return
		}
		v, err := s.value()
		if err != nil {
			return
		}
		full := name
		if text := string(plain(series)); text != "value" {
			full += " " + text
		}
		r.Name = k.log.Counter(pid, full)
		if k.value(&r, bare(v)) {
			k.log.Add(r)
		}
		s.is(',')
	}
}

// value sets the value of a counter's record. It returns false if there is none.
func (k *keeper) value(r *slicefeed.Record, v []byte) bool {
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		r.Value, r.Code = n, 0
		return true
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		return false
	}
	if r.Value, r.Code = int64(math.Float64bits(f)), 1; f != math.Trunc(f) {
		k.log.InParts(r.Name)
	}
	return true
}

// flow adds a point of a flow.
func (k *keeper) flow(ev *event, r slicefeed.Record) {
	r.Kind, r.Value = slicefeed.Flow, k.identity('f', ev, true)
	switch ev.phase {
	case 's':
		r.Code = slicefeed.FlowOut
	case 'f':
		r.Code = slicefeed.FlowLast
	}
	k.log.Add(r)
}

// task adds the begin or end of an asynchronous slice.
func (k *keeper) task(ev *event, r slicefeed.Record) {
	r.Kind = slicefeed.TaskBegin
	if ev.phase == 'e' || ev.phase == 'F' {
		r.Kind = slicefeed.TaskEnd
	}
	legacy := ev.phase == 'S' || ev.phase == 'F'
	r.Value, r.Name = k.identity('a', ev, legacy), k.log.Name(plain(ev.name))
	k.log.Add(r)
}

// identity returns a number for a flow or task: by its id and category, and by its name
// if that counts. A local id is one of its process.
func (k *keeper) identity(kind byte, ev *event, named bool) int64 {
	var id2 struct {
		Local  json.RawMessage `json:"local"`
		Global json.RawMessage `json:"global"`
	}
	key := append(k.key[:0], kind)
	key = append(append(append(key, ev.cat...), 0), bare(ev.scope)...)
	id := bare(ev.id)
	if len(ev.id2) > 0 && json.Unmarshal(ev.id2, &id2) == nil {
		if id = bare(id2.Global); len(id2.Local) > 0 {
			key = append(append(key, 1), bare(ev.pid)...)
			id = bare(id2.Local)
		}
	}
	key = append(append(key, 0), id...)
	if named {
		key = append(append(key, 0), ev.name...)
	}
	k.key = key
	return k.log.Key(key)
}
