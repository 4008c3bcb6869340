package chrome

import (
	"math"
	"strconv"

	"tiv/tracefeed/slicefeed"
)

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
		k.log.Skip("counter without a value")
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
		} else {
			k.log.Skip("counter without a value")
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
