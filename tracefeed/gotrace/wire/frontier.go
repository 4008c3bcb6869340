package wire

// frontier is a heap of the cursors that have more events, by the time of the
// next one. It must compare exactly as the library's heap does, because the
// heap decides the order of events with equal times.
type frontier []head

// head is a cursor with the time of its next event.
type head struct {
	time int64
	c    *cursor
}

func (f *frontier) insert(h head) {
	*f = append(*f, h)
	f.up(len(*f) - 1)
}

// update restores the heap after the time of the head at i has changed.
func (f frontier) update(i int) {
	if f.up(i) == i {
		f.down(i)
	}
}

func (f *frontier) remove(i int) {
	h := *f
	for ; i > 0; i = (i - 1) / 2 {
		h[(i-1)/2], h[i] = h[i], h[(i-1)/2]
	}
	last := len(h) - 1
	h[0], h[last] = h[last], head{}
	*f = h[:last]
	f.down(0)
}

func (f frontier) up(i int) int {
	for i > 0 && f[(i-1)/2].time > f[i].time {
		f[(i-1)/2], f[i] = f[i], f[(i-1)/2]
		i = (i - 1) / 2
	}
	return i
}

func (f frontier) down(i int) {
	for {
		least, left := i, 2*i+1
		if left < len(f) && f[left].time < f[least].time {
			least = left
		}
		if right := left + 1; right < len(f) && f[right].time < f[least].time {
			least = right
		}
		if least == i {
			return
		}
		f[i], f[least] = f[least], f[i]
		i = least
	}
}
