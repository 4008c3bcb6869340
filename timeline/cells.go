package timeline

import (
	"sort"
	"sync/atomic"

	"tiv/block"
	"tiv/tracefeed"
)

// cell is the time of each thread in each state, in one page or in several adjacent
// ones.
type cell struct {
	sums atomic.Pointer[sums] // nil if only in the tile
	tile atomic.Pointer[tile]
	at   int // index in its tile
	// block is the page of a cell whose sums are computed when they are needed.
	block *block.Block
}

// sums are the sums of one cell: those of threads[i] are at all[i*stride+at].
type sums struct {
	threads    []tracefeed.ThreadID // by id
	all        []tracefeed.StateTimes
	stride, at int
}

// row returns the sums of thread number i.
func (s *sums) row(i int) *tracefeed.StateTimes {
	return &s.all[i*s.stride+s.at]
}

// of returns the sums of a thread, zero if it was not alive.
func (s *sums) of(t tracefeed.ThreadID) *tracefeed.StateTimes {
	i := sort.Search(len(s.threads), func(i int) bool { return s.threads[i] >= t })
	if i < len(s.threads) && s.threads[i] == t {
		return s.row(i)
	}
	return &tracefeed.StateTimes{}
}

func newCell(threads []tracefeed.ThreadID, all []tracefeed.StateTimes) *cell {
	c := &cell{}
	c.sums.Store(&sums{threads: threads, all: all, stride: 1})
	return c
}

// get returns the sums of the cell.
func (c *cell) get() *sums {
	if s := c.sums.Load(); s != nil {
		return s
	}
	if c.block != nil {
		s := sum(c.block, c.block.End).sums.Load()
		c.sums.Store(s)
		return s
	}
	t := c.tile.Load().get()
	return &sums{t.Threads, t.Times, len(t.Edges) - 1, c.at}
}

// tile is some adjacent cells of a level that are in a file.
type tile struct {
	read   func() (*block.Tile, error)
	memory *Memory
	failed func(error)
	cells  []*cell
	loaded atomic.Pointer[block.Tile]
	used   atomic.Bool
}

// get returns the tile, an empty one if it cannot be read.
func (t *tile) get() *block.Tile {
	if !t.used.Load() {
		t.used.Store(true)
	}
	if l := t.loaded.Load(); l != nil {
		return l
	}
	l, err := t.read()
	if err != nil || len(l.Edges) != len(t.cells)+1 {
		t.failed(err)
		l = &block.Tile{Edges: make([]tracefeed.Time, len(t.cells)+1)}
	}
	t.loaded.Store(l)
	t.memory.add(t, int64(4*len(l.Threads)+tracefeed.NumStates*8*len(l.Times)))
	return l
}

func (t *tile) evict() bool {
	if t.used.Swap(false) {
		return false
	}
	t.loaded.Store(nil)
	for _, c := range t.cells {
		c.sums.Store(nil)
	}
	return true
}

// attach makes t the source of its cells, so that their sums can be evicted.
func (t *tile) attach() {
	for i, c := range t.cells {
		c.at = i
		c.tile.Store(t)
	}
}

// mergeCells adds up cells.
func mergeCells(cells []*cell) *cell {
	parts := make([]*sums, len(cells))
	var threads []tracefeed.ThreadID
	for i, c := range cells {
		parts[i] = c.get()
		threads = union(threads, parts[i].threads)
	}
	all := make([]tracefeed.StateTimes, len(threads))
	for _, s := range parts {
		row := 0
		for i, t := range s.threads {
			for threads[row] != t {
				row++
			}
			all[row].Add(*s.row(i))
		}
	}
	return newCell(threads, all)
}

// union returns the sorted union of two sorted lists.
func union(a, b []tracefeed.ThreadID) []tracefeed.ThreadID {
	out := make([]tracefeed.ThreadID, 0, max(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		t := min(a[0], b[0])
		out = append(out, t)
		if a[0] == t {
			a = a[1:]
		}
		if b[0] == t {
			b = b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// pyramid has cells at every scale. A cell of a level covers block.TileFan cells
// of the level below; those of the lowest cover a page each. Only complete cells
// are stored. A level is not started if its first cell would have more than
// maxCellThreads threads: with so many, most are short-lived, and the sum of
// adjacent cells is about as long as they are together.
type pyramid [][]*cell

const maxCellThreads = block.MaxTileTimes / 8

// add adds the cell of the next page. It returns the new cells, one for each level
// that got one.
func (p *pyramid) add(c *cell) (added []*cell) {
	for level := 0; ; level++ {
		added = append(added, c)
		if level == len(*p) {
			*p = append(*p, nil)
		}
		cells := append((*p)[level], c)
		(*p)[level] = cells
		if len(cells)%block.TileFan != 0 {
			return added
		}
		top := level+1 == len(*p)
		if top && len(cells) > block.TileFan { // a first cell of the next level was too wide
			return added
		}
		if c = mergeCells(cells[len(cells)-block.TileFan:]); top && len(c.get().threads) > maxCellThreads {
			return added
		}
	}
}

// clone returns a copy that does not change when p grows.
func (p pyramid) clone() pyramid {
	q := make(pyramid, len(p))
	copy(q, p)
	return q
}

// each calls f for the fewest cells that cover the pages from first to last
// (exclusive), in no order.
func (p pyramid) each(pages pageList, first, last int, f func(*cell)) {
	for level := 0; first < last; level++ {
		full := 0 // number of cells of this level that the next one covers
		if level+1 < len(p) {
			full = len(p[level+1]) * block.TileFan
		}
		for ; first < last && (first%block.TileFan != 0 || first >= full); first++ {
			f(p.cell(pages, level, first))
		}
		for first < last && (last%block.TileFan != 0 || last > full) {
			last--
			f(p.cell(pages, level, last))
		}
		first, last = first/block.TileFan, last/block.TileFan
	}
}

// cell returns a cell of a level.
func (p pyramid) cell(pages pageList, level, i int) *cell {
	if level == 0 {
		return pages[i].sums
	}
	return p[level][i]
}
