package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// move maps an event about an item of a channel, or about bytes of a stream. The one of two goroutines that does not wait
// reports what happens to both.
func (m *mapper) move(ev *wire.Event) {
	t := m.gs.thread(ev.G)
	if t == tracefeed.NoThread {
		return
	}
	if ev.Kind == wire.ItemPartner {
		other := m.gs.thread(ev.By)
		m.gs.list[t].partner = other
		return
	}
	other := m.gs.list[t].partner
	m.gs.list[t].partner = tracefeed.NoThread
	switch ev.Kind {
	case wire.ItemPut:
		m.item(tracefeed.Put, t)
	case wire.ItemTaken:
		m.item(tracefeed.Take, t)
	case wire.ItemHanded:
		m.item(tracefeed.Put, t)
		m.item(tracefeed.Take, other)
	case wire.ItemFetched:
		m.item(tracefeed.Put, other)
		m.item(tracefeed.Take, t)
	case wire.ItemLeft:
		m.item(tracefeed.Put, other)
	case wire.StreamPut, wire.StreamTaken:
		kind, user := tracefeed.Put, m.names.User()
		if ev.Kind == wire.StreamTaken {
			kind = tracefeed.Take
		}
		out := m.out.emit(kind, t)
		out.Name, out.Value = m.userNames.id(user.Name), int64(user.Task)
	}
}

// item emits that a thread puts or takes the item of the event. Nobody takes what a goroutine
// that is not known takes; what it puts is of nobody.
func (m *mapper) item(kind tracefeed.Kind, t tracefeed.ThreadID) {
	if kind == tracefeed.Take && t == tracefeed.NoThread {
		return
	}
	item := m.names.User().Task
	ev := m.out.emit(kind, t)
	ev.Object, ev.Value = int64(item>>32), int64(item&(1<<32-1))
}
