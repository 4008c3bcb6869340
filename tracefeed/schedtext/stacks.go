package schedtext

import (
	"bytes"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// stacks collects the stack behind an event, a call a line. Addresses, modules or names can
// be missing, and a line with the place in the source can follow:
//
//	ffffffff821fb643 schedule+0x23 ([kernel.kallsyms])
//	fdd6b ioctl+0x3b (/usr/lib/x86_64-linux-gnu/libc.so.6)
//	main.c:12
//
// Those of ftrace are the kernel's, behind an arrow:
//
//	=> schedule
//	=> nf_hook_slow [nf_tables] (ffffffffc0a1)
type stacks struct {
	ftrace bool
	index  *tracefeed.StackIndex
	known  map[string]sched.Stack // by their text
	text   []byte
	// addressed: calls have addresses; bare: they have none. Both are false before the first.
	addressed, bare bool
}

func (s *stacks) reset() { s.text = s.text[:0] }

// add adds a line; it returns false if that is not a call.
func (s *stacks) add(text []byte) bool {
	indented := text[0] == '\t' || text[0] == ' '
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return false
	}
	if s.ftrace {
		return s.arrow(text)
	}
	address, rest, _ := bytes.Cut(text, []byte(" "))
	inModule := text[len(text)-1] == ')' && bytes.Contains(text, []byte(" ("))
	switch {
	case hexadecimal(address) && !s.bare && !named(address, rest) && (inModule || indented && !bytes.HasSuffix(rest, []byte(":"))):
		s.addressed = true
	case indented && len(s.text) > 0 && place(text):
	case indented && !s.addressed && (inModule || s.bare || len(s.known) == 0 && len(s.text) == 0):
		s.bare = true
	case indented && inModule:
	default:
		return false
	}
	s.keep(text)
	return true
}

// arrow adds a line of ftrace.
func (s *stacks) arrow(text []byte) bool {
	call, ok := bytes.CutPrefix(text, []byte("=> "))
	if ok {
		call, _, _ = bytes.Cut(call, []byte(" ["))
		s.keep(call)
	}
	return ok
}

// keep keeps the text of a call.
func (s *stacks) keep(text []byte) {
	if len(s.text)+len(text) < maxStack {
		s.text = append(append(s.text, text...), '\n')
	}
}

// named reports whether a hexadecimal number that begins a call is the name of its function:
// the module follows, or nothing.
func named(number, rest []byte) bool {
	const short = 4 // digits
	return bytes.HasPrefix(rest, []byte("(")) || len(rest) == 0 && len(number) < short
}

// place reports whether a line is a place in the source: main.c:12.
func place(text []byte) bool {
	i := bytes.LastIndexByte(text, ':')
	return i > 0 && decimal(text[i+1:]) >= 0 && !bytes.ContainsAny(text, " ()")
}

// maxStack is the maximum length of the text of a stack.
const maxStack = 1 << 16

// end returns the stack of the collected lines. That of a sample has the functions of the
// kernel, too; that of a wait begins at the program's call into the kernel.
func (s *stacks) end(sample bool) sched.Stack {
	if len(s.text) == 0 {
		return sched.Stack{}
	}
	found, ok := s.known[string(s.text)]
	if !ok {
		found = s.parse(string(s.text))
		s.known[string(s.text)] = found
	}
	if sample {
		found.ID = found.All
	}
	return found
}

func (s *stacks) parse(text string) sched.Stack {
	var all []tracefeed.Frame
	kernel := 0
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if n := len(all); n > 0 && place([]byte(l)) {
			at := strings.LastIndexByte(l, ':')
			all[n-1].File, all[n-1].Line = l[:at], decimal([]byte(l[at+1:]))
			continue
		}
		name, module := s.call(l)
		if (s.ftrace || strings.HasPrefix(module, "[")) && kernel == len(all) && module != "[unknown]" && module != "[vdso]" {
			kernel++
		}
		all = append(all, tracefeed.Frame{Func: name})
	}
	return sched.NewStack(s.index, all, kernel)
}

// call returns the function and the module of a line.
func (s *stacks) call(text string) (name, module string) {
	address := ""
	if name = text; s.addressed {
		address, name, _ = strings.Cut(text, " ")
	}
	if i := strings.LastIndex(name, " ("); i >= 0 && strings.HasSuffix(name, ")") {
		name, module = name[:i], name[i+2:len(name)-1]
	}
	if plus := strings.LastIndex(name, "+0x"); plus > 0 {
		name = name[:plus]
	}
	if name = strings.TrimSpace(name); name == "[unknown]" && address != "" || name == "" {
		name = "0x" + address
		if at := strings.LastIndexByte(module, '/'); at >= 0 && !strings.HasPrefix(module, "[") {
			name = module[at+1:] + "+" + name
		}
	}
	return name, module
}

func hexadecimal(b []byte) bool {
	if len(b) == 0 || len(b) > 16 {
		return false
	}
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
