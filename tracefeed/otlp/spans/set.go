package spans

// Set collects the spans of a file or a request.
type Set struct {
	*Names
	List []Span
	// Marks are the moments at which logs show spans open.
	Marks []Mark
	// Most limits the spans, the links and the marks, each; 0 is no limit. Refused is the
	// number of spans and marks beyond it.
	Most, Refused int
	// Numbers of spans without a start, and with an end before their start.
	Startless, Reversed int

	links int
	// used: a span or mark has the last process.
	used bool
}

// NewSet returns an empty set.
func NewSet() *Set { return &Set{Names: NewNames()} }

// addProcess begins the spans of a process, whose attributes may follow. One that no span has
// gives its place to the next.
func (s *Set) addProcess() int32 {
	if n := len(s.Processes); n > 0 && !s.used {
		s.Processes[n-1] = Process{}
		return int32(n - 1)
	}
	s.used = false
	s.Processes = append(s.Processes, Process{})
	return int32(len(s.Processes) - 1)
}

// add adds a span.
func (s *Set) add(x Span, name string, n *notes) {
	if x.Start <= 0 {
		s.Startless++
		return
	}
	if s.Most > 0 && len(s.List) >= s.Most {
		s.Refused++
		return
	}
	name = n.stand(&x, name)
	if x.End <= 0 {
		x.End = Open
	}
	if x.End < x.Start {
		x.End = x.Start
		s.Reversed++
	}
	n.thread.Process = x.Process
	x.Name, x.Thread = s.Name(name), s.Thread(n.thread)
	s.List = append(s.List, x)
	s.used = true
}

// addMark adds a moment at which a span was open.
func (s *Set) addMark(m Mark) {
	if m.At <= 0 || !m.ID.Named() {
		return
	}
	if s.Most > 0 && len(s.Marks) >= s.Most {
		s.Refused++
		return
	}
	s.Marks = append(s.Marks, m)
	s.used = true
}

// addLink adds a link to a span, unless there are too many.
func (s *Set) addLink(x *Span, to ID) {
	if s.Most > 0 && s.links >= s.Most {
		return
	}
	s.links++
	x.Links = append(x.Links, to)
}
