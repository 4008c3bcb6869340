package timeline

import (
	"math/bits"
	"runtime"
	"sort"
	"sync"

	"tiv/block"
	"tiv/tracefeed"
)

// EachDraft is EachBucket without reading events: it spreads the sums of pages, or
// of several pages together, evenly over their time. A thread's total is right,
// except at the ends of the window and for less than a nanosecond a part; changes
// within a page are not visible. The cost grows with the number of buckets. If
// there are many, several goroutines call f, each for some of the steps.
func (tl *Timeline) EachDraft(threads []tracefeed.ThreadID, from, step tracefeed.Time, n int, f func(row, i int, b *tracefeed.StateTimes)) {
	const fewCells = 1 << 16 // worth a goroutine
	first := max(0, tl.pages.at(from))
	g := grid{tl: tl, threads: threads, from: from, step: step}
	last := sort.Search(len(tl.pages), func(i int) bool { return tl.pages[i].start >= g.edge(n) })
	workers := min(runtime.GOMAXPROCS(0), 1+(last-first)*len(threads)/fewCells, n)
	var working sync.WaitGroup
	for w := range workers {
		d := draft{grid: g, f: f, rows: make([]tracefeed.StateTimes, len(threads)), i: -1, alive: make([]uint64, (len(threads)+63)/64)}
		working.Go(func() { d.fill(n*w/workers, n*(w+1)/workers) })
	}
	working.Wait()
}

// fill fills the steps from begin to end (exclusive).
func (d *draft) fill(begin, end int) {
	tl := d.tl
	from, to := max(0, d.edge(begin)), min(d.edge(end), tl.End)
	first := max(0, tl.pages.at(from))
	last := sort.Search(len(tl.pages), func(i int) bool { return tl.pages[i].start >= to })
	for row, t := range d.threads {
		if tl.lives.at(t).unknownUntil() > from {
			d.unknown = append(d.unknown, row)
		}
	}
	level, size := 0, 1
	for level+1 < len(tl.cells) && (last-first)/(size*block.TileFan) >= 2*(end-begin) {
		level, size = level+1, size*block.TileFan
	}
	i := first / size * size
	if level > 0 {
		for ; i < last && i/size < len(tl.cells[level]); i += size {
			d.cell(tl.cells[level][i/size], tl.pages[i].start, tl.pageEnd(i+size-1), from, to)
		}
	}
	for ; i < last; i++ {
		d.cell(tl.pages[i].sums, tl.pages[i].start, tl.pageEnd(i), from, to)
	}
	if d.i >= 0 {
		d.flush()
	}
}

// draft is the state of EachDraft for one range of steps.
type draft struct {
	grid
	f    func(row, i int, b *tracefeed.StateTimes)
	rows []tracefeed.StateTimes
	i    int // the step of rows
	// alive has a bit for each row with time in the step, and unknown the rows of threads whose
	// first event may be later.
	alive   []uint64
	unknown []int
}

// cell spreads a cell over the steps that it overlaps.
func (d *draft) cell(c *cell, start, end, from, to tracefeed.Time) {
	for at := max(start, from); at < min(end, to); {
		i := int((at - d.from) / d.step)
		if i != d.i {
			if d.i >= 0 {
				d.flush()
			}
			d.i = i
		}
		until := min(d.edge(i+1), end, to)
		if at == start && until == end {
			d.addWhole(c)
		} else {
			d.add(c, float64(until-at)/float64(end-start))
		}
		at = until
	}
}

// add adds a fraction of a cell to the rows.
func (d *draft) add(c *cell, part float64) {
	d.each(c, func(row, sum *tracefeed.StateTimes) {
		for s, time := range sum {
			if time > 0 {
				row[s] += tracefeed.Time(part * float64(time))
			}
		}
	})
}

// addWhole adds a complete cell to the rows.
func (d *draft) addWhole(c *cell) {
	d.each(c, func(row, sum *tracefeed.StateTimes) { row.Add(*sum) })
}

// each calls f for the rows of the threads alive in a cell.
func (d *draft) each(c *cell, f func(row, sum *tracefeed.StateTimes)) {
	sums, k := c.get(), 0
	for row, t := range d.threads {
		for k < len(sums.threads) && sums.threads[k] < t {
			k++
		}
		if k == len(sums.threads) {
			return
		}
		if sums.threads[k] == t {
			f(&d.rows[row], sums.row(k))
			d.alive[row/64] |= 1 << (row % 64)
		}
	}
}

// flush passes the rows to d.f. It adds the unknown time before a thread's first
// event, which cells do not include.
func (d *draft) flush() {
	start, end := max(d.edge(d.i), 0), min(d.edge(d.i+1), d.tl.End)
	for _, row := range d.unknown {
		if until := min(d.tl.lives.at(d.threads[row]).unknownUntil(), end); until > start {
			b := &d.rows[row]
			b[tracefeed.Unknown] += min(until-start, end-start-b.Alive())
			d.alive[row/64] |= 1 << (row % 64)
		}
	}
	for word, set := range d.alive {
		for ; set != 0; set &= set - 1 {
			row := 64*word + bits.TrailingZeros64(set)
			if b := &d.rows[row]; b.Alive() > 0 {
				d.f(row, d.i, b)
				*b = tracefeed.StateTimes{}
			}
		}
	}
	clear(d.alive)
}
