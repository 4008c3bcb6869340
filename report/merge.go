package report

import (
	"cmp"
	"errors"

	"tiv/tracefeed"
)

// merge merges sorted runs. The runs are a heap by the threads of their next
// rows.
type merge[R any] struct {
	*spool[R]
	runs []*runReader[R]
}

// runReader reads a run.
type runReader[R any] struct {
	run
	number int
	memory []byte
	buffer []byte // the part of memory that was read and not yet used
	row    R      // the next row, of thread, if there is one
	thread tracefeed.ThreadID
	more   bool
}

// compare orders runs by their next rows. Within a thread, equal rows of earlier
// runs come first; an exhausted run comes last.
func (m *merge[R]) compare(a, b *runReader[R]) int {
	switch {
	case a.more != b.more && a.more:
		return -1
	case a.more != b.more:
		return 1
	}
	c := cmp.Compare(a.thread, b.thread)
	if c == 0 && a.more && m.order != nil {
		c = m.order(&a.row, &b.row)
	}
	return cmp.Or(c, cmp.Compare(a.number, b.number))
}

// runRows is the number of rows of a run that are read together.
const runRows = 256

// advance reads the next row of a run.
func (m *merge[R]) advance(r *runReader[R]) {
	size := m.codec.size
	if r.more = r.at < r.end || len(r.buffer) > 0; !r.more {
		return
	}
	if len(r.buffer) == 0 {
		if r.memory == nil {
			r.memory = make([]byte, min(int64(runRows*size), r.end-r.at))
		}
		r.buffer = r.memory[:min(int64(len(r.memory)), r.end-r.at)]
		if _, err := m.file.ReadAt(r.buffer, r.at); err != nil {
			m.err = errors.Join(m.err, err)
			r.more = false
			return
		}
		r.at += int64(len(r.buffer))
	}
	m.get(r.buffer, &r.row)
	r.buffer = r.buffer[size:]
	r.thread = m.codec.thread(&r.row)
}

// sink moves the first run of the heap down to its place.
func (m *merge[R]) sink() {
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(m.runs); k++ {
			if m.compare(m.runs[k], m.runs[least]) < 0 {
				least = k
			}
		}
		if least == i {
			return
		}
		m.runs[i], m.runs[least] = m.runs[least], m.runs[i]
		i = least
	}
}
