package slicefeed

import (
	"cmp"
	"strconv"
)

// Processes are the processes of a log, by their numbers.
type Processes map[int64]*process

type process struct {
	label, name string // label instead of the number, if it is not ""
	order       int64
}

// SetLabel sets the id of a process whose number is not the source's.
func (p Processes) SetLabel(pid int64, label string) { p.of(pid).label = label }

// SetName sets the name of a process.
func (p Processes) SetName(pid int64, name string) { p.of(pid).name = name }

// SetOrder sets the position of a process.
func (p Processes) SetOrder(pid, order int64) { p.of(pid).order = order }

// of returns a process, and adds it if necessary.
func (p Processes) of(pid int64) *process {
	x := p[pid]
	if x == nil {
		x = &process{}
		p[pid] = x
	}
	return x
}

// id returns the number of a process, or its word.
func (p Processes) id(pid int64) string { return cmp.Or(p.of(pid).label, strconv.FormatInt(pid, 10)) }

// name returns the name of a process, with its number if others have that name.
func (p Processes) name(pid int64) string {
	number, name := p.id(pid), p.of(pid).name
	if name == "" {
		return number
	}
	for other, x := range p {
		if other != pid && x.name == name {
			return name + " " + number
		}
	}
	return name
}
