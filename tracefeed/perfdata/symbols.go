package perfdata

import (
	"bytes"
	"cmp"
	"debug/elf"
	"io"
	"os"
	"slices"
)

// The limits of reading symbols: files, and bytes of a file.
const (
	maxModules = 2000
	maxFile    = 4 << 30
)

// module is a program or library with its functions. The zero value has none.
type module struct {
	segments []segment
	symbols  symbols
}

// segment is a part of a program, in the file and in memory.
type segment = elf.ProgHeader

// symbols are functions by address.
type symbols []symbol

type symbol struct {
	address, size uint64
	name          string
}

// load reads the symbols of a mapping's file, if the file on this machine is the same.
func (m *module) load(of *mapping) {
	st, err := os.Stat(of.path) // before opening: a device could wait
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxFile {
		return
	}
	f, err := os.Open(of.path)
	if err != nil {
		return
	}
	defer f.Close()
	e, err := elf.NewFile(f)
	if err != nil || !sameFile(of, st, e) {
		return
	}
	m.symbols = functionsOf(e)
	if id := buildID(e); len(id) > 1 {
		if debug, err := elf.Open(debugFile(id)); err == nil {
			m.symbols = append(m.symbols, functionsOf(debug)...)
			debug.Close()
		}
	}
	m.symbols.sort()
	for _, p := range e.Progs {
		if p.Type == elf.PT_LOAD {
			m.segments = append(m.segments, p.ProgHeader)
		}
	}
}

// sameFile reports whether a file is that of a mapping, by its checksum or number.
func sameFile(of *mapping, st os.FileInfo, e *elf.File) bool {
	if of.buildID != "" {
		return buildID(e) == of.buildID
	}
	return of.inode != 0 && of.inode == inode(st)
}

// buildID returns the checksum of a program that its linker wrote, "" without one.
func buildID(e *elf.File) string {
	const header, gnu = 12, "GNU\x00"
	s := e.Section(".note.gnu.build-id")
	if s == nil || s.Size > 1<<12 {
		return ""
	}
	note, err := io.ReadAll(s.Open())
	if err != nil || len(note) < header+len(gnu) || string(note[header:][:len(gnu)]) != gnu {
		return ""
	}
	id := note[header+len(gnu):]
	return string(id[:min(int(e.ByteOrder.Uint32(note[4:])), len(id))])
}

// functionsOf returns the functions of a program, of both of its tables.
func functionsOf(e *elf.File) (all symbols) {
	for _, table := range []func() ([]elf.Symbol, error){e.Symbols, e.DynamicSymbols} {
		list, err := table()
		if err != nil {
			continue
		}
		for _, s := range list {
			if k := elf.ST_TYPE(s.Info); (k == elf.STT_FUNC || k == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF {
				all = append(all, symbol{s.Value, s.Size, s.Name})
			}
		}
	}
	return all
}

// sort sorts symbols by address. Of several at one address, the shortest name comes last,
// where find looks first: pthread_mutex_lock rather than __pthread_mutex_lock.
func (s symbols) sort() {
	slices.SortFunc(s, func(a, b symbol) int {
		return cmp.Or(cmp.Compare(a.address, b.address), cmp.Compare(len(b.name), len(a.name)), cmp.Compare(a.name, b.name))
	})
}

// find returns the name of the function at an address, "" if there is none.
func (s symbols) find(address uint64) string {
	at, _ := slices.BinarySearchFunc(s, address+1, func(x symbol, at uint64) int { return cmp.Compare(x.address, at) })
	if at == 0 {
		return ""
	}
	x := s[at-1]
	if x.size > 0 && address-x.address >= x.size {
		return ""
	}
	return x.name
}

// name returns the name of the function at a position in the file.
func (m *module) name(offset uint64) string {
	for _, p := range m.segments {
		if offset >= p.Off && offset-p.Off < p.Filesz {
			return m.symbols.find(offset - p.Off + p.Vaddr)
		}
	}
	return ""
}

// debugFile returns the path of the symbols that a distribution has apart.
func debugFile(id string) string {
	const digits = "0123456789abcdef"
	var hex bytes.Buffer
	for _, b := range []byte(id) {
		hex.WriteByte(digits[b>>4])
		hex.WriteByte(digits[b&15])
	}
	return "/usr/lib/debug/.build-id/" + hex.String()[:2] + "/" + hex.String()[2:] + ".debug"
}
