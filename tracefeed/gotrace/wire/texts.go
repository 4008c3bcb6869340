package wire

import (
	"errors"
	"fmt"

	"tiv/internal/varint"
	"tiv/tracefeed"
)

// texts are the strings of a generation.
type texts struct {
	ids  index // 0 is the empty string
	list []string
}

func newTexts() texts { return texts{newIndex(0), make([]string, 1)} }

// read adds the strings of a batch.
func (t *texts) read(data []byte) error {
	all := string(data)
	s := varint.New(data)
	for len(s.Rest) > 0 {
		if !s.Is(evString) {
			return fmt.Errorf("want a string, got an event of type %d", s.Rest[0])
		}
		id, size := s.Uvarint(), s.Uvarint()
		if size > maxStringBytes || size > uint64(len(s.Rest)) || s.Bad {
			return fmt.Errorf("a string of %d bytes, the most is %d, and %d are there", size, maxStringBytes, len(s.Rest))
		}
		if t.ids.find(id) >= 0 {
			return fmt.Errorf("duplicate string id %d", id)
		}
		from := len(all) - len(s.Rest)
		t.ids.add(id)
		t.list = append(t.list, all[from:from+int(size)])
		s.Rest = s.Rest[size:]
	}
	return nil
}

// stackTable is the stacks of a generation.
type stackTable struct {
	ids    index   // 0 is no stack
	ends   []int32 // by Stack: the end of its calls, and the start of the next one's
	all    []int32 // frames
	pcs    index
	frames []wireFrame // by the pc's number
	texts  *texts      // nil before resolve
}

// wireFrame is a frame; fn and file are ids of strings, and their numbers after
// resolve.
type wireFrame struct {
	fn, file uint64
	line     int32
}

func newStackTable() stackTable {
	return stackTable{ids: newIndex(0), ends: make([]int32, 1), pcs: newIndex(noID), frames: make([]wireFrame, 1)}
}

// read adds the stacks of a batch.
func (t *stackTable) read(data []byte) error {
	s := varint.New(data)
	for len(s.Rest) > 0 {
		if !s.Is(evStack) {
			return fmt.Errorf("want a stack, got an event of type %d", s.Rest[0])
		}
		id, size := s.Uvarint(), s.Uvarint()
		if size > maxStackFrames {
			return fmt.Errorf("a stack of %d frames, the most is %d", size, maxStackFrames)
		}
		for range size {
			pc := s.Uvarint()
			f := wireFrame{s.Uvarint(), s.Uvarint(), int32(s.Uvarint())}
			n := t.pcs.find(pc)
			if n < 0 {
				n = t.pcs.add(pc)
				t.frames = append(t.frames, f)
			}
			t.all = append(t.all, n)
		}
		if s.Bad {
			return errors.New("a stack is cut off")
		}
		if t.ids.find(id) >= 0 {
			return fmt.Errorf("duplicate stack id %d", id)
		}
		t.ids.add(id)
		t.ends = append(t.ends, int32(len(t.all)))
	}
	return nil
}

// resolve checks that all strings named by frames exist.
func (t *stackTable) resolve(texts *texts) error {
	t.texts = texts
	for i := range t.frames {
		f := &t.frames[i]
		fn, file := texts.ids.find(f.fn), texts.ids.find(f.file)
		if fn < 0 || file < 0 {
			return fmt.Errorf("a frame names the strings %d and %d, which are not there", f.fn, f.file)
		}
		f.fn, f.file = uint64(fn), uint64(file)
	}
	return nil
}

// calls returns the frames of a stack.
func (t *stackTable) calls(n Stack) []int32 { return t.all[t.ends[n-1]:t.ends[n]] }

func (t *stackTable) frame(n int32) tracefeed.Frame {
	f := &t.frames[n]
	return tracefeed.Frame{Func: t.texts.list[f.fn], File: t.texts.list[f.file], Line: f.line}
}
