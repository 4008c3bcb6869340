package perfdata

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
)

var (
	le      = binary.LittleEndian
	magic   = []byte("PERFILE2")
	swapped = []byte("2ELIFREP") // of a machine with the other byte order
)

const (
	headerLen     = 104
	pipeHeaderLen = 16
	attrLen       = 64 // the least length of an attribute
	sectionLen    = 16

	featureTracing  = 1
	featureBuildIDs = 2
	featureClock    = 29
)

// file is the bytes of a recording: its header, and its records one by one.
type file struct {
	in   *bufio.Reader
	at   int64 // position of the next record
	end  int64 // of the records, -1: that of the file
	pipe bool

	attrs []attr
	// byID are the indexes of attrs by the ids of events.
	byID     map[uint64]int
	points   map[uint16]*point
	buildIDs map[string]string
	// monotonic: the clock is CLOCK_MONOTONIC; wall is the time of the wall clock less that
	// one, in nanoseconds, 0 if it is unknown.
	monotonic bool
	wall      int64
}

// attr is the layout of an event's records: a part of the kernel's perf_event_attr.
type attr struct {
	kind                   uint32
	config                 uint64
	sampleType, readFormat uint64
	idAll                  bool
	// period is the number of events that a sample stands for, 0 if each sample has it.
	period int64
}

// tracepointAttr is the kind of attributes of tracepoints.
const tracepointAttr = 2

// section is a part of the file.
type section struct{ offset, size uint64 }

// open reads the header.
func (f *file) open(in tracefeed.Input) error {
	f.byID, f.points, f.buildIDs = map[uint64]int{}, map[uint16]*point{}, map[string]string{}
	f.in = bufio.NewReaderSize(in.Reader, 1<<20)
	head, err := f.in.Peek(pipeHeaderLen)
	if err != nil {
		return f.damage(errors.New("the header is cut off"))
	}
	if bytes.HasPrefix(head, swapped) {
		return f.damage(errors.New("the recording is of a machine with another byte order, which TIV does not read"))
	}
	if size := le.Uint64(head[8:]); size == pipeHeaderLen {
		f.pipe, f.end = true, -1
		return f.skip(pipeHeaderLen)
	}
	head, err = f.in.Peek(headerLen)
	if err != nil {
		return f.damage(errors.New("the header is cut off"))
	}
	if in.At == nil {
		return errors.New("a recording that is no pipe has to be read at random")
	}
	return f.openFile(head, in.At)
}

// atRandom reports whether a recording has to be read at random: one that is no pipe.
func atRandom(start []byte) bool {
	return len(start) < pipeHeaderLen || le.Uint64(start[8:]) != pipeHeaderLen
}

// openFile reads the sections of a recording that is no pipe.
func (f *file) openFile(head []byte, at io.ReaderAt) error {
	sectionAt := func(b []byte) section { return section{le.Uint64(b), le.Uint64(b[8:])} }
	entry, attrs, data := le.Uint64(head[16:]), sectionAt(head[24:]), sectionAt(head[40:])
	features := le.Uint64(head[72:])
	if entry < attrLen+sectionLen || entry > 4096 {
		return f.damage(fmt.Errorf("an attribute has %d bytes", entry))
	}
	list, err := readSection(at, attrs)
	if err != nil {
		return f.damage(fmt.Errorf("attributes: %w", err))
	}
	for ; uint64(len(list)) >= entry; list = list[entry:] {
		ids, err := readSection(at, sectionAt(list[entry-sectionLen:]))
		if err != nil {
			return f.damage(fmt.Errorf("ids of events: %w", err))
		}
		f.addEvent(list[:entry-sectionLen], ids)
	}
	f.at, f.end = int64(data.offset), int64(data.offset+data.size)
	if data.offset > 1<<62 || data.size > 1<<62 {
		return f.damage(errors.New("the records are outside of the file"))
	}
	if data.size == 0 { // perf was killed
		f.end = -1
	} else if err := f.readFeatures(at, features); err != nil {
		return err
	}
	f.in = bufio.NewReaderSize(io.NewSectionReader(at, f.at, 1<<62), 1<<20)
	return nil
}

// readFeatures reads the parts behind the records.
func (f *file) readFeatures(at io.ReaderAt, features uint64) error {
	where := uint64(f.end)
	for bit := range 64 {
		if features>>bit&1 == 0 {
			continue
		}
		entry, err := readSection(at, section{where, sectionLen})
		if err != nil {
			return nil // the file is cut off
		}
		where += sectionLen
		if bit != featureTracing && bit != featureBuildIDs && bit != featureClock {
			continue
		}
		s := section{le.Uint64(entry), le.Uint64(entry[8:])}
		content, err := readSection(at, s)
		if err != nil {
			return nil
		}
		switch bit {
		case featureTracing:
			err = f.parseTracing(bytes.NewReader(content))
		case featureBuildIDs:
			f.addBuildIDs(content)
		case featureClock:
			f.addClocks(content)
		}
		if err != nil {
			return &tracefeed.Damage{Offset: int64(s.offset), Err: fmt.Errorf("descriptions of events: %w", err)}
		}
	}
	return nil
}

// maxSection is the maximum length of a part besides the records.
const maxSection = 1 << 28

// readSection reads a part of the file. Memory is used as far as the file goes.
func readSection(at io.ReaderAt, s section) ([]byte, error) {
	if s.size > maxSection || s.offset > 1<<62 {
		return nil, fmt.Errorf("%d bytes at byte %d", s.size, s.offset)
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.NewSectionReader(at, int64(s.offset), int64(s.size)))
	if err == nil && n < int64(s.size) {
		err = fmt.Errorf("the file ends before byte %d", s.offset+s.size)
	}
	return b.Bytes(), err
}

// addEvent adds an attribute and the ids of its events.
func (f *file) addEvent(b, ids []byte) {
	flags := le.Uint64(b[40:])
	const frequency = 1 << 10             // the period is a number of samples in a second
	const ownClock, clockAt = 1 << 25, 92 // the event names its clock
	f.monotonic = flags&ownClock != 0 && len(b) >= clockAt+4 && le.Uint32(b[clockAt:]) == clockMonotonic
	period := int64(0)
	if flags&frequency == 0 {
		period = int64(min(le.Uint64(b[16:]), 1<<62))
	}
	f.attrs = append(f.attrs, attr{period: period,
		kind: le.Uint32(b), config: le.Uint64(b[8:]), sampleType: le.Uint64(b[24:]), readFormat: le.Uint64(b[32:]),
		idAll: flags>>18&1 != 0,
	})
	for ; len(ids) >= 8; ids = ids[8:] {
		f.byID[le.Uint64(ids)] = len(f.attrs) - 1
	}
}

// clockMonotonic is the number of CLOCK_MONOTONIC.
const clockMonotonic = 1

// addClocks adds the readings of both clocks at the same time: a version and the number of the
// clock, the wall clock, and the clock.
func (f *file) addClocks(b []byte) {
	if len(b) >= 24 && le.Uint32(b[4:]) == clockMonotonic {
		f.wall = int64(le.Uint64(b[8:]) - le.Uint64(b[16:]))
	}
}

// addAttr adds an attribute of a pipe.
func (f *file) addAttr(b []byte) error {
	if len(b) < attrLen {
		return errShort
	}
	size := int(le.Uint32(b[4:]))
	if size < attrLen || size > len(b) {
		return errShort
	}
	f.addEvent(b[:size], b[size:])
	return nil
}

// addBuildIDs adds the checksums of files.
func (f *file) addBuildIDs(b []byte) {
	for len(b) >= recordHeaderLen {
		size := int(le.Uint16(b[6:]))
		if size < recordHeaderLen || size > len(b) {
			return
		}
		f.addBuildID(record{kind: recBuildID, misc: le.Uint16(b[4:]), body: b[recordHeaderLen:size]})
		b = b[size:]
	}
}

// addBuildID adds the checksum of a file.
func (f *file) addBuildID(rec record) {
	const hasSize = 1 << 15
	if len(rec.body) < 28 {
		return
	}
	id := rec.body[4:24]
	if n := rec.body[24]; rec.misc&hasSize != 0 && int(n) <= len(id) {
		id = id[:n]
	}
	f.buildIDs[cstring(rec.body[28:])] = string(id)
}

func (f *file) damage(err error) error { return &tracefeed.Damage{Offset: f.at, Err: err} }

// cstring returns the text before the first zero.
func cstring(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}
