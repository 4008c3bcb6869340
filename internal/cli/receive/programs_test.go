package receive

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
	"tiv/tracefeed/live/roster"
	"tiv/tracefeed/live/wire"
)

// TestListOfPrograms lists two programs: one is muted, and one ended. The trace has a gap where the first was muted.
func TestListOfPrograms(t *testing.T) {
	r, err := Start(Options{Addresses: []string{"127.0.0.1:0"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	feed := r.Feed(t.Context())
	type sending struct {
		*emit.Writer
		client *client
		thread *emit.Feedlet
	}
	send := func(n byte, name, clock string) sending {
		c := dial(t, r.Addresses[0], wire.Hello{Feed: [16]byte{n}, Program: name, Host: r.host, Process: int64(n), Clock: clock, Start: 1,
			Wall: time.Now().UnixNano()})
		w, err := emit.New(c, emit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := sending{w, c, w.Thread("1", "worker")}
		s.thread.Start(nil)
		return s
	}
	// step makes some events, and waits until the listener has them.
	step := func(s sending, of int, counts func(roster.Program) int64) {
		t.Helper()
		before := counts(r.Programs()[of])
		s.thread.IOStart(tracefeed.NoCause)
		s.thread.IOEnd()
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
		until(t, func() bool { return counts(r.Programs()[of]) > before })
	}
	kept := func(p roster.Program) int64 { return p.Events }
	lost := func(p roster.Program) int64 { return int64(p.Lost) }
	web, db := send(1, "web", "monotonic:a"), send(2, "db", "monotonic:b")
	until(t, func() bool { return len(r.Programs()) == 2 })
	if all := r.Programs(); all[0].Name != "web" {
		web, db = db, web
	}
	step(web, 0, kept)
	step(db, 1, kept)
	all := r.Programs()
	if !r.Mute(all[0].ID, true) || r.Mute("none", true) || r.End("") {
		t.Error("a program is not known, or one that does not exist")
	}
	step(web, 0, lost)
	r.Mute(all[0].ID, false)
	step(web, 0, kept)
	r.End(all[1].ID)
	until(t, func() bool { return r.Programs()[1].State == roster.Stopped })
	if err := web.Close(); err != nil {
		t.Error(err)
	}
	until(t, func() bool { return r.Programs()[0].State == roster.Ended })
	db.client.conn.Close()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	gaps := 0
	for ev, err := range tracefeed.All(feed) {
		if err == nil && ev.Kind == tracefeed.Lost {
			gaps++
		}
	}
	if all = r.Programs(); gaps != 1 || all[0].Lost == 0 || all[1].Lost != 0 {
		t.Errorf("%d gaps, programs %+v", gaps, all)
	}
	var clocks []string
	for _, p := range all {
		clocks = append(clocks, p.Clock)
		if tl := feed.Tables(); !slices.ContainsFunc(tl.Processes, func(is tracefeed.Process) bool { return is.ID == p.Process }) {
			t.Errorf("%s is the process %q, which the trace does not have", p.Name, p.Process)
		}
	}
	if slices.Sort(clocks); !slices.Equal(clocks, []string{"wall clock", "wall clock"}) {
		t.Errorf("clocks %q: both are of other machines", clocks)
	}
}

// until waits for a condition.
func until(t *testing.T, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("it did not happen")
		}
	}
}

// TestSilent: a program of which nothing comes is silent until more comes, and away without its connection.
func TestSilent(t *testing.T) {
	r, err := Start(Options{Addresses: []string{"127.0.0.1:0"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := dial(t, r.Addresses[0], wire.Hello{Feed: [16]byte{1}, Program: "web"})
	is := func(state roster.State) bool { return r.Programs()[0].State == state }
	until(t, func() bool { return len(r.Programs()) == 1 })
	until(t, func() bool { return is(roster.Silent) })
	until(t, func() bool {
		if _, err := c.Write([]byte("more")); err != nil {
			t.Fatal(err)
		}
		return is(roster.Connected)
	})
	c.conn.Close()
	until(t, func() bool { return is(roster.Away) })
}

// TestWithoutEnd: a trace whose client sends END without the last chunks is complete, live and when it is saved.
func TestWithoutEnd(t *testing.T) {
	r, err := Start(Options{Addresses: []string{"127.0.0.1:0"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	feed := r.Feed(t.Context())
	c := dial(t, r.Addresses[0], wire.Hello{Feed: [16]byte{1}, Program: "x", Wall: time.Now().UnixNano()})
	w, err := emit.New(c, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Thread("1", "worker").Start(nil)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, r.Ended)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	saved, err := r.Saved("x.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer saved.Close()
	for _, f := range []tracefeed.Feed{feed, saved} {
		starts := 0
		for ev, err := range tracefeed.All(f) {
			if err != nil {
				t.Error(err)
			} else if ev.Kind == tracefeed.ThreadStart {
				starts++
			}
		}
		if note := f.Header().Note; starts != 1 || strings.Contains(note, "cut off") {
			t.Errorf("%d starts, note %q", starts, note)
		}
	}
}
