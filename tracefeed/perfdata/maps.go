package perfdata

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// space is the memory of all processes: which file lies where. It names the functions of
// stacks.
type space struct {
	index *tracefeed.StackIndex
	// local: the symbols of this machine are used.
	local     bool
	processes map[int32]*process
	kernel    kernel
	modules   map[string]*module
	buildIDs  map[string]string
	stacks    map[string]sched.Stack
	key       []byte
}

// process is the memory of one process.
type process struct {
	maps []mapping // by start, without overlap
	// version distinguishes the states of the memory.
	version uint64
}

// mapping is a part of memory with the content of a file.
type mapping struct {
	start, end, offset uint64
	path               string
	// inode is the file's number, 0 if unknown; buildID its checksum.
	inode   uint64
	buildID string
}

func newSpace(t *tracefeed.Tables, local bool) *space {
	return &space{local: local, kernel: kernel{read: !local}, index: tracefeed.NewStackIndex(t),
		processes: map[int32]*process{}, modules: map[string]*module{}, stacks: map[string]sched.Stack{}}
}

func (s *space) process(pid int32) *process {
	p := s.processes[pid]
	if p == nil {
		p = &process{}
		s.processes[pid] = p
	}
	return p
}

// fork copies the memory of a process.
func (s *space) fork(pid, from int32) {
	if p := s.processes[from]; p != nil {
		s.processes[pid] = &process{maps: slices.Clone(p.maps)}
	}
}

// exec empties the memory of a process.
func (s *space) exec(pid int32) {
	p := s.process(pid)
	p.maps, p.version = nil, p.version+1
}

const (
	protectionExec = 4
	kernelProcess  = -1
)

// mmap acts on the record of a mapping.
func (s *space) mmap(rec record) error {
	const withBuildID = 1 << 14
	w := words{rec.body, true}
	pid := int32(w.next())
	m := mapping{start: w.next()}
	m.end = m.start + w.next()
	m.offset = w.next()
	if rec.kind == recMmap2 {
		id := w.bytes(3)
		if prot := uint32(w.next()); prot&protectionExec == 0 {
			return nil
		}
		switch {
		case id == nil:
		case rec.misc&withBuildID != 0:
			m.buildID = string(id[4:][:min(int(id[0]), 20)])
		default:
			m.inode = le.Uint64(id[8:])
		}
	}
	if !w.ok || m.end < m.start {
		return errShort
	}
	if m.path = cstring(w.rest); pid == kernelProcess {
		s.kernel.mmap(m)
		return nil
	}
	if m.buildID == "" {
		m.buildID = s.buildIDs[m.path]
	}
	p := s.process(pid)
	p.version++
	if len(p.maps) >= maxMaps {
		p.maps = p.maps[1:]
	}
	p.maps = slices.DeleteFunc(p.maps, func(o mapping) bool { return o.start < m.end && m.start < o.end })
	at, _ := slices.BinarySearchFunc(p.maps, m.start, compareStart)
	p.maps = slices.Insert(p.maps, at, m)
	return nil
}

// maxMaps is the number of mappings of a process that are kept.
const maxMaps = 10_000

func compareStart(m mapping, at uint64) int {
	if m.start < at {
		return -1
	}
	return 1
}

// find returns the mapping with an address.
func (p *process) find(address uint64) *mapping {
	at, _ := slices.BinarySearchFunc(p.maps, address+1, compareStart)
	if at == 0 || p.maps[at-1].end <= address {
		return nil
	}
	return &p.maps[at-1]
}

// The marks in a chain of addresses.
const (
	firstMark  = 0xfffffffffffff001
	kernelMark = 0xffffffffffffff80
	userMark   = 0xfffffffffffffe00
)

// stack adds to an event what its chain of addresses tells. Without a chain, the address of
// the event is one.
func (s *space) stack(ev *sched.Event, id identity, chain []byte) {
	p := s.process(ev.Current.PID)
	s.key = le.AppendUint64(le.AppendUint32(s.key[:0], uint32(ev.Current.PID)), p.version)
	if chain == nil {
		s.key = le.AppendUint64(s.key, id.ip)
	}
	s.key = append(s.key, chain...)
	found, ok := s.stacks[string(s.key)]
	if !ok {
		found = s.resolve(p, s.key[12:])
		s.stacks[string(s.key)] = found
	}
	ev.Interrupt = ev.Interrupt || found.Interrupt
	if ev.Stack, ev.Why = found.ID, found.Why; ev.Kind == sched.Sample {
		ev.Stack = found.All
	}
}

// maxDepth is the number of calls of a stack that are kept.
const maxDepth = 512

// resolve names the functions at the addresses of a chain.
func (s *space) resolve(p *process, chain []byte) sched.Stack {
	var all []tracefeed.Frame
	kernel, inKernel, first := 0, false, true
	for w := (words{chain, true}); len(w.rest) >= 8 && len(all) < maxDepth; {
		address := w.next()
		if address >= firstMark {
			inKernel, first = address == kernelMark, true
			if !inKernel && address != userMark {
				break // of a guest of this machine
			}
			continue
		}
		if !first { // the return address can be behind the end of the function
			address--
		}
		first = false
		name := ""
		if inKernel || address>>63 != 0 {
			name = s.kernel.name(address)
			if kernel == len(all) {
				kernel++
			}
		} else {
			name = s.name(p, address)
		}
		all = append(all, tracefeed.Frame{Func: name})
	}
	return sched.NewStack(s.index, all, kernel)
}

// name returns the name of the function at an address of a process: without a symbol, the
// file and the position in it.
func (s *space) name(p *process, address uint64) string {
	m := p.find(address)
	if m == nil {
		return "0x" + strconv.FormatUint(address, 16)
	}
	offset := address - m.start + m.offset
	mod := s.modules[m.path]
	if mod == nil {
		mod = &module{}
		if s.local && len(s.modules) < maxModules && strings.HasPrefix(m.path, "/") {
			mod.load(m)
		}
		s.modules[m.path] = mod
	}
	if name := mod.name(offset); name != "" {
		return name
	}
	return path.Base(m.path) + "+0x" + strconv.FormatUint(offset, 16)
}
