package kernel

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Recorder is a recording in progress.
type Recorder struct {
	file   *os.File
	points []tracepoint
	events []*event
	rings  []*ring
	stop   atomic.Bool
	done   chan struct{}
	err    error // of writing; valid once done is closed
	out    []byte
}

// event is an event on all processors.
type event struct {
	attr unix.PerfEventAttr
	// pid is 0 for the programs that this thread starts, -1 for all.
	pid int
	fds []int
	ids []byte
}

// sampleType is the part of each record's layout that all events have in common.
const sampleType = unix.PERF_SAMPLE_TID | unix.PERF_SAMPLE_TIME | unix.PERF_SAMPLE_CPU | unix.PERF_SAMPLE_IDENTIFIER

// maxStack is the number of calls of a stack.
const maxStack = 48

// Start begins to record the programs that the calling thread starts from now on, and all
// that these start. The caller has locked the goroutine to the thread until then. file is
// empty; the Recorder does not close it. An error is ErrRights if the user may not record.
func Start(file *os.File) (*Recorder, error) {
	r := &Recorder{file: file, done: make(chan struct{})}
	err := r.open()
	if err == nil {
		err = r.writeHead()
	}
	if err != nil {
		r.close()
		return nil, err
	}
	go r.run()
	return r, nil
}

// open opens all events and maps the rings.
func (r *Recorder) open() error {
	var err error
	if r.points, err = readTracepoints("sched/sched_switch", "sched/sched_waking", "syscalls/sys_enter_futex"); err != nil {
		return err
	}
	const inherited = unix.PerfBitDisabled | unix.PerfBitInherit | unix.PerfBitEnableOnExec
	lives := &event{attr: unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_DUMMY}}
	lives.attr.Bits = inherited | unix.PerfBitMmap | unix.PerfBitMmap2 | unix.PerfBitComm | unix.PerfBitCommExec |
		unix.PerfBitTask | unix.PerfBitContextSwitch | unix.PerfBitWatermark
	r.events = append(r.events, lives)
	for _, p := range r.points {
		ev := &event{attr: unix.PerfEventAttr{Type: unix.PERF_TYPE_TRACEPOINT, Config: uint64(p.id), Sample: 1,
			Sample_type: unix.PERF_SAMPLE_RAW}}
		switch p.name {
		case "sched_waking":
			ev.pid = -1
		case "sched_switch":
			ev.attr.Sample_type |= unix.PERF_SAMPLE_CALLCHAIN
			ev.attr.Sample_max_stack = maxStack
			fallthrough
		default:
			ev.attr.Bits = inherited
		}
		r.events = append(r.events, ev)
	}
	cpus, err := online()
	if err != nil {
		return err
	}
	for _, cpu := range cpus {
		if err := r.openCPU(cpu, ringPages(len(cpus))); err != nil {
			return err
		}
	}
	return nil
}

// openCPU opens the events of a processor. They share a ring.
func (r *Recorder) openCPU(cpu, pages int) error {
	size := pages * os.Getpagesize()
	for i, ev := range r.events {
		ev.attr.Size = uint32(unsafe.Sizeof(ev.attr))
		ev.attr.Sample_type |= sampleType
		ev.attr.Bits |= unix.PerfBitSampleIDAll | unix.PerfBitUseClockID
		ev.attr.Clockid = unix.CLOCK_MONOTONIC
		ev.attr.Wakeup = uint32(size / 4)
		fd, err := unix.PerfEventOpen(&ev.attr, ev.pid, cpu, -1, unix.PERF_FLAG_FD_CLOEXEC)
		if errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM) {
			return ErrRights
		}
		if err != nil {
			return fmt.Errorf("perf_event_open: %w", err)
		}
		ev.fds = append(ev.fds, fd)
		var id uint64
		if _, _, no := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.PERF_EVENT_IOC_ID, uintptr(unsafe.Pointer(&id))); no != 0 {
			return fmt.Errorf("id of an event: %w", no)
		}
		ev.ids = le.AppendUint64(ev.ids, id)
		if i > 0 {
			if err := unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_SET_OUTPUT, r.events[0].fds[len(r.rings)-1]); err != nil {
				return fmt.Errorf("ring of an event: %w", err)
			}
			continue
		}
		ring, err := newRing(fd, size)
		if err != nil {
			return err
		}
		r.rings = append(r.rings, ring)
	}
	return nil
}

// writeHead writes the layouts of the events, the descriptions of tracepoints, and the
// place of the kernel.
func (r *Recorder) writeHead() error {
	out := append([]byte("PERFILE2"), 16, 0, 0, 0, 0, 0, 0, 0)
	for _, ev := range r.events {
		attr := unsafe.Slice((*byte)(unsafe.Pointer(&ev.attr)), unsafe.Sizeof(ev.attr))
		out = appendRecord(out, recordAttr, attr, ev.ids)
	}
	tracing := appendTracing(nil, r.points)
	out = appendRecord(out, recordTracingData, le.AppendUint32(nil, uint32(len(tracing))))
	out = append(append(out, tracing...), make([]byte, (8-len(tracing)%8)%8)...)
	out = appendKernel(out)
	_, err := r.file.Write(out)
	return err
}

// pollInterval is the longest time between two looks at the rings, in milliseconds.
const pollInterval = 100

// run copies the rings to the file until Stop.
func (r *Recorder) run() {
	defer close(r.done)
	polled := make([]unix.PollFd, len(r.rings))
	for !r.stop.Load() {
		for i, ring := range r.rings {
			polled[i] = unix.PollFd{Fd: int32(ring.fd), Events: unix.POLLIN}
		}
		unix.Poll(polled, pollInterval) // an interruption is a look too early
		r.copy()
	}
	r.copy()
}

// copy copies the records that are in the rings.
func (r *Recorder) copy() {
	r.out = r.out[:0]
	for _, ring := range r.rings {
		r.out = ring.take(r.out)
	}
	if len(r.out) == 0 || r.err != nil {
		return
	}
	r.out = appendRecord(r.out, recordRound)
	_, r.err = r.file.Write(r.out)
}

// Stop ends the recording. It returns the first error of writing.
func (r *Recorder) Stop() error {
	for _, ev := range r.events {
		for _, fd := range ev.fds {
			unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_DISABLE, 0) // it only saves work
		}
	}
	r.stop.Store(true)
	<-r.done
	r.close()
	return r.err
}

// close closes the events and rings.
func (r *Recorder) close() {
	for _, ring := range r.rings {
		ring.close()
	}
	for _, ev := range r.events {
		for _, fd := range ev.fds {
			unix.Close(fd)
		}
	}
}
