package symbols

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/ianlancetaylor/demangle"

	"tiv/tracefeed"
)

// The limits of files: of any, and of those whose debug information is read.
const (
	maxFile  = 4 << 30
	maxDebug = 1 << 30
)

// A module is a program or a library. The zero value has no functions.
type module struct {
	functions []function // by address
	lines     *lines     // nil if there is no debug information
}

// load reads a module, unless its file has changed since a time: the program then may have
// run another one.
func load(path string, began int64) *module {
	m := &module{}
	st, err := os.Stat(path) // before opening: a device could wait
	if err != nil || !filepath.IsAbs(path) || !st.Mode().IsRegular() || st.Size() > maxFile ||
		began > 0 && st.ModTime().UnixNano() > began {
		return m
	}
	m.read(path, st.Size())
	sortFunctions(m.functions)
	return m
}

// read reads a file, and that of its symbols which a distribution has apart.
func (m *module) read(path string, size int64) {
	f, err := elf.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	m.add(f, size)
	if path := apartFrom(f); path != "" {
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && st.Size() <= maxFile {
			if apart, err := elf.Open(path); err == nil {
				m.add(apart, st.Size())
				apart.Close()
			}
		}
	}
}

// apartFrom returns the path of the file in which a distribution has the symbols of a module
// apart, "" if it can have none.
func apartFrom(f *elf.File) string {
	id := buildID(f)
	if len(id) < 2 {
		return ""
	}
	name := hex.EncodeToString(id)
	return "/usr/lib/debug/.build-id/" + name[:2] + "/" + name[2:] + ".debug"
}

// add adds the functions and lines of a file.
func (m *module) add(f *elf.File, size int64) {
	m.functions = append(m.functions, functionsOf(f)...)
	if m.lines != nil || size > maxDebug || f.Section(".debug_info") == nil && f.Section(".zdebug_info") == nil {
		return
	}
	if data, err := f.DWARF(); err == nil {
		m.lines = &lines{data: data, units: map[dwarf.Offset]*unit{}, around: map[dwarf.Offset]map[dwarf.Offset]string{}}
	}
}

// buildID returns the checksum of a module that its linker wrote; nil without one.
func buildID(f *elf.File) []byte {
	const header, gnu = 12, "GNU\x00"
	s := f.Section(".note.gnu.build-id")
	if s == nil || s.Size > 1<<12 {
		return nil
	}
	note, err := io.ReadAll(s.Open())
	if err != nil || len(note) < header+len(gnu) || string(note[header:][:len(gnu)]) != gnu {
		return nil
	}
	id := note[header+len(gnu):]
	return id[:min(len(id), int(f.ByteOrder.Uint32(note[4:])))]
}

// function returns the name of the function at an address, "" if that is unknown.
func (m *module) function(address uint64) string {
	at, _ := slices.BinarySearchFunc(m.functions, address+1, func(f function, at uint64) int { return cmp.Compare(f.address, at) })
	if at == 0 {
		return ""
	}
	f := &m.functions[at-1]
	if address-f.address >= max(f.size, 1) {
		return ""
	}
	return f.readable()
}

// An entry names a function by its first address: as in stacks, and with its parameters if
// the compiler has noted them. The names are empty if no function begins there.
type entry struct{ Name, Full string }

// entry returns the function that begins at an address.
func (m *module) entry(address uint64) entry {
	at, found := slices.BinarySearchFunc(m.functions, address, func(f function, at uint64) int { return cmp.Compare(f.address, at) })
	if !found {
		return entry{}
	}
	for at+1 < len(m.functions) && m.functions[at+1].address == address {
		at++ // as in function
	}
	f := &m.functions[at]
	return entry{f.readable(), demangle.Filter(part.ReplaceAllString(string(f.label()), ""))}
}

// find returns the calls at an address: that of the function that is there, and before it
// those that the compiler has inlined; nil if the function is unknown.
func (m *module) find(address uint64) []tracefeed.Frame {
	var list []tracefeed.Frame
	if m.lines != nil {
		list = m.lines.find(address)
	}
	name := m.function(address)
	switch {
	case len(list) == 0 && name == "":
		return nil
	case len(list) == 0:
		return []tracefeed.Frame{{Func: name}}
	case name != "":
		list[len(list)-1].Func = name
	}
	if slices.ContainsFunc(list, func(f tracefeed.Frame) bool { return f.Func == "" }) {
		return nil
	}
	return list
}

// part is the suffix of a function that the compiler has split or copied.
var part = regexp.MustCompile(`(\.(cold|part|isra|constprop|lto_priv|localalias)(\.\d+)*)+$`)

// readable returns the name of a function as in its source, without parameters.
func readable(name string) string {
	return demangle.Filter(part.ReplaceAllString(name, ""), demangle.NoParams, demangle.NoTemplateParams, demangle.NoClones)
}
