package timeline

import (
	"sort"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// cell is what threads did in a stretch of time: a page, or some neighbouring
// ones together.
type cell struct {
	threads []tracefeed.ThreadID // that were alive, by id
	sums    []Bucket             // of each
}

// of returns what a thread did, nothing if it was not alive.
func (c *cell) of(t tracefeed.ThreadID) *Bucket {
	i := sort.Search(len(c.threads), func(i int) bool { return c.threads[i] >= t })
	if i < len(c.threads) && c.threads[i] == t {
		return &c.sums[i]
	}
	return &Bucket{}
}

// join adds up some cells, in the order of time.
func join(cells []*cell) *cell {
	sums := map[tracefeed.ThreadID]*Bucket{}
	for _, c := range cells {
		for i, t := range c.threads {
			if sums[t] == nil {
				sums[t] = new(Bucket)
			}
			sums[t].Add(c.sums[i])
		}
	}
	all := &cell{}
	for t := range sortedKeys(sums) {
		all.threads = append(all.threads, t)
		all.sums = append(all.sums, *sums[t])
	}
	return all
}

// pyramid is cells at every scale: those of a level stand for binfeed.TileFan
// of the level below, those of the lowest for a page. A level has only cells
// that are full.
type pyramid [][]*cell

// add takes the cell of one more page.
func (p *pyramid) add(c *cell) {
	for level := 0; ; level++ {
		if level == len(*p) {
			*p = append(*p, nil)
		}
		cells := append((*p)[level], c)
		(*p)[level] = cells
		if len(cells)%binfeed.TileFan != 0 {
			return
		}
		c = join(cells[len(cells)-binfeed.TileFan:])
	}
}

// clone returns a pyramid that keeps as it is while p grows.
func (p pyramid) clone() pyramid {
	q := make(pyramid, len(p))
	copy(q, p)
	return q
}

// eachCell calls f for as few cells as make up the pages first to last
// (exclusive), in no order.
func (tl *Timeline) eachCell(first, last int, f func(*cell)) {
	for level := 0; first < last; level++ {
		full := 0 // how many of this level are in cells of the next
		if level+1 < len(tl.cells) {
			full = len(tl.cells[level+1]) * binfeed.TileFan
		}
		for ; first < last && (first%binfeed.TileFan != 0 || first >= full); first++ {
			f(tl.cell(level, first))
		}
		for first < last && (last%binfeed.TileFan != 0 || last > full) {
			last--
			f(tl.cell(level, last))
		}
		first, last = first/binfeed.TileFan, last/binfeed.TileFan
	}
}

// cell returns a cell of a level.
func (tl *Timeline) cell(level, i int) *cell {
	if level == 0 {
		return tl.pages[i].sums
	}
	return tl.cells[level][i]
}
