package gotrace_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Types of the wire format, as package runtime writes them.
const (
	evEventBatch = 1 + iota
	evStacks
	evStack
	evStrings
	evString
	evCPUSamples
	evCPUSample
	evFrequency
	evProcsChange
	evProcStart
	evProcStop
	evProcSteal
	evProcStatus
	evGoCreate
	evGoCreateSyscall
	evGoStart
	evGoDestroy
	evGoDestroySyscall
	evGoStop
	evGoBlock
	evGoUnblock
	evGoSyscallBegin
	evGoSyscallEnd
	evGoSyscallEndBlocked
	evGoStatus
	evSTWBegin
	evSTWEnd
	evGCActive
	evGCBegin
	evGCEnd

	evHeapAlloc              = 37
	evUserTaskBegin          = 40
	evUserTaskEnd            = 41
	evUserRegionBegin        = 42
	evUserRegionEnd          = 43
	evGoSwitch               = 45
	evGoSwitchDestroy        = 46
	evGoCreateBlocked        = 47
	evGoStatusStack          = 48
	evSync                   = 50
	evClockSnapshot          = 51
	evEndOfGeneration        = 52
	nobody            uint64 = 1<<64 - 1
)

// The states of goroutines and Ps, in status events.
const (
	runnable = 1
	running  = 2
	syscall_ = 3
	waiting  = 4

	pRunning   = 1
	pIdle      = 2
	pSyscall   = 3
	pAbandoned = 4
)

// wireWriter writes a trace of a version of Go, a generation after the other.
type wireWriter struct {
	version int
	out     []byte
	gen     uint64
	ms      map[uint64]*wireM
	samples []byte
}

// wireM is the batches of one thread in this generation.
type wireM struct {
	time  uint64 // of its last event
	start uint64
	data  []byte
	done  []byte // batches
}

func newWireWriter(version int) *wireWriter {
	return &wireWriter{version: version, out: fmt.Appendf(nil, "go 1.%d trace\x00\x00\x00", version), gen: 1, ms: map[uint64]*wireM{}}
}

// event writes one event of thread m at a time in the clock's units, which are
// nanoseconds.
func (w *wireWriter) event(m, time uint64, kind byte, args ...uint64) {
	b := w.ms[m]
	if b == nil {
		b = &wireM{}
		w.ms[m] = b
	}
	if len(b.data) > 60_000 {
		w.flush(m, b)
	}
	if len(b.data) == 0 {
		b.start, b.time = time, time
	}
	b.data = append(b.data, kind)
	b.data = binary.AppendUvarint(b.data, time-b.time)
	for _, a := range args {
		b.data = binary.AppendUvarint(b.data, a)
	}
	b.time = time
}

// sample adds a CPU sample, taken of goroutine g on P p.
func (w *wireWriter) sample(time, p, g, stack uint64) {
	if len(w.samples) < 60_000 {
		w.samples = append(w.samples, evCPUSample)
		for _, v := range []uint64{time, 1, p, g, stack} {
			w.samples = binary.AppendUvarint(w.samples, v)
		}
	}
}

func (w *wireWriter) flush(m uint64, b *wireM) {
	b.done = append(b.done, w.batch(m, b.start, b.data)...)
	b.data = b.data[:0]
}

func (w *wireWriter) batch(m, time uint64, data []byte) []byte {
	b := []byte{evEventBatch}
	for _, v := range []uint64{w.gen, m, time, uint64(len(data))} {
		b = binary.AppendUvarint(b, v)
	}
	return append(b, data...)
}

// texts are the strings of each generation, numbered from 1, and the frames of
// the one stack.
var texts = []string{"sync", "chan receive", "GC sweep termination", "main.f", "main.go", "main.main", "tiv.lock", "a", "parse", "job"}

// end ends a generation. The stacks are 1, main.f in main.main, and 2, main.f.
func (w *wireWriter) end() {
	for _, m := range slices.Sorted(maps.Keys(w.ms)) {
		w.flush(m, w.ms[m])
		w.out = append(w.out, w.ms[m].done...)
	}
	clock := binary.AppendUvarint([]byte{evFrequency}, 1e9)
	if w.version >= 25 {
		clock = append(append([]byte{evSync}, clock...), evClockSnapshot, 0, 1, 1, 1)
	}
	strings := []byte{evStrings}
	for i, s := range texts {
		strings = append(append(strings, evString, byte(i+1), byte(len(s))), s...)
	}
	stacks := []byte{evStacks, evStack, 1, 2, 11, 4, 5, 7, 12, 6, 5, 8, evStack, 2, 1, 11, 4, 5, 7}
	samples := append([]byte{evCPUSamples}, w.samples...)
	w.samples = nil
	for _, data := range [][]byte{stacks, strings, samples, clock} {
		w.out = append(w.out, w.batch(nobody, 0, data)...)
	}
	if w.version >= 26 {
		w.out = append(w.out, evEndOfGeneration)
	}
	w.gen++
	clear(w.ms)
}
