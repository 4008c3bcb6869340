package handler

import "slices"

// outerLoops returns the loops that are in no callback and no handler. Those within one are a part
// of it: it waits for more of the same item.
//
// A handler that lasts very long and has a loop is there for many items, so those of the loop count.
func (r *returns) outerLoops(loops []loop, callbacks []called) (outer []loop) {
	inside := make([]bool, len(r.nodes))
	for i := range callbacks {
		inside[callbacks[i].node] = true
	}
	within := r.withinLoops(loops)
	at := map[int32]*loop{}
	for i := range loops {
		at[loops[i].node] = &loops[i]
	}
	for i := range r.nodes { // callers come first
		if from := r.nodes[i].from; from >= 0 {
			inside[i] = inside[i] || inside[from]
		}
		l := at[int32(i)]
		if l == nil || inside[i] {
			continue
		}
		l.handles = slices.DeleteFunc(l.handles, func(h handled) bool { return within[h.node] && !h.starts && r.lasts(h.node, h.begins) })
		for _, h := range l.handles {
			inside[h.node] = !h.starts
		}
		outer = append(outer, *l)
	}
	return outer
}
