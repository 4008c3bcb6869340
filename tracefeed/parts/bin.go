package parts

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/joined"
)

// readBin reads the statements of a trace.bin about its process.
func readBin(in tracefeed.Input) (*trace, error) {
	b, err := binfeed.Open(in.At, in.Size)
	if err != nil {
		return nil, err
	}
	t := &trace{ended: b.Complete(), sched: b.Header().Sched, tables: b.Tables(), named: true}
	t.describe(b.Header(), b.Property)
	t.place.Number = func(id tracefeed.ThreadID) int64 { return b.OSThreads()[id] }
	if n := len(b.Entries()); n > 0 {
		t.length = int64(b.Entries()[n-1].End)
	}
	t.several = joined.Own(b.Tables()) > 1
	return t, nil
}

// describe sets the name, command, place and parent of the process of a trace.bin.
func (t *trace) describe(h binfeed.Header, property func(key string) string) {
	t.name = property("process")
	t.command = cmp.Or(property("title"), property("command")) // as ps shows it
	if role, ok := strings.CutPrefix(property("title"), t.name+":"); ok {
		t.role = strings.TrimSpace(role)
	}
	t.place.Wall, t.place.Process = h.Wall, int64(h.PID)
	if start, err := strconv.ParseInt(property(binfeed.StartKey), 10, 64); err == nil && start > 0 {
		t.place.Monotonic = start
		if born, err := strconv.ParseInt(property("born"), 10, 64); err == nil && born <= start {
			t.lead = start - born
		}
	}
	t.preloaded = property("recorder") == "preload"
	t.parent, _ = strconv.ParseInt(property("parent"), 10, 32)
}

// mainOf returns the first thread with the number of the process; NoThread if none has it.
func mainOf(t *tracefeed.Tables, place tracefeed.Place) tracefeed.ThreadID {
	for _, id := range ids(t) {
		if place.Process != 0 && place.Number(id) == place.Process {
			return id
		}
	}
	return tracefeed.NoThread
}

// openBin opens a trace.bin. If early is set, it reads the trace once to find the threads that
// have no start in it.
func (o *opener) openBin(path string, early bool) (s joined.Source, err error) {
	file, err := o.Open(path)
	if err != nil {
		return s, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	b, err := binfeed.Open(file.At, file.Size)
	if err != nil {
		return s, err
	}
	s.Number = func(id tracefeed.ThreadID) int64 { return b.OSThreads()[id] }
	s.Open = !b.Complete() && b.Property("writer") == "program"
	s.Main = mainOf(b.Tables(), tracefeed.Place{Process: int64(b.Header().PID), Number: s.Number})
	if early {
		feed, err := open(file)
		if err != nil {
			return s, err
		}
		if s.Early, err = joined.Early(feed); err != nil {
			return s, fmt.Errorf("%s: %w", path, err)
		}
		s.Tables = feed.Tables() // the names in a damaged file depend on how it is read
	}
	source, err := open(file)
	if err != nil {
		return s, err
	}
	s.Feed = &measured{Source: source, meter: &o.meter, part: o.partName(path), close: file.Close}
	return s, nil
}

// open opens a trace.bin from its start.
func open(file Bytes) (*tracefeed.Source, error) {
	file.Reader = file.fromStart()
	return tracefeed.OpenInput(file.Input, []tracefeed.Format{binfeed.Format()})
}
