package gotrace_test

import "math/rand/v2"

// scheduler generates a program's trace: goroutines that run, wait, unblock
// each other, enter system calls and lose their Ps there. Each thread has its
// own clock, so that the times alone do not determine the order.
type scheduler struct {
	rng   *rand.Rand
	w     *wireWriter
	now   uint64
	ps    []simP // P i is on thread i, or nowhere
	gs    map[uint64]*simG
	byNow map[int][]uint64 // goroutines by state
	last  uint64           // goroutine made
	gcSeq uint64
	gcOn  bool
	skew  uint64
	task  uint64 // begun last
}

type simP struct {
	g      uint64 // that runs, 0 for none
	seq    uint64
	inCall bool
	said   bool // in this generation
	clock  uint64
	lag    uint64
}

type simG struct {
	is, at  int // its state, and its index in byNow
	seq     uint64
	said    bool
	regions []uint64 // the tasks of its open regions
}

func newScheduler(seed uint64, version, ps, gs int, skew uint64) *scheduler {
	s := &scheduler{
		rng: rand.New(rand.NewPCG(seed, 1)), w: newWireWriter(version), now: 1000,
		ps: make([]simP, ps), gs: map[uint64]*simG{}, byNow: map[int][]uint64{}, skew: skew,
	}
	for i := range s.ps {
		s.ps[i].lag = s.rng.Uint64N(skew + 1)
	}
	for range gs {
		s.last += 1 + s.rng.Uint64N(3)
		s.add(s.last, waiting)
	}
	s.begin()
	return s
}

// begin has P 0 begin a mark phase before all else: the first one that a reader
// meets counts as the first.
func (s *scheduler) begin() {
	p := &s.ps[0]
	p.lag = 0
	s.ready(0)
	s.unblock(0)
	p.g = s.any(runnable)
	s.event(0, evGoStart, p.g, s.mention(0, p.g).seq)
	s.move(p.g, running)
	s.gcSeq, s.gcOn = 1, true
	s.event(0, evGCBegin, 1, 1)
}

func (s *scheduler) add(id uint64, is int) {
	s.gs[id] = &simG{is: is, at: len(s.byNow[is])}
	s.byNow[is] = append(s.byNow[is], id)
}

// move makes goroutine id do something else.
func (s *scheduler) move(id uint64, to int) {
	g := s.gs[id]
	list := s.byNow[g.is]
	last := list[len(list)-1]
	list[g.at] = last
	s.gs[last].at = g.at
	s.byNow[g.is] = list[:len(list)-1]
	if to == 0 {
		delete(s.gs, id)
		return
	}
	g.is, g.at = to, len(s.byNow[to])
	s.byNow[to] = append(s.byNow[to], id)
}

func (s *scheduler) any(is int) uint64 {
	if len(s.byNow[is]) == 0 {
		return 0
	}
	return s.byNow[is][s.rng.IntN(len(s.byNow[is]))]
}

// event writes an event of thread m; its clock may be wrong, but does not go
// back.
func (s *scheduler) event(m int, kind byte, args ...uint64) {
	p := &s.ps[m]
	s.now += s.rng.Uint64N(3)
	p.clock = max(p.clock, s.now+p.lag)
	s.w.event(uint64(m), p.clock, kind, args...)
	if s.rng.IntN(50) == 0 {
		s.w.sample(p.clock, uint64(m), s.rng.Uint64N(s.last+2), s.rng.Uint64N(3))
	}
}

// mention writes the status of a goroutine, unless this generation has it.
func (s *scheduler) mention(m int, id uint64) *simG {
	g := s.gs[id]
	if !g.said {
		g.said, g.seq = true, 0
		if g.is == waiting && s.w.version > 22 {
			s.event(m, evGoStatusStack, id, nobody, waiting, 1+s.rng.Uint64N(2))
		} else {
			s.event(m, evGoStatus, id, nobody, uint64(g.is))
		}
	}
	g.seq++
	return g
}

// ready writes the status of P i, unless this generation has it.
func (s *scheduler) ready(i int) *simP {
	p := &s.ps[i]
	if p.said {
		return p
	}
	p.said, p.seq = true, 0
	status := uint64(pRunning)
	if p.inCall {
		status = pSyscall
	}
	s.event(i, evProcStatus, uint64(i), status)
	if p.g != 0 {
		g := s.gs[p.g]
		g.said, g.seq = true, 0
		s.event(i, evGoStatus, p.g, uint64(i), uint64(g.is))
	}
	return p
}

// step has some P do something.
func (s *scheduler) step() {
	i := s.rng.IntN(len(s.ps))
	p := s.ready(i)
	switch {
	case p.inCall:
		s.endCall(i, p)
	case p.g == 0:
		if id := s.any(runnable); id != 0 {
			g := s.mention(i, id)
			s.event(i, evGoStart, id, g.seq)
			s.move(id, running)
			p.g = id
		} else {
			s.unblock(i)
		}
	default:
		s.run(i, p)
	}
}

// unblock unblocks a goroutine.
func (s *scheduler) unblock(i int) {
	if id := s.any(waiting); id != 0 {
		g := s.mention(i, id)
		s.event(i, evGoUnblock, id, g.seq, s.rng.Uint64N(3))
		s.move(id, runnable)
	}
}

// run has the goroutine on P i do something.
func (s *scheduler) run(i int, p *simP) {
	switch k := s.rng.IntN(100); {
	case k < 35:
		s.unblock(i)
	case k < 60:
		s.event(i, evGoBlock, 1+s.rng.Uint64N(2), s.rng.Uint64N(3))
		s.move(p.g, waiting)
		p.g = 0
	case k < 70:
		s.event(i, evGoStop, 0, 1)
		s.move(p.g, runnable)
		p.g = 0
	case k < 85:
		p.seq++
		s.event(i, evGoSyscallBegin, p.seq, 1)
		s.move(p.g, syscall_)
		p.inCall = true
	case k < 88:
		s.last += 1 + s.rng.Uint64N(3)
		s.event(i, evGoCreate, s.last, 2, 1)
		s.add(s.last, runnable)
		s.gs[s.last].said = true
	case k < 89 && len(s.gs) > 2*len(s.ps):
		s.event(i, evGoDestroy)
		s.move(p.g, 0)
		p.g = 0
	case k < 92 && s.w.version > 22:
		s.handOver(i, p)
	case k < 94:
		s.collect(i)
	case k < 97:
		s.annotate(i, s.gs[p.g])
	default:
		s.event(i, evHeapAlloc, s.rng.Uint64())
	}
}

// endCall ends a system call, and sometimes has another thread take the P away
// before that, and give it back.
func (s *scheduler) endCall(i int, p *simP) {
	thief := s.rng.IntN(len(s.ps))
	if thief == i || s.rng.IntN(2) == 0 {
		s.event(i, evGoSyscallEnd)
		s.move(p.g, running)
	} else {
		s.ready(thief)
		p.seq++
		s.event(thief, evProcSteal, uint64(i), p.seq, uint64(i))
		if s.rng.IntN(2) == 0 {
			s.event(i, evGoSyscallEndBlocked)
			p.seq++
			s.event(i, evProcStart, uint64(i), p.seq)
		} else {
			p.seq++
			s.event(i, evProcStart, uint64(i), p.seq)
			s.event(i, evGoSyscallEndBlocked)
		}
		s.move(p.g, runnable)
		p.g = 0
	}
	p.inCall = false
}

func (s *scheduler) handOver(i int, p *simP) {
	id := s.any(waiting)
	if id == 0 {
		return
	}
	g := s.mention(i, id)
	s.event(i, evGoSwitch, id, g.seq)
	s.move(id, running)
	s.move(p.g, waiting)
	p.g = id
}

// annotate begins or ends a user task or region.
func (s *scheduler) annotate(i int, g *simG) {
	const parse, job = 9, 10 // strings
	switch open := len(g.regions); s.rng.IntN(4) {
	case 0:
		s.task++
		s.event(i, evUserTaskBegin, s.task, s.rng.Uint64N(s.task), job, s.rng.Uint64N(3))
	case 1:
		s.event(i, evUserTaskEnd, s.rng.Uint64N(s.task+2), 1)
	case 2:
		task := s.rng.Uint64N(s.task + 1)
		g.regions = append(g.regions, task)
		s.event(i, evUserRegionBegin, task, parse, s.rng.Uint64N(3))
	case 3:
		task := uint64(7) // of a region that began before the trace
		if open > 0 {
			task, g.regions = g.regions[open-1], g.regions[:open-1]
		}
		s.event(i, evUserRegionEnd, task, parse, 1)
	}
}

// collect begins or ends a mark phase, or stops the world for a moment.
func (s *scheduler) collect(i int) {
	s.gcSeq++
	switch {
	case s.gcOn:
		s.event(i, evGCEnd, s.gcSeq)
		s.gcOn = false
	case s.rng.IntN(2) == 0:
		s.event(i, evGCBegin, s.gcSeq, 1)
		s.gcOn = true
	default:
		s.gcSeq--
		s.event(i, evSTWBegin, 3, 1)
		s.event(i, evSTWEnd)
	}
}

// generation makes n steps, writes the status of all goroutines without one,
// and ends the generation.
func (s *scheduler) generation(n int) {
	for k := 0; k < n || s.gcOn; k++ { // no mark phase spans generations here
		s.step()
	}
	for i := range s.ps {
		s.ready(i)
	}
	for id := range s.last + 1 {
		if g := s.gs[id]; g != nil && !g.said {
			s.mention(0, id)
		}
	}
	s.w.end()
	for i := range s.ps {
		s.ps[i].said = false
	}
	for _, g := range s.gs {
		g.said = false
	}
}

// madeUp returns a trace of some generations of n steps each.
func madeUp(seed uint64, version, ps, gs, n int, skew uint64) []byte {
	s := newScheduler(seed, version, ps, gs, skew)
	for range 3 {
		s.generation(n)
	}
	return s.w.out
}
