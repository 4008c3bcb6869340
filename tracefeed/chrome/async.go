package chrome

import (
	"encoding/json"

	"tiv/tracefeed/slicefeed"
)

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

// task adds the begin or end of an asynchronous slice, or both for an instant in it. Of the
// older form, one that is open does not begin again.
func (k *keeper) task(ev *event, r slicefeed.Record) {
	legacy := ev.phase == 'S' || ev.phase == 'F'
	r.Value, r.Name = k.identity('a', ev, legacy), k.log.Name(plain(ev.name))
	if r.Kind = slicefeed.TaskBegin; ev.phase == 'S' {
		r.Code = slicefeed.Once
	}
	if ev.phase != 'e' && ev.phase != 'F' {
		k.log.Add(r)
	}
	if r.Kind, r.Code = slicefeed.TaskEnd, 0; ev.phase != 'b' && ev.phase != 'S' {
		k.log.Add(r)
	}
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
