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

// readBin reads what a trace.bin says about its process.
func readBin(in tracefeed.Input) (*trace, error) {
	b, err := binfeed.Open(in.At, in.Size)
	if err != nil {
		return nil, err
	}
	if len(b.Tables().Processes) > 0 {
		return nil, errSeveral
	}
	h := b.Header()
	t := &trace{name: b.Property("process"), ended: b.Complete(), sched: h.Sched, tables: b.Tables()}
	t.command = cmp.Or(b.Property("title"), b.Property("command")) // as ps shows it
	if role, ok := strings.CutPrefix(b.Property("title"), t.name+":"); ok {
		t.role = strings.TrimSpace(role)
	}
	t.place = tracefeed.Place{Wall: h.Wall, Process: int64(h.PID),
		Number: func(id tracefeed.ThreadID) int64 { return b.OSThreads()[id] }}
	if start, err := strconv.ParseInt(b.Property(binfeed.StartKey), 10, 64); err == nil && start > 0 {
		t.place.Monotonic = start
		if born, err := strconv.ParseInt(b.Property("born"), 10, 64); err == nil && born <= start {
			t.lead = start - born
		}
	}
	if n := len(b.Entries()); n > 0 {
		t.length = int64(b.Entries()[n-1].End)
	}
	t.preloaded = b.Property("recorder") == "preload"
	t.several = joined.Own(b.Tables()) > 1
	t.parent, _ = strconv.ParseInt(b.Property("parent"), 10, 32)
	return t, nil
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
	s.Number = func(id tracefeed.ThreadID) int64 {
		if all := b.OSThreads(); int(id) < len(all) {
			return all[id]
		}
		return 0
	}
	s.Open = !b.Complete() && b.Property("writer") == "program"
	for id, number := range b.OSThreads() {
		if number == int64(b.Header().PID) && (s.Main == tracefeed.NoThread || id < s.Main) {
			s.Main = id
		}
	}
	if early {
		feed, err := open(file)
		if err != nil {
			return s, err
		}
		if s.Early, err = joined.Early(feed); err != nil {
			return s, fmt.Errorf("%s: %w", path, err)
		}
		s.Tables = feed.Tables() // those of a damaged file depend on how it is read
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
