package symbols

import (
	"reflect"
	"testing"

	"tiv/tracefeed"
)

func TestWrapperName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"my_lock", "ngx_thread_mutex_lock", "uv_mutex_lock", "__glibcxx_rwlock_wrlock", "PyThread_acquire_lock_timed", "SpinLock::Lock",
		"LWLockAcquire", "LWLock::acquire", "mutex_enter", "EnterCriticalSection", "MutexLock::MutexLock",
		"folly::SharedMutex::lock_shared",
		"g_mutex_lock_slowpath", "try_lock", "take_gil", "spin_lock_irqsave", "acquire_sem",
	} {
		if !wrapperName(name) {
			t.Errorf("%s is no wrapper", name)
		}
	}
	for _, name := range []string{
		"", "main", "block", "clock", "unlock", "bank::transfer", "Pool::acquire", "state_enter", "Orders::Orders",
		"lock_orders", "Lock::Lockable",
		"get", "operator()", "main::{lambda()#1}::operator()", "server+0x12dc", "deadlocks", "read", "get_page",
	} {
		if wrapperName(name) {
			t.Errorf("%s is a wrapper", name)
		}
	}
}

func TestParseStart(t *testing.T) {
	t.Parallel()
	worker := code{"/a b/server", 0x12dc}
	for name, want := range map[string]*start{
		"start function /a b/server+0x12dc":                          {function: worker},
		"start function /a b/server+0x12dc NSt6thread11_State_implE": {function: worker, class: "NSt6thread11_State_implE"},
		"start function /a b/server+0x12dc *NSt6thread5_ImplE /l b.so+0x1": {function: worker, class: "*NSt6thread5_ImplE",
			pointers: []code{{"/l b.so", 1}}},
		"start function /a b/server+0x12dc N /a b/server+0x12dc /c+0x1+0xff": {function: worker, class: "N",
			pointers: []code{worker, {"/c+0x1", 0xff}}},
		"start function ": nil, "start function x": nil, "start function /a+0x": nil, "start function /a+0xfffffffffffffffff": nil,
		"worker": nil, "": nil, "start function /a+0x1 N /b": nil,
	} {
		got, ok := parseStart(name)
		if ok != (want != nil) || ok && !reflect.DeepEqual(got, *want) {
			t.Errorf("%q is %+v, %v", name, got, ok)
		}
	}
}

// TestCallable names callables whose types are enough.
func TestCallable(t *testing.T) {
	t.Parallel()
	n := namer{known: Recall("")}
	for class, want := range map[string]string{
		"NSt6thread11_State_implINS_8_InvokerISt5tupleIJ7FunctorEEEEEE":                              "Functor",
		"*NSt6thread11_State_implINS_8_InvokerISt5tupleIJZ4mainEUlvE0_EEEEEE":                        "main::{lambda()#2}",
		"*NSt6thread11_State_implINS_8_InvokerISt5tupleIJZN3app3Job4workEvEUlvE_EEEEEE":              "app::Job::work::{lambda()#1}",
		"NSt6thread11_State_implINS_8_InvokerISt5tupleIJM4PoolFvvEPS3_EEEEEE":                        "Pool",
		"NSt6thread11_State_implINS_8_InvokerISt5tupleIJPFviEiEEEEEE":                                "",
		"NSt6thread11_State_implINS_8_InvokerISt5tupleIJSt8functionIFvvEEEEEEEE":                     "",
		"*NSt6thread11_State_implINS_8_InvokerISt5tupleIJZ5fightISt5mutexEvRT_EUlvE_EEEEEE":          "fight::{lambda()#1}",
		"NSt6thread11_State_implINS_8_InvokerISt5tupleIJMNSt13__future_base17_Async_stateEFvvEPS3_E": "",
		"NSt6thread11_State_impl": "", "": "", "N": "",
	} {
		if got := n.callable(start{class: class}, ""); got != want {
			t.Errorf("%s is %q, want %q", class, got, want)
		}
	}
}

func TestSameParameters(t *testing.T) {
	t.Parallel()
	for full, want := range map[string]bool{"work(int)": true, "app::work<int>(int)": true, "work(unsigned int)": false,
		"work(char, int)": false} {
		if got := sameParameters(full, "(int)"); got != want {
			t.Errorf("%s: %v", full, got)
		}
	}
}

// TestApart groups locks by their callers.
func TestApart(t *testing.T) {
	t.Parallel()
	at := func(frames ...tracefeed.FrameID) (list []place) {
		for _, f := range frames {
			list = append(list, place{frame: f})
		}
		return list
	}
	for _, test := range []struct {
		callers map[tracefeed.MonitorID][]place
		want    bool
	}{
		{map[tracefeed.MonitorID][]place{1: at(1), 2: at(2)}, true},
		{map[tracefeed.MonitorID][]place{1: at(1, 2), 2: at(2)}, false},
		{map[tracefeed.MonitorID][]place{1: at(1, 2), 2: at(2, 3), 3: at(3)}, false},
		{map[tracefeed.MonitorID][]place{1: at(1, 2), 2: at(2), 3: at(3)}, true},
		{map[tracefeed.MonitorID][]place{1: at(1)}, false},
	} {
		if got := apart(test.callers); got != test.want {
			t.Errorf("%v: %v", test.callers, got)
		}
	}
}
