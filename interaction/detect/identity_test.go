package detect

import (
	"testing"

	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestIdentity compares findings of two runs: with other threads, addresses and lines.
func TestIdentity(t *testing.T) {
	t.Parallel()
	names := func(threads [2]string, lock string) Identifier {
		tl := &timeline.Timeline{}
		tl.Threads = []tracefeed.Thread{{}, {ID: "1", Name: threads[0]}, {ID: "2", Name: threads[1]}}
		tl.Monitors = []tracefeed.Monitor{{}, {ID: lock, Name: lock + " p.log:12"}, {ID: "0x99", Name: "0x99"}}
		return (&Report{Locks: lockname.Ranks{Order: []tracefeed.MonitorID{1}}}).Identifier(tl)
	}
	first, then := names([2]string{"p.w 1", "p.w 2"}, "0xc01"), names([2]string{"p.w 31", "p.w 7"}, "0xc02")
	threads, lock, unnamed := []tracefeed.ThreadID{1, 2}, []tracefeed.MonitorID{1}, []tracefeed.MonitorID{2}
	at := func(f string, line int) []Site {
		return []Site{{Role: Started, Func: "p.main"}, {Role: Waits, Func: f, Line: line}, {Role: Waits, Func: f, Line: line + 1}}
	}
	for _, c := range []struct {
		a, b Finding
		want string
	}{
		{Finding{Kind: Leak, Threads: threads, Sites: at("p.f", 3)},
			Finding{Kind: Stuck, Threads: threads[:1], Sites: at("p.f", 8)}, "stuck: waits p.f"},
		{Finding{Kind: Deadlock, Threads: threads, Monitors: lock},
			Finding{Kind: Deadlock, Threads: threads[1:], Monitors: lock}, "deadlock: lock p.log:*"},
		{Finding{Kind: Contention, Monitors: lock, Facts: &Contended{Blame{Monitor: 1}}, Sites: at("p.f", 3)},
			Finding{Kind: Contention, Monitors: lock, Facts: &Contended{Blame{Monitor: 1}}, Sites: at("p.g", 3)},
			"contention: lock p.log:*"},
		{Finding{Kind: LongWait, Threads: threads, Monitors: unnamed}, Finding{Kind: LongWait, Threads: threads[:1]}, "long-wait: p.w *"},
		{Finding{Kind: Oversubscription, Threads: threads, Facts: &Crowd{}}, Finding{Kind: Oversubscription, Facts: &Crowd{}},
			"oversubscription: *"},
	} {
		if a, b := first.Of(&c.a), then.Of(&c.b); a != c.want || b != c.want {
			t.Errorf("%q and %q, want %q", a, b, c.want)
		}
	}
	stuck := first.Of(&Finding{Kind: Stuck, Threads: threads, Sites: at("p.f", 3)})
	for _, f := range []Finding{{Kind: "cycle", Sites: at("p.f", 3)}, {Kind: Stuck, Sites: at("p.g", 3)}, {Kind: Stuck, Threads: threads}} {
		if other := first.Of(&f); other == stuck {
			t.Errorf("%+v is %q, too", f, other)
		}
	}
}
