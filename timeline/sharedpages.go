package timeline

import (
	"context"
	"sync"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// SharedPages reads pages from a file for several goroutines that each go through all of
// them. As long as they are near each other, each page is read once, by one of them.
type SharedPages struct {
	tl   *Timeline
	lock sync.Mutex
	// read is signalled when a place has got its events.
	read sync.Cond
	// places have the pages that were read last. There are more than users, so that there is
	// room to read ahead.
	places []pagePlace
}

// pagePlace is the memory of a page.
type pagePlace struct {
	number int // of the page; -1 for none
	users  int
	// block is nil while it is being read.
	block  *block.Block
	buffer binfeed.BlockBuffer
}

// NewSharedPages returns the pages of a trace for a number of goroutines.
func NewSharedPages(tl *Timeline, users int) *SharedPages {
	s := &SharedPages{tl: tl, places: make([]pagePlace, 2*users)}
	s.read.L = &s.lock
	for i := range s.places {
		s.places[i].number = -1
	}
	return s
}

// EachPage is EachPage of the timeline.
func (s *SharedPages) EachPage(ctx context.Context, from, to tracefeed.Time, f func(*Page)) {
	var own binfeed.BlockBuffer
	passPages(ctx, s.tl, s.tl.pages.touching(from, to), func(i int, f func(*block.Block)) {
		var p *pagePlace
		if s.tl.pages[i].loaded.Load() == nil {
			p = s.take(i)
		}
		if p == nil { // it is in memory, or the others are far ahead
			f(s.tl.pages[i].readOnce(block.All, &own).Block)
			return
		}
		f(p.block)
		s.lock.Lock()
		p.users--
		s.lock.Unlock()
	}, f)
}

// take returns the place of page i, which has one user more; nil if there is no room.
func (s *SharedPages) take(i int) *pagePlace {
	s.lock.Lock()
	defer s.lock.Unlock()
	p := s.find(i)
	if p == nil {
		if p = s.free(i); p != nil {
			s.fill(p, i)
		}
		return p
	}
	p.users++
	for p.block == nil { // another goroutine is reading it
		if next := s.readAhead(i); next != nil {
			next.users--
		} else {
			s.read.Wait()
		}
	}
	return p
}

// readAhead reads a page after page i, and returns its place; nil if there is no room.
func (s *SharedPages) readAhead(i int) *pagePlace {
	next := i + 1
	for s.find(next) != nil {
		next++
	}
	p := s.free(i)
	if p == nil || next >= len(s.tl.pages) {
		return nil
	}
	s.fill(p, next)
	return p
}

// find returns the place of page i; nil if it has none.
func (s *SharedPages) find(i int) *pagePlace {
	for k := range s.places {
		if s.places[k].number == i {
			return &s.places[k]
		}
	}
	return nil
}

// free returns the place with the earliest page before page i that is not in use.
func (s *SharedPages) free(i int) (earliest *pagePlace) {
	for k := range s.places {
		if p := &s.places[k]; p.users == 0 && p.number < i && (earliest == nil || p.number < earliest.number) {
			earliest = p
		}
	}
	return earliest
}

// fill reads page i, with one user. It unlocks the pages meanwhile.
func (s *SharedPages) fill(p *pagePlace, i int) {
	p.number, p.users, p.block = i, 1, nil
	s.lock.Unlock()
	b := s.tl.pages[i].readOnce(block.All, &p.buffer).Block
	s.lock.Lock()
	p.block = b
	s.read.Broadcast()
}
