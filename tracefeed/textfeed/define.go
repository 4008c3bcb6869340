package textfeed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"tiv/tracefeed"
)

// The words that begin definitions, in place of the time of an event.
const (
	wordThread  = "thread"
	wordMonitor = "monitor"
	wordName    = "name"
	wordFrame   = "frame"
	wordStack   = "stack"
	wordProcess = "process"
	wordType    = "type"
	wordTrace   = "trace"
)

// defines reports whether a line that begins with word is a definition.
func defines(word []byte) bool {
	switch string(word) {
	case wordThread, wordMonitor, wordName, wordFrame, wordStack, wordProcess, wordType, wordTrace:
		return true
	}
	return false
}

// wholeDefinition returns the definition that begins with text, joined with its
// continuation lines.
func (f *reader) wholeDefinition(text []byte) ([]byte, error) {
	goesOn := func() bool { return len(text) > 0 && text[len(text)-1] == '\\' }
	if !goesOn() {
		return text, nil
	}
	f.long = f.long[:0]
	for goesOn() {
		f.long = append(f.long, text[:len(text)-1]...)
		var err error
		if text, err = f.readLine(); err == io.EOF {
			return nil, errors.New("the file ends within a definition")
		} else if err != nil {
			return nil, err
		}
		if len(f.long)+len(text) > maxDefinition {
			return nil, fmt.Errorf("the definition is longer than %d bytes", maxDefinition)
		}
	}
	f.long = append(f.long, text...)
	return f.long, nil
}

// define reads the definition that begins with text into the tables. It leaves
// them unchanged on an error.
func (f *reader) define(text []byte) error {
	text, err := f.wholeDefinition(text)
	if err != nil {
		return err
	}
	if !utf8.Valid(text) {
		return errNotUTF8
	}
	rest := words(text)
	keyword := string(rest.next())
	word := rest.next()
	if keyword == wordTrace {
		for ; word != nil && err == nil; word = rest.next() {
			err = f.state(string(word))
		}
		return err
	}
	if keyword == wordType && word != nil {
		f.defineType(word, rest)
		return nil
	}
	if word == nil || string(word) == "-" {
		return fmt.Errorf("%s: want a word to define", keyword)
	}
	word = unescape(word)
	switch keyword {
	case wordFrame:
		err = f.defineFrame(word, rest)
	case wordStack:
		err = f.defineStack(word, rest)
	default:
		var a attributes
		if err = a.parse(keyword, rest); err == nil {
			err = f.defineWord(keyword, word, &a)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", keyword, err)
	}
	return nil
}

// attributes are the values in a definition of a thread, monitor or name; nil
// for each that is absent.
type attributes struct{ id, name, system, process, parent, command []byte }

func (a *attributes) parse(keyword string, rest words) error {
	for word := rest.next(); word != nil; word = rest.next() {
		k, value, _ := bytes.Cut(word, []byte("="))
		var to *[]byte
		switch {
		case len(k) == len(word):
		case string(k) == "id":
			to = &a.id
		case string(k) == "name" && keyword != wordName:
			to = &a.name
		case string(k) == "system" && keyword == wordThread:
			to = &a.system
		case string(k) == "process" && keyword == wordThread:
			to = &a.process
		case string(k) == "parent" && keyword == wordProcess:
			to = &a.parent
		case string(k) == "command" && keyword == wordProcess:
			to = &a.command
		}
		switch {
		case to == nil:
			return fmt.Errorf("unexpected %q", clip(word))
		case *to != nil:
			return fmt.Errorf("duplicate %q", clip(word))
		}
		*to = unescape(value)
	}
	if s := string(a.system); a.system != nil && s != "yes" && s != "no" {
		return fmt.Errorf("system=%s: want yes or no", clip(a.system))
	}
	return nil
}

func (f *reader) defineWord(keyword string, word []byte, a *attributes) error {
	switch keyword {
	case wordThread:
		known := len(f.tables.Threads)
		id := f.thread(word)
		th := f.tables.Threads[id]
		a.apply(&th.ID, &th.Name, int(id) == known)
		if a.name != nil {
			f.named[id] = struct{}{}
		}
		if a.system != nil {
			th.System = string(a.system) == "yes"
		}
		if a.process != nil {
			process, err := f.process(a.process)
			if err != nil {
				return err
			}
			th.Process = process
		}
		f.tables.NameThread(id, th)
	case wordMonitor:
		known := len(f.tables.Monitors)
		id := f.monitor(word)
		m := f.tables.Monitors[id]
		a.apply(&m.ID, &m.Name, int(id) == known)
		f.tables.NameMonitor(id, m)
	case wordProcess:
		return f.defineProcess(word, a)
	case wordName:
		known := len(f.tables.Names)
		id := f.name(word)
		if int(id) < known {
			return fmt.Errorf("%q is in use", clip(word))
		}
		if a.id != nil {
			f.tables.Names[id] = string(a.id)
		}
	}
	return nil
}

// defineProcess adds a process.
func (f *reader) defineProcess(word []byte, a *attributes) error {
	if _, ok := f.processes[string(word)]; ok {
		return fmt.Errorf("%q is defined twice", clip(word))
	}
	p := tracefeed.Process{ID: string(word), Name: string(word), Command: string(a.command)}
	a.apply(&p.ID, &p.Name, true)
	if a.parent != nil {
		parent, err := f.process(a.parent)
		if err != nil {
			return err
		}
		p.Parent = parent
	}
	f.processes[string(word)] = f.tables.AddProcess(p)
	return nil
}

// process returns the process with a word; - is none.
func (f *reader) process(word []byte) (tracefeed.ProcessID, error) {
	id, ok := f.processes[string(word)]
	if !ok && string(word) != "-" {
		return tracefeed.NoProcess, fmt.Errorf("process %q is not defined", clip(word))
	}
	return id, nil
}

// apply sets the id and name of a thread or monitor, which may be new.
func (a *attributes) apply(id, name *string, isNew bool) {
	if a.id != nil {
		*id = string(a.id)
		if isNew {
			*name = *id
		}
	}
	if a.name != nil {
		*name = string(a.name)
	}
}

// defineType reads the rest of a line "type WORD [WORD …]". The words are those of names.
func (f *reader) defineType(word []byte, rest words) {
	is := tracefeed.Type{Name: f.name(parseName(word))}
	for super := rest.next(); super != nil; super = rest.next() {
		is.Supertypes = append(is.Supertypes, f.name(parseName(super)))
	}
	f.tables.AddType(is)
}

// defineFrame reads the rest of a line "frame WORD FUNCTION [FILE:LINE]".
func (f *reader) defineFrame(word []byte, rest words) error {
	if _, ok := f.frames[string(word)]; ok {
		return fmt.Errorf("%q is defined twice", clip(word))
	}
	function := rest.next()
	if function == nil {
		return errors.New("want a function, or -")
	}
	frame := tracefeed.Frame{Func: string(parseName(function))}
	if place := rest.next(); place != nil {
		colon := bytes.LastIndexByte(place, ':')
		line, err := strconv.ParseInt(string(place[colon+1:]), 10, 32)
		if colon < 0 || err != nil {
			return fmt.Errorf("%q: want FILE:LINE", clip(place))
		}
		frame.File, frame.Line = string(unescape(place[:colon])), int32(line)
	}
	if more := rest.next(); more != nil {
		return fmt.Errorf("unexpected %q", clip(more))
	}
	f.tables.Frames = append(f.tables.Frames, frame)
	f.frames[string(word)] = tracefeed.FrameID(len(f.tables.Frames) - 1)
	return nil
}

// defineStack reads the rest of a line "stack WORD [FRAME …]".
func (f *reader) defineStack(word []byte, rest words) error {
	if _, ok := f.stacks[string(word)]; ok {
		return fmt.Errorf("%q is defined twice", clip(word))
	}
	var frames []tracefeed.FrameID
	for next := rest.next(); next != nil; next = rest.next() {
		id := tracefeed.FrameID(0)
		if name := parseName(next); name != nil {
			var ok bool
			if id, ok = f.frames[string(name)]; !ok {
				return fmt.Errorf("frame %q is not defined", clip(name))
			}
		}
		frames = append(frames, id)
	}
	f.stacks[string(word)] = f.tables.AddStack(frames)
	return nil
}
