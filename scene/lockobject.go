package scene

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/interaction"
	"tiv/interaction/subject"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// lockObject is a lock that is drawn as a thing of its own, in the plane of the moment:
// threads wait for it, and it belongs to those that held it. Threads that take turns at a
// lock have n × n waits for each other, but only n for the lock. A group of locks that are
// taken at one place is one object.
type lockObject struct {
	subject.Lock
	// end is its endpoint, keeper the slot of its Keeper, -1 for none.
	end, keeper int
	// holders are the threads that hold it at the moment; none of a group of locks.
	holders []tracefeed.ThreadID
	// queue are the threads that wait for it at the moment, in the order of their arrival.
	queue []arrival
	// sampled says that Threads, and the queue, are of a sample of the lock's threads.
	sampled bool
	// total is the waiting for it in the history, held whether a holder of it is known.
	total tracefeed.Time
	held  bool
}

// arrival is the start of a wait that lasts at the moment.
type arrival struct {
	thread tracefeed.ThreadID
	since  tracefeed.Time
}

// A lock that the picture is not about is an object if it has a large part of all waiting, and
// that is more than a trifle of the time of all threads in the history, as long as there are few.
const (
	largeLock   = 0.1
	trifle      = 0.005
	mostObjects = 6
)

// lockAdder makes objects of the locks that matter in a graph. pairs are its waits.
type lockAdder struct {
	g     *linkGraph
	pairs *pairCache
}

// addLocks makes objects of the locks that matter, and replaces the links of threads that
// waited for each other at them by links to and from the locks.
func addLocks(m *pairCache, g *linkGraph) {
	if g.Look.DirectWaits || m.parts == nil {
		return
	}
	x := lockAdder{g, m}
	if g.Look.AboutFinding() {
		for _, l := range g.Look.Story.Locks[:min(len(g.Look.Story.Locks), mostObjects)] {
			x.add(l, true)
		}
	}
	for _, l := range x.costly() {
		x.add(l, false)
	}
	if len(g.locks) > 0 {
		passThrough(m, g)
	}
}

// costly returns further locks with a large part of all waiting, those with most of it first.
func (x lockAdder) costly() (locks []subject.Lock) {
	totals, threads := map[tracefeed.MonitorID]tracefeed.Time{}, map[tracefeed.MonitorID][]tracefeed.ThreadID{}
	var all tracefeed.Time
	for i := range x.pairs.parts {
		if p := &x.pairs.parts[i]; endsOf(p, x.g) != nowhere && p.Monitor != tracefeed.NoMonitor {
			totals[p.Monitor] += p.Total
			all += p.Total
		}
	}
	object := objectOf(x.g.locks)
	least := max(largeLock*float64(all), trifle*float64(x.pairs.to-x.pairs.reached)*float64(len(x.g.Layout.SlotOf)))
	var large []tracefeed.MonitorID
	for m, total := range totals {
		if float64(total) >= least && object[m] == nil {
			large = append(large, m)
		}
	}
	slices.SortFunc(large, func(a, b tracefeed.MonitorID) int {
		return cmp.Or(cmp.Compare(totals[b], totals[a]), cmp.Compare(a, b))
	})
	large = large[:min(len(large), max(mostObjects-len(x.g.locks), 0))]
	for i := range x.pairs.parts {
		if p := &x.pairs.parts[i]; slices.Contains(large, p.Monitor) {
			threads[p.Monitor] = append(threads[p.Monitor], p.Blocked, p.Blocker)
		}
	}
	for _, m := range large {
		slices.Sort(threads[m])
		locks = append(locks, subject.Lock{Monitors: []tracefeed.MonitorID{m}, Threads: slices.Compact(threads[m])})
	}
	return locks
}

// add adds an object with an endpoint that has no place yet.
func (x lockAdder) add(l subject.Lock, lit bool) {
	g := x.g
	o := lockObject{Lock: l, keeper: -1, end: len(g.ends)}
	if i, ok := g.Layout.SlotOf[l.Keeper]; ok && l.Keeper != tracefeed.NoThread {
		o.keeper = i
	}
	if len(l.Monitors) == 1 {
		o.holders = g.Timeline.Owners(l.Monitors[0], g.Look.Moment)
	}
	monitors := slices.Sorted(slices.Values(l.Monitors)) // there may be hundreds
	o.Threads = sample(l.Threads, g.Layout)
	o.sampled = len(o.Threads) < len(l.Threads)
	for _, t := range o.Threads {
		if _, ok := g.Layout.SlotOf[t]; !ok {
			continue
		}
		lane := g.Timeline.Lane(t)
		if lane.StateAt(g.Look.Moment) != tracefeed.Blocking {
			continue
		}
		s := lane.Since(g.Look.Moment)
		if _, ok := slices.BinarySearch(monitors, s.Monitor); ok {
			o.queue = append(o.queue, arrival{t, interaction.WaitStart(lane, s)})
		}
	}
	slices.SortFunc(o.queue, func(a, b arrival) int { return cmp.Or(cmp.Compare(a.since, b.since), cmp.Compare(a.thread, b.thread)) })
	g.locks = append(g.locks, o)
	pick := shape.PickID{Kind: shape.PickLock, Index: int32(len(g.locks) - 1)}
	g.ends = append(g.ends, endpoint{pick: pick, threads: 1, slot: -1, lock: len(g.locks), lit: lit})
}

// mostSampled is the number of threads of a lock up to which a picture looks whether each waits
// for it.
const mostSampled = 1000

// sample returns the threads of a lock; of too many, some of each bar.
func sample(threads []tracefeed.ThreadID, l *place.Layout) (some []tracefeed.ThreadID) {
	if len(threads) <= mostSampled {
		return threads
	}
	if !slices.IsSorted(threads) { // those of a ring
		threads = slices.Sorted(slices.Values(threads))
	}
	each := max(1, mostSampled/max(1, len(l.Slots)))
	for i := range l.Slots {
		members := l.Slots[i].Threads()
		for _, t := range members[:min(len(members), each)] {
			if _, ok := slices.BinarySearch(threads, t); ok {
				some = append(some, t)
			}
		}
	}
	return some
}

// objectOf returns the object of each monitor that has one.
func objectOf(locks []lockObject) map[tracefeed.MonitorID]*lockObject {
	object := map[tracefeed.MonitorID]*lockObject{}
	for i := range slices.Backward(locks) { // the first of two wins
		for _, m := range locks[i].Monitors {
			object[m] = &locks[i]
		}
	}
	return object
}

// hollow reports whether no thread is known that held the lock.
func (o *lockObject) hollow() bool { return !o.held && o.keeper < 0 }

// plain returns the lock as plain data.
func (o *lockObject) plain() Lock {
	l := Lock{Monitors: o.Monitors, Place: o.Place, Holders: o.holders, Sampled: o.sampled, Total: o.total,
		Hollow: o.hollow()}
	for _, a := range o.queue {
		l.Waiting = append(l.Waiting, a.thread)
	}
	return l
}

// letter is what is written on a lock: its letter, or how many there are.
func (o *lockObject) letter(look *view.Look) string {
	if n := len(o.Monitors); n > 1 {
		return fmt.Sprint(n)
	}
	return look.Locks.Letter(o.Monitors[0])
}

// name is what names a lock without a letter.
func (o *lockObject) name(look *view.Look) string {
	names := o.names(look)
	return names[len(names)-1]
}

// names are what can be written beside a lock: where it is taken, and the same shorter.
func (o *lockObject) names(look *view.Look) []string {
	if o.Place != "" {
		return []string{"taken in " + afterPackage(o.Place), afterPackage(o.Place)}
	}
	if own := look.Locks.Renamed(o.Monitors[0]); own != "" {
		return []string{own}
	}
	class, at := look.Locks.Taken(o.Monitors[0])
	class, at = afterPackage(class), afterPackage(at)
	switch {
	case at == "":
		return []string{class}
	case class == "":
		return []string{"taken at " + at, at}
	}
	return []string{class + " taken at " + at, class + " " + at}
}
