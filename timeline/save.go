package timeline

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Saver writes the pages of a reducer to a trace.bin, in a goroutine of its own.
// Pages that have been written can be evicted from memory and read again.
type Saver struct {
	reducer *Reducer
	file    SaveFile
	memory  *Memory
	queue   chan *pageJob
	working sync.WaitGroup
	deltas  tracefeed.DeltaEncoder

	// The fields below belong to the goroutine.
	header     binfeed.Header
	properties []binfeed.Property
	w          *binfeed.Writer // nil before the first page
	tables     *tracefeed.Tables
	starts     []tracefeed.Time   // of the pages
	end        tracefeed.Time     // of the last one
	about      []binfeed.Property // of the header that were written at the start
	levels     []savedLevel

	mu  sync.Mutex
	err error
}

// pageJob is a page to be written, with its new cells and the names that the writer
// may not have.
type pageJob struct {
	header tracefeed.Header
	names  *tracefeed.TableDelta
	page   *page
	cells  []*cell
}

// savedLevel is a level of the pyramid: cells that are not yet in a tile, the
// number of sums in them, and the number of cells written in tiles.
type savedLevel struct {
	cells         []*cell
	sums, written int
}

// maxPendingSums is the number of sums of a level above which a tile is written.
const maxPendingSums = 1 << 18

// SaveTo makes the reducer write every full page to file, with the given header and
// properties, and read it back from there, so that memory bounds what is kept in
// memory. It must be called before the first Add.
func (r *Reducer) SaveTo(file SaveFile, h binfeed.Header, properties []binfeed.Property, memory *Memory) *Saver {
	const ahead = 4 // pages queued for writing
	s := &Saver{reducer: r, header: h, properties: properties, file: file, memory: memory, queue: make(chan *pageJob, ahead),
		tables: tracefeed.NewTables()}
	r.saver = s
	s.working.Go(s.run)
	return s
}

// SaveFile is a file to write and read back.
type SaveFile interface {
	io.Writer
	io.ReaderAt
}

// begin writes the header, which is certain only after the first event.
func (s *Saver) begin(of tracefeed.Header) error {
	s.header.Reduced, s.header.Sched = true, of.Sched
	var err error
	if s.w, err = binfeed.NewWriter(s.file, s.header); err != nil {
		return err
	}
	s.about = binfeed.PropertiesOf(&of)
	for _, p := range slices.Concat(s.about, s.properties) {
		if err := s.w.Property(p.Key, p.Value); err != nil {
			return err
		}
	}
	return nil
}

// prepare collects the names that the writer of a page may not have. It belongs to
// the reducer's goroutine.
func (s *Saver) prepare(t *tracefeed.Tables) *pageJob {
	return &pageJob{header: s.reducer.feed.Header(), names: s.deltas.Next(t)}
}

// save queues a prepared page.
func (s *Saver) save(item *pageJob, p *page, cells []*cell) {
	item.page, item.cells = p, cells
	s.queue <- item
}

func (s *Saver) run() {
	for item := range s.queue {
		if s.Err() == nil {
			s.setErr(s.write(item))
		}
	}
}

// Err returns the first error of writing. Data that was not written stays in
// memory.
func (s *Saver) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *Saver) setErr(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// write writes a page and the tiles that became full.
func (s *Saver) write(item *pageJob) error {
	if s.w == nil {
		if err := s.begin(item.header); err != nil {
			return err
		}
	}
	s.tables.Apply(item.names)
	b := item.page.loaded.Load().Block
	if err := s.w.Block(b, s.tables, item.page.weight); err != nil {
		return err
	}
	written := s.w.Last(s.file, s.tables)
	item.page.file.Store(&pageFile{read: written.Block, memory: s.memory, failed: s.reducer.readErr.set})
	s.memory.add(item.page, blockSize(b))
	s.starts, s.end = append(s.starts, b.Start), b.End
	for level, c := range item.cells {
		if level == len(s.levels) {
			s.levels = append(s.levels, savedLevel{})
		}
		l := &s.levels[level]
		l.cells, l.sums = append(l.cells, c), l.sums+len(c.get().threads)
		if len(l.cells) == block.MaxTileCells || l.sums > maxPendingSums {
			if err := s.writeTiles(level); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeTiles writes the pending cells of a level, in several tiles if the cells
// have few threads in common.
func (s *Saver) writeTiles(level int) error {
	l := &s.levels[level]
	for len(l.cells) > 0 {
		n, threads := nextTile(l.cells)
		if err := s.writeTile(level, l.cells[:n], threads); err != nil {
			return err
		}
		l.written += n
		l.cells = l.cells[n:]
	}
	l.cells, l.sums = nil, 0
	return nil
}

// nextTile returns the number of cells for the next tile, and the threads in them.
// A tile has a place for each of its threads in each of its cells; at most half of
// the places of a large one are empty.
func nextTile(cells []*cell) (n int, threads []tracefeed.ThreadID) {
	const small = 1 << 14
	own := 0
	for n, c := range cells {
		s := c.get()
		own += len(s.threads)
		all := union(threads, s.threads)
		if n > 0 && len(all)*(n+1) > max(small, 2*own) {
			return n, threads
		}
		threads = all
	}
	return len(cells), threads
}

// writeTile writes the next cells of a level; threads are all threads in them.
func (s *Saver) writeTile(level int, cells []*cell, threads []tracefeed.ThreadID) error {
	first, size := s.levels[level].written, 1
	for range level {
		size *= block.TileFan
	}
	t := &block.Tile{Level: level, First: first, Threads: threads, Times: make([]tracefeed.StateTimes, len(threads)*len(cells))}
	for i := range cells {
		t.Edges = append(t.Edges, s.starts[(first+i)*size])
	}
	last := s.end
	if next := (first + len(cells)) * size; next < len(s.starts) {
		last = s.starts[next]
	}
	t.Edges = append(t.Edges, last)
	for j, c := range cells {
		sums, k := c.get(), 0
		for i, thread := range sums.threads {
			for t.Threads[k] != thread {
				k++
			}
			t.Times[k*len(cells)+j] = *sums.row(i)
		}
	}
	if err := s.w.Tile(t); err != nil {
		return err
	}
	written := s.w.Last(s.file, s.tables)
	in := &tile{read: func() (*block.Tile, error) { return written.Tile() }, memory: s.memory,
		failed: s.reducer.readErr.set, cells: cells}
	in.attach()
	s.memory.add(in, int64(len(t.Times)*tracefeed.NumStates*8))
	return nil
}

// Finish writes the rest, the model of the trace with extra, which Open returns,
// and the index. The reducer must not get more events. damage is passed to
// Snapshot.
func (s *Saver) Finish(damage error, extra []byte) error {
	r := s.reducer
	if r.builder.Len() > 0 || r.numPages() == 0 || r.next.Restart {
		r.flush()
		r.beginPage(r.now, false)
	}
	tl := r.Snapshot(true, damage)
	close(s.queue)
	s.working.Wait()
	r.saver = nil
	if err := s.Err(); err != nil {
		return err
	}
	for level := range s.levels {
		if len(s.levels[level].cells) > 0 {
			s.setErr(s.writeTiles(level))
		}
	}
	s.tables.Apply(tracefeed.FullDelta(r.feed.Tables()))
	s.finishAbout(binfeed.PropertiesOf(&tl.Header))
	s.setErr(s.w.Model(appendModel(nil, tl, extra)))
	s.setErr(s.w.Close())
	return s.Err()
}

// finishAbout writes the properties of the final header that differ from those at the start.
func (s *Saver) finishAbout(last []binfeed.Property) {
	for _, p := range last {
		if !slices.Contains(s.about, p) {
			s.setErr(s.w.Property(p.Key, p.Value))
		}
	}
	for _, before := range s.about {
		if !slices.ContainsFunc(last, func(p binfeed.Property) bool { return p.Key == before.Key }) {
			s.setErr(s.w.Property(before.Key, ""))
		}
	}
}

// Abandon stops writing. The reducer can still read the pages written so far.
func (s *Saver) Abandon() {
	s.setErr(errors.New("writing was stopped"))
	s.reducer.await()
	s.reducer.saver = nil
	close(s.queue)
	s.working.Wait()
}

// Open returns the timeline of a trace that a Saver has finished, and the extra
// data passed to Finish. Data is read when it is used; memory bounds how much of it
// is cached. The zero Tuning suits programs. The error says why the file is not such a trace, or is damaged.
func Open(f *binfeed.File, memory *Memory, tuning Tuning) (tl *Timeline, extra []byte, err error) {
	h := f.Header()
	switch {
	case !f.Complete():
		return nil, nil, errors.New("it has no index")
	case !h.Reduced:
		return nil, nil, errors.New("it has no thread states")
	}
	tl = &Timeline{readErr: &firstError{}, joiners: &sync.Pool{}, tuning: tuning.withDefaults(), Header: f.About()}
	t := f.Tables()
	tl.Threads, tl.Monitors, tl.Frames, tl.Stacks, tl.Names = t.Threads, t.Monitors, t.Frames, t.Stacks, t.Names
	tl.Processes, tl.Types = t.Processes, t.Types
	tl.machine = replay.New(tl.Header)
	tl.Streams = slices.ContainsFunc(tl.Names, tracefeed.IsStreamName)
	model, err := f.Model()
	if err == nil {
		extra, err = parseModel(model, tl)
	}
	if err != nil {
		return nil, nil, err
	}
	knownSince := tracefeed.Time(0)
	for i, e := range f.Entries() {
		p := &page{start: e.Start, restart: e.Restart && i > 0, count: int32(e.Count), weight: e.Weight, sums: &cell{}}
		if p.restart {
			knownSince = p.start
		}
		p.knownSince = knownSince
		p.file.Store(&pageFile{memory: memory, failed: tl.readErr.set, alive: tl.lives.alive,
			read: func(part block.Part, buf *binfeed.BlockBuffer) (*block.Block, error) { return f.Block(i, part, buf) }})
		tl.pages = append(tl.pages, p)
	}
	if tl.Settled = len(tl.pages); tl.Settled == 0 {
		return nil, nil, errors.New("it has no events")
	}
	return tl, extra, tl.openTiles(f, memory)
}

// openTiles makes the pyramid of the cells in tiles.
func (tl *Timeline) openTiles(f *binfeed.File, memory *Memory) error {
	tl.cells = pyramid{nil}
	for _, p := range tl.pages {
		tl.cells[0] = append(tl.cells[0], p.sums)
	}
	done := []int{}
	tiles := f.Tiles()
	for i, e := range tiles {
		if e.Level > len(done) || e.Level < 0 {
			return fmt.Errorf("a tile has level %d", e.Level)
		}
		if e.Level == len(done) {
			done = append(done, 0)
		}
		n := cellsOf(tiles[i:], len(tl.pages))
		if e.First != done[e.Level] || n <= 0 || n > block.MaxTileCells {
			return fmt.Errorf("a tile of level %d has %d cells from %d on, not %d", e.Level, n, e.First, done[e.Level])
		}
		if e.Level == len(tl.cells) {
			tl.cells = append(tl.cells, nil)
		}
		for e.Level > 0 && len(tl.cells[e.Level]) < e.First+n {
			tl.cells[e.Level] = append(tl.cells[e.Level], &cell{})
		}
		in := &tile{read: func() (*block.Tile, error) { return f.Tile(i) }, memory: memory, failed: tl.readErr.set,
			cells: tl.cells[e.Level][e.First : e.First+n]}
		in.attach()
		done[e.Level] += n
	}
	for level, n := range done {
		if n != len(tl.cells[level]) {
			return fmt.Errorf("tiles of level %d are missing", level)
		}
	}
	if len(done) != len(tl.cells) {
		return errors.New("tiles are missing")
	}
	return nil
}

// cellsOf returns the number of cells of tiles[0], in a trace with that many pages:
// those up to the next tile of its level, or to the last.
func cellsOf(tiles []binfeed.TileEntry, pages int) int {
	for _, next := range tiles[1:] {
		if next.Level == tiles[0].Level {
			return next.First - tiles[0].First
		}
	}
	for range tiles[0].Level {
		pages /= block.TileFan
	}
	return pages - tiles[0].First
}
