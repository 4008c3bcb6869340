package handler

import (
	"testing"

	"tiv/tracefeed"
)

func TestAccessors(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"solar.SolarSystem.access$100":                         true,
		"Pool$$Lambda.get":                                     true,
		"Pool$$Lambda$14.get":                                  true,
		"Pool$$Lambda$14/0x00007f1c.get":                       true,
		"Pool$$Lambda+0x00007f1c.get":                          true,
		"Pool.lambda$main$0":                                   false, // the body of the lambda
		"jdk.proxy2.$Proxy12.handle":                           true,
		"jdk.internal.reflect.GeneratedMethodAccessor7.invoke": true,
		"acme.Shop$$EnhancerBySpring$$1.pay":                   true,
		"main.(*api).hello-fm":                                 true,
		"main.main.gowrap1":                                    true,
		"main.main.func1":                                      false,
		"acme.Shop.access":                                     false,
		"main.fm":                                              false,
		"non-virtual thunk to acme::Button::clicked":           true,
		"acme.Shop$Order.pay":                                  false,
		"":                                                     false,
	} {
		if got := isAccessor(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestHandlesNothing(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"acme.Item.toString": true, "acme.Item.compareTo": true, "acme.Host.currentTimeMillis": true, "acme.Item.<init>": true,
		"main.(*item).String": true, "item.__eq__": true, "acme.LogFactory.create": true, "acme.Logger.write": true,
		"redis-server+0x64ef7": true, "main": true, "app.<module>": true, "acme::Item::compare(acme::Item const&)": true,
		"main.main.func1": false, "acme.Orders.handle": false, "main.info": false, "on_read": false,
		"main.(*logbook).add": false, "": false,
		"ns::operator+0x(int)": false,
	} {
		if got := handlesNothing(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// Functions of the kernel and of libraries are the system's although a Split does not know them; patterns decide.
func TestOrigin(t *testing.T) {
	t.Parallel()
	goFrames := []tracefeed.Frame{{Func: "main.main", File: "main.go"}}
	node := []tracefeed.Frame{{Func: "route", File: "/srv/app.js"}, {Func: "emit", File: "node:events"}}
	for _, test := range []struct {
		function string
		frames   []tracefeed.Frame
		patterns Patterns
		want     origin
	}{
		{"entry_SYSCALL_64_after_hwframe", nil, Patterns{}, inside},
		{"__pthread_cond_wait_common", nil, Patterns{}, inside},
		{"epoll_wait", nil, Patterns{}, inside},
		{"qsort", nil, Patterns{}, systems},
		{"_PyEval_EvalFrameDefault", nil, Patterns{}, inside},
		{"g_main_loop_run", nil, Patterns{}, systems},
		{"g_main_loop_run", nil, Patterns{User: []string{"g_main_loop_run"}}, users},
		{"libevent-2.1.so.7.0.1+0x215a4", nil, Patterns{}, systems},
		{"libshop.so+0x1234", nil, Patterns{}, users},
		{"on_read", nil, Patterns{}, users},
		{"event_loop", nil, Patterns{}, users},
		{"aeshashbody", goFrames, Patterns{}, systems},
		{"aeshashbody", nil, Patterns{}, users},
		{"route", node, Patterns{}, users},
		{"emit", node, Patterns{}, systems},
		{"runMicrotasks", node, Patterns{}, systems},
	} {
		b, split := NewBuilder(1), NewSplit(test.frames, test.patterns)
		f := newFlowBuilder(b, split)
		if got := f.origin(int(b.Function(test.function, split))); got != test.want {
			t.Errorf("%s with %+v: %d, want %d", test.function, test.patterns, got, test.want)
		}
	}
}

// Some waits are for no arrival.
func TestActivity(t *testing.T) {
	t.Parallel()
	split := NewSplit([]tracefeed.Frame{{Func: "main.main", File: "main.go"}}, Patterns{System: []string{"s"}})
	for _, test := range []struct {
		stack []string
		state tracefeed.State
		cause tracefeed.Cause
		want  activity
	}{
		{[]string{"u.f", "s.take"}, tracefeed.Suspended, tracefeed.CauseWait, arrives},
		{[]string{"u.f", "s.read"}, tracefeed.IO, tracefeed.CauseNet, reads},
		{[]string{"u.f", "s.read"}, tracefeed.IO, tracefeed.CauseDisk, pauses},
		{[]string{"u.f", "s.sleep"}, tracefeed.Suspended, tracefeed.CauseSleep, pauses},
		{[]string{"u.f", "s.lock"}, tracefeed.Blocking, tracefeed.NoCause, runs},
		{[]string{"u.f", "s.f"}, tracefeed.Running, tracefeed.NoCause, runs},
		{[]string{"u.f", "s.f"}, tracefeed.Unknown, tracefeed.NoCause, runs},
		{[]string{"u.f", "java.util.concurrent.CompletableFuture.join", "s.park"}, tracefeed.Suspended, tracefeed.CausePark, pauses},
		{[]string{"u.f", "sync.(*WaitGroup).Wait"}, tracefeed.Suspended, tracefeed.NoCause, pauses},
		{[]string{"u.f", "send"}, tracefeed.IO, tracefeed.CauseNet, pauses},
		{[]string{"u.f", "epoll_wait"}, tracefeed.Running, tracefeed.NoCause, reads},
		{[]string{"u.f", "runtime.gcStart", "s.park"}, tracefeed.Suspended, tracefeed.NoCause, runs},
	} {
		b := NewBuilder(1)
		f, n := newFlowBuilder(b, split), int32(-1)
		for _, call := range test.stack {
			n = f.node(n, b.Function(call, split))
		}
		if got := f.activity(n, test.state, test.cause); got != test.want {
			t.Errorf("%v in %v: %d, want %d", test.stack, test.state, got, test.want)
		}
	}
}
