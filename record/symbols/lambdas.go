package symbols

import "debug/dwarf"

// lambdas returns the functions around the lambda expressions of a unit, by the entries of
// these expressions' functions. Compilers leave out the names that tell them apart.
func (l *lines) lambdas(unit dwarf.Offset) map[dwarf.Offset]string {
	if found, ok := l.around[unit]; ok {
		return found
	}
	found := map[dwarf.Offset]string{}
	l.around[unit] = found
	r := l.data.Reader()
	r.Seek(unit)
	var outer []*dwarf.Entry // the open entries
	for {
		e, err := r.Next()
		if err != nil || e == nil {
			return found
		}
		if e.Tag == 0 {
			if len(outer) > 0 {
				outer = outer[:len(outer)-1]
			}
		} else if e.Tag == dwarf.TagSubprogram && e.Val(dwarf.AttrName) == operator {
			for i := len(outer) - 1; i >= 0 && found[e.Offset] == ""; i-- {
				if outer[i].Tag == dwarf.TagSubprogram {
					found[e.Offset] = l.name(outer[i], unit)
				}
			}
		}
		if e.Children && e.Tag != 0 {
			outer = append(outer, e)
		}
		if len(outer) == 0 {
			return found
		}
	}
}

// operator is the name of the function of a lambda expression, and of others.
const operator = "operator()"
