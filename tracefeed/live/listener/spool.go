package listener

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tiv/tracefeed/live/wire"
)

// The names of the two files of a feed end so.
const (
	traceExtension = ".bin"
	stateExtension = ".feed"
)

// fileName returns the name of the files of a feed, without extension: that of its program, its
// process id, and the start of its number.
func fileName(h *wire.Hello) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, h.Program)
	const longest = 64
	name = strings.TrimLeft(strings.ToValidUTF8(name[:min(len(name), longest)], ""), ".")
	return fmt.Sprintf("%s-%d-%s", name, h.Process, hex.EncodeToString(h.Feed[:4]))
}

// newFeed returns a feed with files in a folder, which it creates.
func newFeed(dir string, h wire.Hello) (f *Feed, err error) {
	f = &Feed{Hello: h, Path: filepath.Join(dir, fileName(&h)+traceExtension), changed: make(chan struct{})}
	if h.Format != "" && h.Format != "trace.bin" {
		f.state.Events = -1
	}
	if f.file, err = os.OpenFile(f.Path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, err
	}
	state := strings.TrimSuffix(f.Path, traceExtension) + stateExtension
	if f.states, err = os.OpenFile(state, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return nil, errors.Join(err, f.file.Close())
	}
	if _, err = f.states.WriteAt(h.Append(nil), stateLen); err == nil {
		err = f.save()
	}
	if err != nil {
		return nil, errors.Join(err, f.file.Close(), f.states.Close())
	}
	return f, nil
}

// The first line of the second file has the numbers, and always the same length, so that one write
// replaces it. The hello follows.
const (
	stateFormat = "next %d size %d missing %d lost %d ended %t"
	stateLen    = 160
)

// save writes the number of the next piece to the second file: what was received before may be
// acknowledged then.
func (f *Feed) save() error {
	f.mu.Lock()
	s := f.state
	f.mu.Unlock()
	line := fmt.Sprintf("%-*s\n", stateLen-1, fmt.Sprintf(stateFormat, s.Next, s.Size, s.Missing, s.Lost, s.Ended))
	if _, err := f.states.WriteAt([]byte(line), 0); err != nil {
		return &diskError{err}
	}
	f.saved = s.Next
	return nil
}

// load returns the feed of a second file. Bytes of the first one that were not acknowledged are
// cut off.
func load(path string) (f *Feed, err error) {
	f = &Feed{Path: strings.TrimSuffix(path, stateExtension) + traceExtension, changed: make(chan struct{})}
	if f.states, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	r := bufio.NewReader(f.states)
	line, err := r.ReadString('\n')
	if err == nil {
		s := &f.state
		_, err = fmt.Sscanf(line, stateFormat, &s.Next, &s.Size, &s.Missing, &s.Lost, &s.Ended)
	}
	if err == nil {
		f.Hello, err = wire.ReadHello(r)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.states.Close())
	}
	if f.file, err = os.OpenFile(f.Path, os.O_RDWR, 0); err != nil {
		return nil, errors.Join(err, f.states.Close())
	}
	f.saved = f.state.Next
	st, err := f.file.Stat()
	if err == nil && st.Size() < f.state.Size {
		err = fmt.Errorf("%s: it has %d bytes, less than the %d that were acknowledged", f.Path, st.Size(), f.state.Size)
	}
	if err == nil {
		err = f.file.Truncate(f.state.Size)
	}
	if err == nil {
		err = f.recount()
	}
	if err != nil {
		return nil, errors.Join(err, f.file.Close(), f.states.Close())
	}
	return f, nil
}

// recount reads the headers of the chunks that have arrived.
func (f *Feed) recount() error {
	if f.Hello.Format != "" && f.Hello.Format != "trace.bin" {
		f.state.Events = -1
		return nil
	}
	header := make([]byte, chunkLen)
	for at := int64(chunkLen); at+chunkLen <= f.state.Size; {
		if _, err := f.file.ReadAt(header, at); err != nil {
			return err
		}
		length, ok := chunkSize(header)
		if !ok {
			return nil // damaged: whoever reads it says so
		}
		f.state.describe(header)
		at += length
	}
	return nil
}
