package corpus

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"time"

	"tiv/record/emit"
)

// Truth is the truth about one run of a program.
type Truth struct {
	// Threads are the goroutines that have a problem, by its kind. "root" are those that
	// the others wait for, directly or not; "perhaps" are those that a finding may name
	// and need not.
	Threads map[string][]int64
	// Rings are, for a random program, the sets of locks with which its threads can
	// wait for each other in a ring, Dead the locks with which they do.
	Rings [][]string `json:",omitempty"`
	Dead  []string   `json:",omitempty"`
	// Unknown is the reason why the truth is not known, "" if it is.
	Unknown string `json:",omitempty"`
}

// Stage is one run of a program: its variation, its clock, and the truth so far.
type Stage struct {
	// N is the number of threads wanted, at least 2. Unit is a short time.
	N    int
	Unit time.Duration
	Rand *rand.Rand
	// Trace is the trace that the program writes itself, nil if it does not.
	Trace *emit.Writer

	start  time.Time
	length time.Duration
	mu     sync.Mutex
	truth  Truth
	kept   []any
	// atEnd completes the truth at the end of the run, if it is not nil.
	atEnd func(*Truth)
}

// Play runs a program for a time and returns the truth of the run. trace is the
// trace of a program that writes its own. The goroutines of the program run on; so
// the caller keeps the stage until the process ends, because it refers to the
// objects that the program still needs.
func (p *Program) Play(length time.Duration, trace *emit.Writer) (*Stage, Truth) {
	s := &Stage{N: p.threads, Unit: p.unit, Rand: rand.New(rand.NewPCG(p.seed, 1)), Trace: trace, start: time.Now(), length: length,
		truth: Truth{Threads: map[string][]int64{}}}
	time.Sleep(length * 3 / 20) // between two searches for leaks by the recorder
	p.run(s)
	s.Rest()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.atEnd != nil {
		s.atEnd(&s.truth)
	}
	return s, s.truth
}

// Rest sleeps to the end of the run, at least for half of its length, and on a machine so
// busy that the run is late for half of the time it has taken: what waits from now on
// waits for a third of the run.
func (s *Stage) Rest() {
	age := time.Since(s.start)
	time.Sleep(max(s.length-age, s.length/2, age/2))
}

// Over reports whether the length of the run is over.
func (s *Stage) Over() bool { return time.Since(s.start) >= s.length }

// Has declares that the calling goroutine has a problem of some kind.
func (s *Stage) Has(kind string) { s.has(kind, goroutine()) }

func (s *Stage) has(kind string, goroutine int64) {
	s.mu.Lock()
	s.truth.Threads[kind] = append(s.truth.Threads[kind], goroutine)
	s.mu.Unlock()
}

// Keep refers to an object until the program ends, as a server refers to its parts.
func (s *Stage) Keep(object any) {
	s.mu.Lock()
	s.kept = append(s.kept, object)
	s.mu.Unlock()
}

// goroutine returns the number of the calling goroutine.
func goroutine() int64 {
	var text [64]byte // "goroutine 12 [running]:"
	words := bytes.Fields(text[:runtime.Stack(text[:], false)])
	id, err := strconv.ParseInt(string(words[1]), 10, 64)
	if err != nil {
		panic(err)
	}
	return id
}

// Spin computes for a while without a wait.
func Spin(length time.Duration) {
	for end := time.Now().Add(length); time.Now().Before(end); {
	}
}

// Until polls a condition. It ends the program if the condition never holds.
func Until(holds func() bool) {
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			panic("the condition never holds")
		}
	}
}

// Settle gives the other goroutines time to reach their next wait.
func Settle() { time.Sleep(20 * time.Millisecond) }

// barrier lets goroutines go on once all of them have come.
type barrier struct{ sync.WaitGroup }

func newBarrier(n int) *barrier {
	b := &barrier{}
	b.Add(n)
	return b
}

// meet waits for the others.
func (b *barrier) meet() {
	b.Done()
	b.Wait()
}
