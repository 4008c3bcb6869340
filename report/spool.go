package report

import (
	"os"
	"slices"

	"tiv/tracefeed"
)

// spool sorts rows by thread. Rows of one thread keep their order, or get that of the
// codec. It holds a
// limited number of rows in memory; more are sorted in runs, which are written
// to an unnamed temporary file and merged in the end.
type spool[R any] struct {
	codec[R]
	threads int
	limit   int // on the number of rows in memory
	rows    []R
	sorted  []R // scratch, and so is next
	next    []int32
	file    *os.File
	runs    []run
	size    int64 // of the file
	err     error
}

// codec writes rows in a fixed number of bytes.
type codec[R any] struct {
	size   int
	thread func(*R) tracefeed.ThreadID
	put    func(out []byte, r *R)
	get    func(in []byte, r *R)
	// order compares rows of one thread; nil keeps their order.
	order func(a, b *R) int
}

// run is the place of sorted rows in the file.
type run struct{ at, end int64 }

// newSpool returns a spool for rows of threads below a number, with at most
// limit rows in memory. The caller closes it.
func newSpool[R any](c codec[R], threads, limit int) *spool[R] {
	return &spool[R]{codec: c, threads: threads, limit: limit, next: make([]int32, threads)}
}

// add takes a row.
func (s *spool[R]) add(r R) {
	if len(s.rows) == s.limit {
		s.flush()
	}
	s.rows = append(s.rows, r)
}

// sort sorts the rows in memory by thread, with a counting sort.
func (s *spool[R]) sort() []R {
	clear(s.next)
	for i := range s.rows {
		s.next[s.thread(&s.rows[i])]++
	}
	sum := int32(0)
	for t, n := range s.next {
		s.next[t], sum = sum, sum+n
	}
	s.sorted = slices.Grow(s.sorted[:0], len(s.rows))[:len(s.rows)]
	for i := range s.rows {
		at := &s.next[s.thread(&s.rows[i])]
		s.sorted[*at] = s.rows[i]
		*at++
	}
	s.rows = s.rows[:0]
	if s.order != nil {
		from := int32(0)
		for _, to := range s.next {
			slices.SortStableFunc(s.sorted[from:to], func(a, b R) int { return s.order(&a, &b) })
			from = to
		}
	}
	return s.sorted
}

// flush writes the rows in memory as a run.
func (s *spool[R]) flush() {
	rows := s.sort()
	if s.err != nil {
		return
	}
	if s.file == nil {
		if s.file, s.err = os.CreateTemp("", "tiv-*"); s.err != nil {
			return
		}
		os.Remove(s.file.Name()) // its contents remain until it is closed
	}
	out := make([]byte, len(rows)*s.codec.size)
	for i := range rows {
		s.put(out[i*s.codec.size:], &rows[i])
	}
	if _, s.err = s.file.Write(out); s.err == nil {
		s.runs = append(s.runs, run{s.size, s.size + int64(len(out))})
		s.size += int64(len(out))
	}
}

// each calls f for all rows in order. An error is that of writing or reading the
// file.
func (s *spool[R]) each(f func(*R)) error {
	if s.file == nil && s.err == nil {
		rows := s.sort()
		for i := range rows {
			f(&rows[i])
		}
		return nil
	}
	s.flush()
	if s.err != nil {
		return s.err
	}
	m := merge[R]{spool: s}
	for i, r := range s.runs {
		m.runs = append(m.runs, &runReader[R]{run: r, number: i})
		m.advance(m.runs[i])
	}
	slices.SortFunc(m.runs, m.compare)
	for len(m.runs) > 0 && m.runs[0].more {
		f(&m.runs[0].row)
		m.advance(m.runs[0])
		m.sink()
	}
	return s.err
}

func (s *spool[R]) close() error {
	s.rows, s.sorted = nil, nil
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
