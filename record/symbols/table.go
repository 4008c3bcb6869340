package symbols

import (
	"bytes"
	"cmp"
	"debug/elf"
	"slices"
)

// A function is an entry of a symbol table. Its name stays in the table of names: programs
// have hundreds of thousands, of which a trace needs a few.
type function struct {
	address, size uint64
	name          []byte // with what follows it in the table
}

// readable returns the name as in the source.
func (f *function) readable() string { return readable(string(f.label())) }

func (f *function) label() []byte {
	name, _, _ := bytes.Cut(f.name, []byte{0})
	return name
}

// functionsOf returns the functions in the symbol tables of a file of 64 bits, in their order.
func functionsOf(f *elf.File) (list []function) {
	const entry = 24 // bytes
	for _, table := range f.Sections {
		if f.Class != elf.ELFCLASS64 || table.Type != elf.SHT_SYMTAB && table.Type != elf.SHT_DYNSYM || int(table.Link) >= len(f.Sections) {
			continue
		}
		data, err := table.Data()
		if err != nil {
			continue
		}
		names, err := f.Sections[table.Link].Data()
		if err != nil {
			continue
		}
		for ; len(data) >= entry; data = data[entry:] {
			name, kind := f.ByteOrder.Uint32(data), elf.ST_TYPE(data[4])
			if kind != elf.STT_FUNC && kind != elf.STT_GNU_IFUNC || f.ByteOrder.Uint16(data[6:]) == uint16(elf.SHN_UNDEF) ||
				uint64(name) >= uint64(len(names)) {
				continue
			}
			list = append(list, function{f.ByteOrder.Uint64(data[8:]), f.ByteOrder.Uint64(data[16:]), names[name:]})
		}
	}
	return list
}

// sortFunctions sorts functions by address. Of those at one address the shortest name comes
// last, the one that is shown; of several of that length, the last by the alphabet.
func sortFunctions(list []function) {
	slices.SortFunc(list, func(a, b function) int {
		if a.address != b.address {
			return cmp.Compare(a.address, b.address)
		}
		x, y := a.label(), b.label()
		return cmp.Or(cmp.Compare(len(y), len(x)), bytes.Compare(x, y))
	})
}
