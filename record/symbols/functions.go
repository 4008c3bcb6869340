package symbols

// A Function is one of a program or library.
type Function struct {
	Name    string
	Address uint64 // in the file
}

// Functions returns the functions of a program or library by address, with the names that
// they have in stacks: none if the file has no symbols, or has changed since a time, in
// nanoseconds.
func Functions(path string, began int64) (list []Function) {
	m := load(path, began)
	for i, f := range m.functions {
		if i+1 < len(m.functions) && m.functions[i+1].address == f.address {
			continue // as in function
		}
		list = append(list, Function{f.readable(), f.address})
	}
	return list
}
