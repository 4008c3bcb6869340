package timeline

import (
	"tiv/block"
	"tiv/tracefeed"
)

// unfinished is the page that a Reducer is filling, as snapshots have it: in two
// parts, of which the first is shared by many snapshots and only the second is
// made for each.
//
//  1. A snapshot whose second part has become long requests a cut.
//  2. Between two instants, cut makes all events so far the first part, in another
//     goroutine, and notes the state of all threads as the start of the second.
//  3. When the page is full, or the trace is complete, it is one page, as if there
//     had been no cuts.
type unfinished struct {
	wanted bool // a cut is requested
	is     bool // there is a cut
	events int  // before the cut
	weight uint32
	mark   block.Mark
	start  *block.Block // the state at the cut
	first  *page        // nil while it is made
	making chan *page
	calls  *callTracker  // the open calls at the cut, after making
	view   block.Builder // scratch for the second part
	// young are the threads whose first event is in the second part, which counts as
	// a page for their lives.
	young []tracefeed.ThreadID
}

// Tuning.TailEvents is this by default. A cut costs as much as some events for each
// thread alive and for each event before it.
const (
	tailEvents      = 4096
	tailPerThread   = 4 // threads alive for each event of a part
	tailEventsShare = 8 // events before the cut for each event of a part
)

// wantCut requests a cut if the second part is long.
func (r *Reducer) wantCut() {
	least := r.tuning.TailEvents
	if least == 0 {
		least = max(tailEvents, len(r.alive.list)/tailPerThread, r.builder.Len()/tailEventsShare)
	}
	r.tail.wanted = r.builder.Len()-r.tail.events >= least
}

// cut begins the second part of the unfinished page at the present time. No page is
// pending: the snapshot that wanted the cut has waited for it.
func (r *Reducer) cut() {
	r.join()
	t := &r.tail
	t.is, t.events, t.weight, t.mark = true, r.builder.Len(), r.weight, r.builder.Mark()
	t.start, t.making, t.calls = r.state(r.now, false), make(chan *page, 1), new(callTracker)
	view, start, end, knownSince, weight, made := new(block.Builder), r.next, r.now, r.knownSince, r.weight, t.making
	r.builder.View(block.Mark{}, view)
	calls, forgotten := t.calls, r.forgotten
	go func() {
		p := makePage(view, start, end, knownSince, weight, &r.calls)
		*calls = r.calls.clone()
		calls.add(p.loaded.Load().Block, forgotten)
		made <- p
	}()
}

// join makes the unfinished page one part again, after the goroutine that makes its
// first part has ended.
func (r *Reducer) join() {
	t := &r.tail
	r.awaitFirst()
	for _, id := range t.young {
		r.lives.change(id).page = int32(r.numPages())
	}
	*t = unfinished{view: t.view, young: t.young[:0]}
}

func (r *Reducer) awaitFirst() {
	if t := &r.tail; t.making != nil {
		t.first, t.making = <-t.making, nil
	}
}

// unfinishedPages returns the unfinished page, in one part or two.
func (r *Reducer) unfinishedPages() []*page {
	t := &r.tail
	if !t.is {
		return []*page{makePage(r.builder, r.next, r.now, r.knownSince, r.weight, &r.calls)}
	}
	r.awaitFirst()
	r.builder.View(t.mark, &t.view)
	b := makeBlock(&t.view, t.start, r.now, t.calls)
	return []*page{t.first, inMemory(b, r.knownSince, r.weight-t.weight, &cell{block: b})}
}
