package schedtext

import (
	"bytes"
	"iter"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// stacks collects the stack behind an event, a call a line:
//
//	ffffffff821fb643 schedule+0x23 ([kernel.kallsyms])
//	fdd6b ioctl+0x3b (/usr/lib/x86_64-linux-gnu/libc.so.6)
type stacks struct {
	index *tracefeed.StackIndex
	known map[string]stack // by their text
	text  []byte
}

// stack is what a stack tells.
type stack struct {
	id        tracefeed.StackID
	all       tracefeed.StackID // with the functions of the kernel
	why       sched.Reason
	interrupt bool
}

func (s *stacks) reset() { s.text = s.text[:0] }

// add adds a line; it returns false if that is not a call.
func (s *stacks) add(text []byte) bool {
	if text[0] != '\t' && text[0] != ' ' {
		return false
	}
	text = bytes.TrimSpace(text)
	address, rest, ok := bytes.Cut(text, []byte(" "))
	if !ok || !hexadecimal(address) || len(rest) == 0 || rest[len(rest)-1] != ')' {
		return false
	}
	if len(s.text)+len(text) < maxStack {
		s.text = append(append(s.text, text...), '\n')
	}
	return true
}

// maxStack is the maximum length of the text of a stack.
const maxStack = 1 << 16

// end returns the stack of the collected lines. That of a sample has the functions of the
// kernel, too; that of a wait begins at the program's call into the kernel.
func (s *stacks) end(sample bool) stack {
	if len(s.text) == 0 {
		return stack{}
	}
	found, ok := s.known[string(s.text)]
	if !ok {
		found = s.parse(string(s.text))
		s.known[string(s.text)] = found
	}
	if sample {
		found.id = found.all
	}
	return found
}

func (s *stacks) parse(text string) (found stack) {
	var all []tracefeed.Frame
	kernel := 0
	for l := range strings.Lines(text) {
		address, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		i := strings.LastIndex(rest, " (")
		if i < 0 {
			continue
		}
		name, module := rest[:i], rest[i+2:len(rest)-1]
		if plus := strings.LastIndex(name, "+0x"); plus > 0 {
			name = name[:plus]
		}
		if name == "[unknown]" {
			name = "0x" + address
			if at := strings.LastIndexByte(module, '/'); at >= 0 && !strings.HasPrefix(module, "[") {
				name = module[at+1:] + "+" + name
			}
		}
		if strings.HasPrefix(module, "[") && kernel == len(all) && module != "[unknown]" && module != "[vdso]" {
			kernel++
		}
		all = append(all, tracefeed.Frame{Func: name})
	}
	found.why = sched.ReasonOf(names(all[:kernel]))
	for f := range names(all[:kernel]) {
		found.interrupt = found.interrupt || sched.FromInterrupt(f)
	}
	found.all = s.index.Add(all)
	if found.id = found.all; kernel < len(all) {
		found.id = s.index.Add(all[kernel:])
	}
	return found
}

func names(frames []tracefeed.Frame) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range frames {
			if !yield(f.Func) {
				return
			}
		}
	}
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
