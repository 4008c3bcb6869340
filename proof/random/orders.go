package random

import "slices"

// Rings returns the sets of locks with which the threads can wait for each other in
// a ring, if all other operations than those of locks are left out, and each thread
// ends after the operations that it has finished. The sets are sorted.
func (p *Program) Rings(finished []int) (sets [][]int) {
	locks := &Program{}
	for t, ops := range p.Threads {
		var left []Op
		for _, op := range ops[:finished[t]] {
			switch op.kind {
			case Lock, Unlock, ReadLock, ReadUnlock:
				left = append(left, op)
			case Wait:
				left = append(left, Op{Unlock, p.Locks[op.object]}, Op{Lock, p.Locks[op.object]})
			}
		}
		if finished[t] < len(ops) && ops[finished[t]].kind == Wait {
			left = append(left, Op{Unlock, p.Locks[ops[finished[t]].object]}) // or it is not known
		}
		locks.Threads = append(locks.Threads, left)
	}
	all, ok := locks.explore(locks.start())
	if !ok {
		return nil
	}
	for _, s := range all {
		for t := range locks.Threads {
			sets = locks.ring(&s, []int{t}, nil, sets)
		}
	}
	slices.SortFunc(sets, slices.Compare)
	return slices.CompactFunc(sets, slices.Equal)
}

// ring follows the threads that wait for locks from the last of a path, and adds the
// locks of each ring that comes back to the first. Readers do not keep readers out.
func (p *Program) ring(s *state, path, locks []int, sets [][]int) [][]int {
	t := path[len(path)-1]
	op, ok := p.op(s, t)
	if !ok || op.kind != Lock && op.kind != ReadLock || slices.Contains(locks, op.object) {
		return sets
	}
	locks = append(slices.Clone(locks), op.object)
	for u := range p.Threads {
		owns := s.writer[op.object] == uint8(u+1) || op.kind == Lock && s.readers[op.object][u] > 0
		switch {
		case !owns:
		case u == path[0] && len(path) > 1:
			set := slices.Clone(locks)
			slices.Sort(set)
			sets = append(sets, set)
		case !slices.Contains(path, u):
			sets = p.ring(s, append(slices.Clone(path), u), locks, sets)
		}
	}
	return sets
}
