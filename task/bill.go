package task

import "math"

// spreads are what the calls of a task cost, each without the calls in it.
type spreads struct {
	calls                                               int64
	running, real, allocs, bytes, unfreed, unfreedBytes sum
}

// sum is a sum, and that of the squares.
type sum struct{ total, squares float64 }

func (s *sum) add(x float64) {
	s.total += x
	s.squares += x * x
}

// Spread is a sum over calls, with its mean and standard deviation.
type Spread struct {
	Sum             int64
	Mean, Deviation float64
}

// spread returns the spread of n numbers.
func (s sum) spread(n int64) Spread {
	if n == 0 {
		return Spread{}
	}
	mean := s.total / float64(n)
	return Spread{int64(math.Round(s.total)), mean, math.Sqrt(max(0, s.squares/float64(n)-mean*mean))}
}

// PerCall is what the calls of a task cost, each without the calls in it: figure 5 of Reiss
// 2003.
type PerCall struct {
	// Running and Real are times in nanoseconds, the first of a running thread.
	Running, Real Spread
	// Allocs and Unfreed are numbers of objects, Bytes and UnfreedBytes their sizes.
	Allocs, Bytes, Unfreed, UnfreedBytes Spread
}

// PerCall returns what the calls cost that ended while a thread worked for the task.
func (t *Task) PerCall() PerCall {
	s, n := &t.perCall, t.perCall.calls
	return PerCall{s.running.spread(n), s.real.spread(n), s.allocs.spread(n), s.bytes.spread(n), s.unfreed.spread(n),
		s.unfreedBytes.spread(n)}
}

// add adds a call.
func (s *spreads) add(f *frame) {
	s.calls++
	s.running.add(float64(f.running))
	s.real.add(float64(f.real))
	s.allocs.add(float64(f.allocs))
	s.bytes.add(float64(f.bytes))
}
