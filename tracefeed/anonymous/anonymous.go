package anonymous

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// Kind is the kind of a name, and the first word of its replacement.
type Kind string

// The kinds. A name keeps its first kind.
const (
	Thread   Kind = "thread"
	Lock     Kind = "lock"
	Function Kind = "function"
	File     Kind = "file"
	// Name is a task, a region or a counter.
	Name Kind = "name"
	// ID is an id of a thread besides its name.
	ID      Kind = "id"
	host    Kind = "host"
	Cluster Kind = "cluster"
)

// Names are the replacements of one trace. They grow with its names.
type Names struct {
	replaced map[string]string
	count    map[Kind]int
}

// New returns no replacements yet.
func New() *Names { return &Names{map[string]string{}, map[Kind]int{}} }

// stem returns the replacement of a name without numbers.
func (n *Names) stem(k Kind, s string) string {
	if s == "" || common[s] {
		return s
	}
	if r, ok := n.replaced[s]; ok {
		return r
	}
	r := string(k) + "-" + letters(n.count[k])
	n.count[k]++
	n.replaced[s] = r
	return r
}

// letters returns A, B … Z, AA, AB and so on.
func letters(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('A'+(i-1)%26)) + s
	}
	return s
}

// member matches a name that ends with a number.
var member = regexp.MustCompile(`(?s)^(.*?)([ #:@$_./-]?)([0-9]{1,20})$`)

// Of returns the replacement of a name. A number or an address stays as it is, as does the
// number at the end of another name.
func (n *Names) Of(k Kind, s string) string {
	if numeric(s) || special[s] {
		return s
	}
	number := ""
	if m := member.FindStringSubmatch(s); m != nil && m[1] != "" {
		s, number = m[1], m[2]+m[3]
	}
	if code(s) {
		if full := s + number; number != "" && digit(number[0]) || closure.MatchString(full) {
			return n.Function(full)
		}
		return n.Function(s) + number
	}
	return n.stem(k, s) + number
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// numeric reports whether a name is a number, in any usual base.
func numeric(s string) bool {
	_, err := strconv.ParseUint(s, 0, 64)
	return err == nil
}

// code reports whether a name looks like a function or class.
func code(s string) bool {
	return !strings.ContainsAny(s, " \t\n") && strings.ContainsAny(s, ".:(") && !numeric(strings.NewReplacer(".", "", ":", "").Replace(s))
}

// closure matches the name of a function within another one.
var closure = regexp.MustCompile(`(?s)^(.+?)((?:\.func[0-9]+|\.gowrap[0-9]+|\.deferwrap[0-9]+|-range[0-9]+|-fm|\.[0-9]+)+)$`)

// Function returns the replacement of a function. Functions within it keep their endings.
func (n *Names) Function(s string) string {
	if f, ok := Standard(s); ok {
		return f
	}
	end := ""
	if m := closure.FindStringSubmatch(s); m != nil {
		s, end = m[1], m[2]
	}
	return n.stem(Function, s) + end
}

// name returns the replacement of the name of a task, a region, a counter or a stream. A stream keeps
// its form, which says which is the other direction.
func (n *Names) name(s string) string {
	words := strings.SplitN(s, " ", 4)
	if tracefeed.StreamOf(s).Back == "" || len(words) < 4 {
		return n.Of(Name, s)
	}
	return words[0] + " " + n.address(words[1]) + " " + words[2] + " " + n.address(words[3])
}

// address returns the replacement of one end of a connection. Numbers and ports stay.
func (n *Names) address(s string) string {
	if at := strings.LastIndexByte(s, ':'); at > 0 && numeric(s[at+1:]) {
		return n.stem(host, s[:at]) + s[at:]
	}
	if numeric(s) {
		return s
	}
	return n.stem(host, s)
}

// Thread returns a thread with other names.
func (n *Names) Thread(th tracefeed.Thread) tracefeed.Thread {
	id := Thread
	if th.Name != th.ID {
		id = ID
	}
	return tracefeed.Thread{Name: n.Of(Thread, th.Name), ID: n.Of(id, th.ID), System: th.System, Process: th.Process}
}

// process returns a process with another name, and without its command.
func (n *Names) process(p tracefeed.Process) tracefeed.Process {
	return tracefeed.Process{ID: n.Of(ID, p.ID), Name: n.Of(Thread, p.Name), Parent: p.Parent}
}

// Monitor returns a monitor with other names.
func (n *Names) Monitor(m tracefeed.Monitor) tracefeed.Monitor {
	out := tracefeed.Monitor{ID: n.Of(Lock, m.ID)}
	place, ok := strings.CutPrefix(m.Name, m.ID+" ")
	if !ok || m.ID == "" {
		out.Name = n.Of(Lock, m.Name)
		return out
	}
	words := []string{out.ID} // followed by the class and the place, as sources have it
	for _, w := range strings.Fields(place) {
		words = append(words, n.Of(Lock, w))
	}
	out.Name = strings.Join(words, " ")
	return out
}

// Frame returns a call with other names. The line stays.
func (n *Names) Frame(f tracefeed.Frame) tracefeed.Frame {
	if at := python.FindStringIndex(f.File); at != nil { // its library
		return tracefeed.Frame{Func: f.Func, File: f.File[at[0]:], Line: f.Line}
	}
	out := tracefeed.Frame{Func: n.Function(f.Func), Line: f.Line}
	switch {
	case f.File == "":
	case javaFunction.MatchString(f.Func):
		out.File = base(f.File)
	case standard(out.Func):
		out.File = path.Join(packageOf(out.Func), base(f.File))
	default:
		out.File = n.file(f.File)
	}
	return out
}

// file returns the replacement of a path of the program, with its extension.
func (n *Names) file(s string) string {
	ext := path.Ext(s)
	if !extensions[ext] {
		ext = ""
	}
	file := n.stem(File, s) + ext
	if strings.Contains(s, "/lib/python") { // not the program's own
		return "/lib/python/" + file
	}
	return file
}

// base returns the last part of a path of any system.
func base(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// Header returns a header without texts that can quote the trace.
func Header(h tracefeed.Header) tracefeed.Header {
	if !formats[h.Format] {
		h.Format = "trace"
	}
	if h.Remarks() != "" {
		h.Note = "a remark about the trace is left out, as it can have names"
		h.Recorder.Waits, h.Recorder.LeftOut = tracefeed.WaitSums{}, ""
	}
	if _, _, ok := h.Outside.Enders(); !ok { // not words of TIV
		h.Outside = ""
	}
	return h
}
