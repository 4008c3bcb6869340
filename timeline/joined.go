package timeline

import (
	"context"

	"tiv/block"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// EachJoinedPage calls f for each page that overlaps [from, to), in order of time,
// with its waits and the owners of the monitors waited for. Pages are not clipped to
// that interval. f may modify a page; it is valid only during the call, unless f
// keeps its memory and leaves another Page in its place. The cost grows with the
// events of the pages, not with the ownership intervals that waits overlap.
//
// If there are many events, several goroutines join pages while f runs in the
// caller's. Few are processed without them, because handing them to another
// goroutine takes longer on a busy machine. Once ctx is done, EachJoinedPage returns
// after the current page. Errors of reading are in Err.
func (tl *Timeline) EachJoinedPage(ctx context.Context, from, to tracefeed.Time, f func(*ownerjoin.Page)) {
	lost := false
	eachPage(tl, tl.pages.overlapping(from, to), (*pageJoiner).join, func(p *ownerjoin.Page) bool {
		p.Restart = p.Restart || lost
		lost = p.Unreadable
		f(p)
		return ctx.Err() == nil
	})
}

// Sharing chooses the goroutines that join pages, and the owner of their memory.
type Sharing uint8

const (
	// Concurrent: several goroutines join pages, and f may modify them.
	Concurrent Sharing = iota
	// Cached: only the caller's goroutine joins pages, and the last one is cached
	// between calls, so f must not modify it.
	Cached
)

// EachJoinedPageBack is EachJoinedPage from the last page to the first, until f
// returns false.
func (tl *Timeline) EachJoinedPageBack(from, to tracefeed.Time, s Sharing, f func(*ownerjoin.Page) bool) {
	r := tl.pages.overlapping(from, to)
	r.back, r.sharing = true, s
	eachPage(tl, r, (*pageJoiner).join, f)
}

// EachWait is EachJoinedPage without the owners, at less cost: First and Last of the
// waits are not valid. until is the end of the page.
func (tl *Timeline) EachWait(ctx context.Context, from, to tracefeed.Time, f func(waits []ownerjoin.Wait, until tracefeed.Time)) {
	eachPage(tl, tl.pages.overlapping(from, to), (*pageJoiner).scan, func(p *ownerjoin.Page) bool {
		f(p.Waits, p.End)
		return ctx.Err() == nil
	})
}

// LockPage is the waits, the owners of their monitors and all holds of one page, and its
// events.
type LockPage struct {
	*ownerjoin.Page
	ownerjoin.Locks
	// Block has the events with all their fields.
	Block *block.Block
}

// EachLockPage calls f for each page from number first up to end (exclusive), in order of
// time; a larger end is that of the trace. The page is valid only during the call. Other
// goroutines help as for EachJoinedPage. Once ctx is done, it returns after the current page.
func (tl *Timeline) EachLockPage(ctx context.Context, first, end int, f func(*LockPage)) {
	lost := false
	eachPage(tl, pageRange{first: first, end: min(end, len(tl.pages))}, (*pageJoiner).lockPage, func(p *LockPage) bool {
		p.Restart, lost = p.Restart || lost, p.Unreadable
		f(p)
		return ctx.Err() == nil
	})
}
