package threaddump

import "fmt"

// dumps collects the dumps of one text. It keeps the one with the most threads, of
// equal ones the last.
type dumps struct {
	text    *lines
	current *dump // nil between dumps
	largest *dump // of those that are complete
	count   int   // of dumps, with the current one
	number  int   // of the largest
	full    error // the limit that ends the reading
}

// add adds a thread to the current dump, or to a new one if that has the thread
// already.
func (d *dumps) add(th *thread) {
	if d.current != nil {
		if _, again := d.current.ids[th.ID]; again {
			d.finish()
		}
	}
	if d.current == nil {
		d.current = newDump(d.text.number)
		d.count++
	}
	if len(d.current.ids) == maxThreads {
		d.full = fmt.Errorf("more than %d threads", maxThreads)
		return
	}
	d.current.add(th)
}

// finish ends the current dump, if there is one.
func (d *dumps) finish() {
	if d.current == nil {
		return
	}
	if d.largest == nil || len(d.current.ids) >= len(d.largest.ids) {
		d.largest, d.number = d.current, d.count
	}
	d.current = nil
}

// note tells the user that the text has other dumps; "" if it has none.
func (d *dumps) note() string {
	if d.count < 2 {
		return ""
	}
	return fmt.Sprintf("dump %d of %d, the one with the most threads, near line %d", d.number, d.count, d.largest.line)
}
