package detect

import (
	"fmt"
	"strings"

	"tiv/interaction/detect/lockorder"
)

// Inversion is the facts of a lock-order inversion.
type Inversion struct {
	// Orders are its acquisitions, in a ring: each order wants the monitor held by the next
	// one, and the last order the monitor held by the first.
	Orders []lockorder.Order
	// Count is the number of sets of monitors with such cycles at the same places in the
	// code.
	Count int
}

// Orders returns the acquisitions of a lock-order inversion; nil for other findings.
func (f *Finding) Orders() []lockorder.Order {
	if v, ok := f.Facts.(*Inversion); ok {
		return v.Orders
	}
	return nil
}

func (v *Inversion) reason() string { return "inverted" }

func (v *Inversion) fits(_ *Finding, in extent) bool {
	for _, o := range v.Orders {
		if !in.thread(o.Thread) || !in.monitor(o.Held) || !in.monitor(o.Wanted) || !in.stack(o.HeldStack) || !in.stack(o.WantedStack) {
			return false
		}
	}
	return len(v.Orders) > 0
}

func (v *Inversion) advice(*Finding) string { return "Let all threads take these locks in one order." }

func (v *Inversion) text(_ *Finding, w wording) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads acquired locks in orders that can deadlock: ", len(v.Orders))
	for i, o := range v.Orders {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s acquired %s%s while it held %s%s", w.thread(o.Thread), w.locks.Full(o.Wanted), reading(o.WantedShared),
			w.locks.Full(o.Held), reading(o.HeldShared))
	}
	b.WriteString(". It did not happen in this trace. It can if each of them has its first lock before one has its second, " +
		"unless something else, such as a channel, prevents that.")
	if v.Count > 1 {
		fmt.Fprintf(&b, " The same places in the code do this with %d sets of locks; this is one of them.", v.Count)
	}
	return b.String()
}

// reading marks a monitor that is held as a reader.
func reading(shared bool) string {
	if shared {
		return " as a reader"
	}
	return ""
}
