package gotrace

import (
	"strings"
	"testing"
)

func TestSyscallWait(t *testing.T) {
	t.Parallel()
	for stack, want := range map[string]wait{
		"syscall.read < syscall.Read < internal/poll.(*FD).Read < os.(*File).Read < main.f":             onDisk,
		"syscall.read < syscall.Read < internal/poll.(*FD).Read < net.(*netFD).Read < net.(*conn).Read": onNet,
		"syscall.read < internal/poll.(*FD).Read < os.(*File).Read < main.h < net/http.(*conn).serve":   onDisk,
		"syscall.openat < os.open < main.f":                                                 onDisk,
		"syscall.connect < syscall.Connect < main.f":                                        onNet,
		"syscall.Close < internal/poll.(*FD).Close < net.(*netFD).Close":                    onNet,
		"runtime.cgocall < main._Cfunc_sleep":                                               noWait,
		"main._Cfunc_compute < main.main.func1":                                             noWait,
		"example.com/x/y%2ez._C2func_fail < os.(*File).Read":                                noWait,
		"os/user._Cfunc_mygetpwnam_r < os/user._C_getpwnam_r":                               noWait,
		"b._Cmacro_errno < b.f":                                                             noWait,
		"b._cgo_runtime_cgocall < b.f":                                                      noWait,
		"net._C2func_getaddrinfo < net._C_getaddrinfo < net.cgoLookupIP":                    onNet,
		"syscall.Syscall < main.f < _cgoexp_1_f < runtime.cgocall < main._Cfunc_g":          onDevice,
		"main._Cfunction.read < main.f":                                                     onDevice,
		"runtime.notetsleepg < os/signal.signal_recv < os/signal.loop":                      parked,
		"runtime.(*profBuf).read < runtime/pprof.readProfile":                               parked,
		"internal/syscall/unix.Waitid < os.(*Process).pidfdWait.func1 < os.(*Process).Wait": onChild,
		"syscall.readlen < syscall.forkExec < syscall.StartProcess < os.StartProcess":       onDevice,
		"syscall.Syscall < main.f":                                                          onDevice,
	} {
		if got := newSite(strings.Split(stack, " < ")).syscall; got != want {
			t.Errorf("%s: %+v, want %+v", stack, got, want)
		}
	}
}

func TestSyncWait(t *testing.T) {
	t.Parallel()
	for stack, want := range map[string]wait{
		"sync.(*Mutex).Lock < sync.(*Once).doSlow < sync.(*Once).Do < main.f":                     onLock,
		"internal/sync.(*Mutex).lockSlow < internal/sync.(*Mutex).Lock < sync.(*Mutex).Lock":      onLock,
		"sync.runtime_SemacquireRWMutexR < sync.(*RWMutex).RLock < sync.(*rlocker).Lock < main.f": onReadLock,
		"sync.(*RWMutex).Lock < main.f":                                                                 onLock,
		"sync.runtime_SemacquireWaitGroup < sync.(*WaitGroup).Wait < main.f":                            onWaitGroup,
		"internal/poll.runtime_Semacquire < internal/poll.(*fdMutex).rwlock < internal/poll.(*FD).Read": onLock,
		"runtime.gcStart < runtime.mallocgc < sync.(*Map).Store < main.f":                               onCollector,
		"runtime.traceAdvance < runtime.StopTrace < runtime/trace.Stop < main.main":                     onCollector,
		"runtime.semacquire < main.f":                                                                   suspended,
	} {
		if got := newSite(strings.Split(stack, " < ")).sync; got != want {
			t.Errorf("%s: %+v, want %+v", stack, got, want)
		}
	}
}

func TestUnknownWait(t *testing.T) {
	t.Parallel()
	const park = "runtime.gopark < "
	for stack, want := range map[string]wait{
		park + "runtime.chanrecv < runtime.chanrecv1 < main.f":                                             onChannel,
		park + "runtime.selectgo < main.f":                                                                 onChannel,
		park + "runtime.selectgo < golang.org/x/sync/semaphore.(*Weighted).Acquire < main.f":               onSemaphore,
		park + "runtime.block < main.f":                                                                    parked,
		park + "time.Sleep < main.f":                                                                       asleep,
		park + "runtime.netpollblock < internal/poll.runtime_pollWait < net.(*netFD).accept < main.f":      onNet,
		park + "runtime.goparkunlock < sync.runtime_notifyListWait < sync.(*Cond).Wait < main.f":           onCond,
		park + "runtime.goparkunlock < runtime.semacquire1 < sync.runtime_Semacquire < sync.(*Mutex).Lock": onLock,
		park + "runtime.goparkunlock < runtime.semacquire1 < runtime.gcStart < runtime.mallocgc < main.f":  onCollector,
		park + "runtime.chanrecv < runtime.chanrecv1 < runtime.gcBgMarkStartWorkers < runtime.gcStart":     onCollector,
		park + "runtime.gcParkAssist < runtime.gcAssistAlloc < runtime.mallocgc < main.f":                  onCollector,
		park + "runtime.goparkunlock < runtime.bgsweep":                                                    parked,
		"runtime.coroswitch_m < runtime.coroswitch < iter.Pull[...].func2 < main.f":                        parked,
		park + "example.com/new.somehow < main.f":                                                          suspended,
	} {
		if got := newSite(strings.Split(stack, " < ")).unknown; got != want {
			t.Errorf("%s: %+v, want %+v", stack, got, want)
		}
	}
}
