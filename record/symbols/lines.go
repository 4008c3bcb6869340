package symbols

import (
	"debug/dwarf"
	"sort"

	"tiv/tracefeed"
)

// lines finds places in the source by the debug information of a module.
type lines struct {
	data  *dwarf.Data
	units map[dwarf.Offset]*unit
	// around are the functions around lambda expressions, by unit and entry.
	around map[dwarf.Offset]map[dwarf.Offset]string
}

// A unit is a file of source, as compiled.
type unit struct {
	at    dwarf.Offset
	files []*dwarf.LineFile
	rows  []dwarf.LineEntry // by address
}

// find returns the calls at an address, the innermost first; nil if that has no lines.
func (l *lines) find(address uint64) []tracefeed.Frame {
	r := l.data.Reader()
	entry, err := r.SeekPC(address)
	if err != nil {
		return nil
	}
	u := l.unit(entry)
	file, line := u.line(address)
	if line == 0 {
		return nil
	}
	var list []tracefeed.Frame // the outermost first
	if entry.Children {
		l.descend(r, address, u, &list)
	}
	if len(list) == 0 {
		list = []tracefeed.Frame{{}}
	}
	for i := range list[:len(list)-1] {
		list[i].File, list[i].Line = list[i+1].File, list[i+1].Line
	}
	inner := &list[len(list)-1]
	inner.File, inner.Line = file, line
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// descend adds the functions at an address that are within an entry: each with the place
// of its call, which is a place of the one before.
func (l *lines) descend(r *dwarf.Reader, address uint64, u *unit, list *[]tracefeed.Frame) {
	for {
		e, err := r.Next()
		if err != nil || e == nil || e.Tag == 0 {
			return
		}
		switch e.Tag {
		case dwarf.TagSubprogram, dwarf.TagInlinedSubroutine, dwarf.TagLexDwarfBlock:
			if !l.contains(e, address) {
				break
			}
			if e.Tag != dwarf.TagLexDwarfBlock {
				f := tracefeed.Frame{Func: l.name(e, u.at)}
				if at, ok := e.Val(dwarf.AttrCallFile).(int64); ok && at > 0 && int(at) < len(u.files) && u.files[at] != nil {
					f.File = u.files[at].Name
				}
				if at, ok := e.Val(dwarf.AttrCallLine).(int64); ok {
					f.Line = int32(at)
				}
				*list = append(*list, f)
			}
			if e.Children {
				l.descend(r, address, u, list)
			}
			return
		case dwarf.TagNamespace, dwarf.TagModule: // Rust has functions there
			if before := len(*list); e.Children {
				l.descend(r, address, u, list)
				if len(*list) > before {
					return
				}
				continue
			}
		}
		if e.Children {
			r.SkipChildren()
		}
	}
}

func (l *lines) contains(e *dwarf.Entry, address uint64) bool {
	ranges, err := l.data.Ranges(e)
	if err != nil {
		return false
	}
	for _, r := range ranges {
		if r[0] <= address && address < r[1] {
			return true
		}
	}
	return false
}

// name returns the name of a function of a unit, which another entry can have.
func (l *lines) name(e *dwarf.Entry, unit dwarf.Offset) string {
	plain := ""
	for range 4 {
		if linked, ok := e.Val(dwarf.AttrLinkageName).(string); ok {
			return readable(linked)
		}
		if name, ok := e.Val(dwarf.AttrName).(string); ok && plain == "" {
			plain = name
		}
		if e.Val(dwarf.AttrName) == operator {
			if function := l.lambdas(unit)[e.Offset]; function != "" {
				return function + "::{lambda}::" + operator
			}
		}
		at, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			if at, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset); !ok {
				break
			}
		}
		r := l.data.Reader()
		r.Seek(at)
		next, err := r.Next()
		if err != nil || next == nil {
			break
		}
		e = next
	}
	return plain
}

// unit returns the lines of a unit.
func (l *lines) unit(e *dwarf.Entry) *unit {
	if u := l.units[e.Offset]; u != nil {
		return u
	}
	u := &unit{at: e.Offset}
	l.units[e.Offset] = u
	r, err := l.data.LineReader(e)
	if err != nil || r == nil {
		return u
	}
	for {
		var row dwarf.LineEntry
		if r.Next(&row) != nil {
			break
		}
		u.rows = append(u.rows, row)
	}
	u.files = r.Files()
	sort.SliceStable(u.rows, func(i, j int) bool {
		a, b := &u.rows[i], &u.rows[j]
		if a.Address != b.Address {
			return a.Address < b.Address
		}
		return a.EndSequence && !b.EndSequence
	})
	return u
}

// line returns the place at an address; line 0 if it is unknown.
func (u *unit) line(address uint64) (file string, line int32) {
	i := sort.Search(len(u.rows), func(i int) bool { return u.rows[i].Address > address })
	if i == 0 || u.rows[i-1].EndSequence || u.rows[i-1].File == nil {
		return "", 0
	}
	return u.rows[i-1].File.Name, int32(u.rows[i-1].Line)
}
