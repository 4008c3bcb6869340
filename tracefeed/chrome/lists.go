package chrome

import (
	"io"

	"tiv/tracefeed"
)

// elements calls f at the start of each element of a list. A list that is the whole file may
// lack its end, as that of a program that was killed.
func (r *reader) elements(mayEnd bool, f func() error) error {
	r.i++
	for {
		c, err := r.next()
		switch {
		case err == io.EOF && mayEnd:
			return nil
		case err == io.EOF:
			return errShort
		case err != nil:
			return err
		case c == ']':
			r.i++
			return nil
		case c == ',':
			r.i++
			continue
		}
		start := r.offset + int64(r.i)
		if err := f(); err == errShort { // its start says more than the end of the file
			return &tracefeed.Damage{Offset: start, Err: err}
		} else if err != nil {
			return err
		}
	}
}

// list reads a list of events.
func (r *reader) list(mayEnd bool) error {
	var ev event
	read := func() error { return r.event(&ev) }
	return r.elements(mayEnd, func() error {
		err := r.whole(read)
		if err == nil && ev.phase != 0 {
			r.to.keep(&ev)
		}
		return err
	})
}

// samples reads a list of samples: objects, or the numbers of nodes of a CPU profile.
func (r *reader) samples() error {
	var ev event
	return r.elements(false, func() error {
		if r.peek() != '{' {
			return r.number(func(text []byte) { r.cpu.samples = append(r.cpu.samples, integerOf(text)) })
		}
		err := r.whole(func() error { return r.event(&ev) })
		if ev.phase = 'P'; err == nil {
			r.to.keep(&ev)
		}
		return err
	})
}

// members calls f with the name and the value of each member of an object. Both are valid
// during the call.
func (r *reader) members(f func(key, value []byte)) error {
	r.i++
	for {
		c, err := r.next()
		switch {
		case err == io.EOF:
			return errShort
		case err != nil:
			return err
		case c == '}':
			r.i++
			return nil
		case c == ',':
			r.i++
			continue
		}
		if err := r.whole(func() error {
			key, err := r.text()
			if err == nil && !r.is(':') {
				err = r.unexpected()
			}
			if err != nil {
				return err
			}
			value, err := r.value()
			if err == nil {
				f(key, value)
			}
			return err
		}); err != nil {
			return err
		}
	}
}
