package command

import "fmt"

// nameTable has the names of the threads and locks of a trace.
type nameTable struct{ threads, locks nameIndex }

// nameIndex finds things by their names. A thing is named by its unique id, by its name
// and its id with a blank between them, or by its name if no other thing has that.
type nameIndex struct {
	byID, byBoth map[string]int
	byName       map[string][]int
	ids, both    []string
}

// add adds a thing. Things are added in the order of their numbers, from 1 on.
func (x *nameIndex) add(i int, id, name string) {
	if x.byID == nil {
		x.byID, x.byBoth, x.byName = map[string]int{}, map[string]int{}, map[string][]int{}
		x.ids, x.both = []string{""}, []string{""}
	}
	full := id
	if name != id && name != "" {
		full = name + " " + id
		x.byName[name] = append(x.byName[name], i)
	}
	x.ids, x.both = append(x.ids, id), append(x.both, full)
	x.byID[id], x.byBoth[full] = i, i
}

// find returns the number of a thing; "" is 0, none.
func (x *nameIndex) find(kind, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	if i, ok := x.byID[text]; ok {
		return i, nil
	}
	if i, ok := x.byBoth[text]; ok {
		return i, nil
	}
	switch all := x.byName[text]; len(all) {
	case 0:
		return 0, fmt.Errorf("no %s has the name %q", kind, text)
	case 1:
		return all[0], nil
	default:
		return 0, fmt.Errorf("%d %ss have the name %q; write the id behind it, as in %q", len(all), kind, text, x.both[all[0]])
	}
}

// name returns a text that find finds; "" for a thing that is not there.
func (x *nameIndex) name(i int) string {
	if i <= 0 || i >= len(x.ids) {
		return ""
	}
	if found, err := x.find("", x.both[i]); err == nil && found == i {
		return x.both[i]
	}
	return x.ids[i]
}
