package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/merge"
)

// processTrace is the trace of one process, or of one of the programs that it has run.
type processTrace struct {
	path           string
	pid, parent    uint32
	name, command  string
	role           string // by the title that the process has written: "worker process" of "nginx: worker process"
	start, born    uint64 // on the clock of the machine, in nanoseconds: of the trace, of the process
	end            uint64 // of the trace
	wall           int64
	ended, several bool
	process        tracefeed.ProcessID
}

// mergeTraces writes one trace of those of several processes, and returns the number of
// processes in it, and the paths of traces that it leaves out. It writes none if only one
// is left.
func mergeTraces(paths []string, to string, memory *timeline.Memory) (processes int, left []string, err error) {
	var all []processTrace
	for _, path := range paths {
		t, err := readProcess(path)
		if err != nil {
			return 0, nil, err
		}
		if t == nil {
			left = append(left, path)
			continue
		}
		all = append(all, *t)
	}
	slices.SortStableFunc(all, func(a, b processTrace) int { return cmp.Compare(a.born, b.born) })
	all = withoutLaunchers(withoutPrologue(all))
	if len(all) < 2 {
		for _, t := range all {
			left = append(left, t.path)
		}
		return 0, left, nil
	}
	table := tableOf(all)
	feed := &mergedFeed{Feed: merge.New(table, partsOf(all)), header: binfeed.Header{PID: all[0].pid, Wall: all[0].wall}}
	defer feed.Close()
	return len(table) - 1, left, writeFeed(to, feed, all[0].name, memory)
}

// mergedFeed is the feed of several traces, with a header for the file.
type mergedFeed struct {
	*merge.Feed
	header binfeed.Header
}

// Origin returns the header of the merged trace.
func (f *mergedFeed) Origin() (binfeed.Header, []binfeed.Property) {
	return f.header, []binfeed.Property{{Key: "recorder", Value: "tiv record"}}
}

// openSized opens a file, and returns its size.
func openSized(path string) (f *os.File, size int64, err error) {
	if f, err = os.Open(path); err != nil {
		return nil, 0, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, st.Size(), nil
}

// readProcess reads of which process a trace is; nil if it is none that can be merged.
func readProcess(path string) (*processTrace, error) {
	f, size, err := openSized(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := binfeed.Open(f, size)
	if err != nil {
		return nil, nil // of another format
	}
	h := b.Header()
	t := &processTrace{path: path, pid: h.PID, wall: h.Wall, name: b.Property("process"), ended: b.Complete()}
	t.command = cmp.Or(b.Property("title"), b.Property("command")) // as ps shows it
	if role, ok := strings.CutPrefix(b.Property("title"), t.name+":"); ok {
		t.role = strings.TrimSpace(role)
	}
	start, err := strconv.ParseUint(b.Property("clock-start"), 10, 64)
	if err != nil || h.PID == 0 || h.Sched {
		return nil, nil
	}
	if t.born, err = strconv.ParseUint(b.Property("born"), 10, 64); err != nil || t.born > start {
		t.born = start
	}
	t.start, t.end, t.several = start, start, merge.Own(b.Tables()) > 1
	if n := len(b.Entries()); n > 0 {
		t.end += uint64(b.Entries()[n-1].End)
	}
	parent, _ := strconv.ParseUint(b.Property("parent"), 10, 32)
	t.parent = uint32(parent)
	if t.name == "" {
		t.name = "process"
	}
	return t, nil
}

// withoutPrologue leaves out what a process ran with one thread before it became the first
// program with several, and the processes that had ended then: the wrapper of a language's
// versions runs dozens of programs to find the one that it then becomes.
func withoutPrologue(all []processTrace) []processTrace {
	first := slices.IndexFunc(all, func(t processTrace) bool { return t.several })
	if first < 0 || !slices.ContainsFunc(all[:first], func(t processTrace) bool { return t.pid == all[first].pid }) {
		return all
	}
	program := all[first]
	before := slices.DeleteFunc(slices.Clone(all[:first]), func(t processTrace) bool {
		return t.pid == program.pid || t.end <= program.start
	})
	return append(before, all[first:]...)
}

// withoutLaunchers leaves out the processes with one thread that only start a program with
// several, such as a shell: from the first process on, as long as each starts only one.
func withoutLaunchers(all []processTrace) []processTrace {
	for i := range all {
		if all[i].several {
			return all[i:]
		}
		children := map[uint32]bool{}
		for _, t := range all[i+1:] {
			if t.pid != all[i].pid && t.parent == all[i].pid {
				children[t.pid] = true
			}
		}
		if len(children) > 1 {
			return all
		}
	}
	return all
}

// tableOf makes the table of the processes, and sets the process of each trace. A process that
// has run several programs has the name of the last one. Equal names have the process id, and
// what the process has called itself.
func tableOf(all []processTrace) []tracefeed.Process {
	table, latest := make([]tracefeed.Process, 1), map[uint32]int{}
	roles := make([]string, 1)
	times := map[uint32]int{}
	for i := range all {
		t := &all[i]
		before, known := latest[t.pid]
		if latest[t.pid] = i; known && !all[before].ended {
			t.process = all[before].process
			table[t.process].Name, table[t.process].Command = t.name, t.command
			roles[t.process] = t.role
			continue
		}
		id := strconv.Itoa(int(t.pid))
		if times[t.pid]++; times[t.pid] > 1 { // a number is used again
			id += "." + strconv.Itoa(times[t.pid])
		}
		p := tracefeed.Process{ID: id, Name: t.name, Command: t.command}
		if parent, ok := latest[t.parent]; ok {
			p.Parent = all[parent].process
		}
		table, roles = append(table, p), append(roles, t.role)
		t.process = tracefeed.ProcessID(len(table) - 1)
	}
	count := map[string]int{}
	for _, p := range table {
		count[p.Name]++
	}
	for i := range table {
		if p := &table[i]; count[p.Name] > 1 {
			p.Name += " " + p.ID
			if roles[i] != "" {
				p.Name += ": " + roles[i]
			}
		}
	}
	return table
}

// partsOf returns the traces in the form that merge needs. Time 0 is the first start.
func partsOf(all []processTrace) (parts []merge.Part) {
	several := map[tracefeed.ProcessID]bool{}
	for _, t := range all {
		several[t.process] = several[t.process] || t.several
	}
	for _, t := range all {
		parts = append(parts, merge.Part{
			Process: t.process, Several: several[t.process],
			Start: tracefeed.Time(t.start - all[0].born), Begin: tracefeed.Time(t.born - all[0].born),
			Open: func() (merge.Source, error) { return openProcess(t.path) },
		})
	}
	return parts
}

// processFeed is the feed of a file that it closes.
type processFeed struct {
	tracefeed.Feed
	file *os.File
}

func (f *processFeed) Close() error {
	err := f.Feed.Close()
	return cmp.Or(f.file.Close(), err)
}

// openProcess opens the trace of a process. It reads the trace once to find the threads
// that have no start in it.
func openProcess(path string) (s merge.Source, err error) {
	f, size, err := openSized(path)
	if err != nil {
		return s, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	open := func() (tracefeed.Feed, error) {
		return binfeed.Format().Open(tracefeed.Input{Name: path, Reader: io.NewSectionReader(f, 0, size), At: f, Size: size})
	}
	b, err := binfeed.Open(f, size)
	if err != nil {
		return s, err
	}
	s.Tables, s.Numbers = b.Tables(), b.OSThreads()
	s.Open = !b.Complete() && b.Property("writer") == "program"
	for id, number := range s.Numbers {
		if number == int64(b.Header().PID) && (s.Main == tracefeed.NoThread || id < s.Main) {
			s.Main = id
		}
	}
	feed, err := open()
	if err != nil {
		return s, err
	}
	if s.Early, err = merge.Early(feed); err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	if feed, err = open(); err != nil {
		return s, err
	}
	s.Feed = &processFeed{feed, f}
	return s, nil
}
