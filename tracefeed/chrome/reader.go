package chrome

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// reader reads a file in parts, and finds the values in it.
type reader struct {
	scanner
	in     io.Reader
	offset int64 // of the scanner's bytes in the file
	eof    bool
	failed error // of in: the file ends there
	to     *keeper
	cpu    cpuProfile
	system system
}

const (
	partLen = 1 << 20
	// maxEvent bounds the memory for one event.
	maxEvent = 1 << 26
)

func newReader(in io.Reader, l *slicefeed.Log) *reader {
	return &reader{in: in, to: newKeeper(l), system: newSystem(l)}
}

// more reads the next part of the file. What was scanned is forgotten.
func (r *reader) more() error {
	if r.eof {
		return io.ErrUnexpectedEOF
	}
	rest := r.b[min(r.i, len(r.b)):]
	if len(rest) > maxEvent {
		return fmt.Errorf("an event of more than %d bytes", maxEvent)
	}
	r.offset += int64(len(r.b) - len(rest))
	buffer := r.b[:0]
	if cap(buffer) < len(rest)+partLen {
		buffer = make([]byte, 0, 2*len(rest)+partLen)
	}
	n := copy(buffer[:len(rest)], rest)
	got, err := io.ReadFull(r.in, buffer[n:cap(buffer)])
	r.b, r.i = buffer[:n+got], 0
	if r.eof = err != nil; r.eof && err != io.EOF && err != io.ErrUnexpectedEOF {
		r.failed = err
	}
	return nil
}

// next is peek that reads on.
func (r *reader) next() (byte, error) {
	for {
		if c := r.peek(); c != 0 || r.i < len(r.b) {
			return c, nil
		}
		if r.eof {
			return 0, io.EOF
		}
		if err := r.more(); err != nil {
			return 0, err
		}
	}
}

// whole calls f until the bytes hold all that it reads.
func (r *reader) whole(f func() error) error {
	for {
		start := r.i
		err := f()
		if err != errShort || r.eof {
			return err
		}
		r.i = start
		if err := r.more(); err != nil {
			return err
		}
	}
}

// read reads the file. An error has the position from which nothing could be read.
func (r *reader) read() error {
	err := r.file()
	if err == nil {
		r.rest()
	}
	r.to.addCPUProfile(&r.cpu)
	r.to.finish()
	r.system.finish()
	if r.failed != nil {
		return r.failed
	}
	if err == nil {
		return nil
	}
	var damage *tracefeed.Damage
	if errors.As(err, &damage) || !errors.Is(err, errShort) && !errors.Is(err, errSyntax) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if err == io.ErrUnexpectedEOF {
		err = errShort
	}
	return &tracefeed.Damage{Offset: r.offset + int64(min(r.i, len(r.b))), Err: err}
}

func (r *reader) file() error {
	if err := r.more(); err != nil {
		return err
	}
	if bytes.HasPrefix(r.b, []byte(byteOrderMark)) {
		r.i = len(byteOrderMark)
	}
	c, err := r.next()
	switch {
	case err != nil:
		return err
	case c == '[':
		return r.list(true)
	case c != '{':
		return errSyntax
	}
	r.i++
	return r.object()
}

// rest says what follows the end of the trace.
func (r *reader) rest() {
	if c, err := r.next(); err == nil && c != ',' && c != 0 {
		r.to.log.Remark(fmt.Sprintf("what follows the end of the trace, at byte %d, is not read", r.offset+int64(r.i)))
	}
}

// object reads the members of the file's object.
func (r *reader) object() error {
	for {
		c, err := r.next()
		if err == io.EOF {
			return errShort
		} else if err != nil {
			return err
		}
		switch c {
		case '}':
			r.i++
			return nil
		case ',':
			r.i++
			continue
		}
		key, err := r.key()
		if err != nil {
			return err
		}
		if c, err = r.next(); err != nil {
			return errShort
		}
		if err := r.member(key, c); err != nil {
			return err
		}
	}
}

// key reads the name of a member.
func (r *reader) key() (key string, err error) {
	err = r.whole(func() error {
		text, err := r.text()
		if key = string(text); err == nil && !r.is(':') {
			err = r.unexpected()
		}
		return err
	})
	return key, err
}

// member reads the value of a member of the file's object, which begins with c.
func (r *reader) member(key string, c byte) error {
	switch {
	case key == "traceEvents" && c == '[':
		return r.list(false)
	case key == "samples" && c == '[':
		return r.samples()
	case key == "stackFrames" && c == '{':
		return r.members(r.to.stackFrame)
	case key == "systemTraceEvents" && c == '"':
		return r.readSystem()
	case key == "systemTraceEvents":
		r.to.log.Remark(notRead)
	case r.isProfile(key, c):
		return r.readProfile(key)
	}
	return r.skipValue(c)
}

// skipValue skips a value of any length that begins with c.
func (r *reader) skipValue(c byte) error {
	if c != '"' && c != '{' && c != '[' {
		return r.whole(func() error {
			_, err := r.value()
			return err
		})
	}
	var k skipper
	for {
		n, done := k.skip(r.b[r.i:])
		if r.i += n; done {
			return nil
		}
		if err := r.more(); err != nil {
			return err
		}
	}
}
