package loader_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tiv/internal/oracle"
	"tiv/record/emit"
	"tiv/report"
	"tiv/report/table"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/live"
	"tiv/workspace/cache"
	"tiv/workspace/loader"
)

// dining records two philosophers who eat some times, and in the end take one
// fork each and wait forever for the other.
func dining(t *testing.T, w *emit.Writer, meals int) {
	t.Helper()
	a, b := w.Thread("a", "Plato"), w.Thread("b", "Kant")
	left, right := w.Monitor("l", "left"), w.Monitor("r", "right")
	a.Start(nil)
	b.Start(a)
	for range meals {
		a.MonitorWait(left)
		a.MonitorEnter(left)
		b.MonitorWait(left)
		a.MonitorExit(left)
		b.MonitorEnter(left)
		b.MonitorExit(left)
		if err := w.Flush(); err != nil { // a block of its own
			t.Fatal(err)
		}
	}
	a.MonitorEnter(left)
	b.MonitorEnter(right)
	a.MonitorWait(right)
	b.MonitorWait(left)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// recorded returns a complete trace.
func recorded(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := emit.New(&out, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dining(t, w, 30)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return anonymous(out.Bytes())
}

// anonymous removes the process from the header of a trace.
func anonymous(trace []byte) []byte {
	clear(trace[40:44])
	binary.LittleEndian.PutUint32(trace[60:], crc32.Checksum(trace[:60], crc32.MakeTable(crc32.Castagnoli)))
	return trace
}

// dump returns all tables of a trace, its damage and its findings.
func dump(t *testing.T, l *loader.Loaded) string {
	t.Helper()
	var out bytes.Buffer
	for _, name := range report.Tables() {
		win := report.Window{To: l.Timeline.End, Step: tracefeed.Millisecond}
		if err := report.Dump(&out, l.Timeline, name, win, table.CSV); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range l.Report.Findings {
		fmt.Fprintln(&out, f.Text)
	}
	fmt.Fprintln(&out, l.Timeline.Counts, l.Timeline.Damage, l.Timeline.Complete)
	return out.String()
}

// whole returns the dump of a file that is not followed.
func whole(t *testing.T, path string) string {
	t.Helper()
	l, err := loader.Open(path, loader.Options{Findings: true})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	all, err := l.WaitFindings()
	if err != nil {
		t.Fatal(err)
	}
	return dump(t, all)
}

// file is a file that grows.
type file struct {
	*testing.T
	path string
	f    *os.File
}

func newFile(t *testing.T) *file {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.bin")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &file{t, path, f}
}

func (f *file) write(data []byte) {
	f.Helper()
	if _, err := f.f.Write(data); err != nil {
		f.Fatal(err)
	}
}

// follow opens a file in a bubble.
func follow(t *testing.T, path string, o loader.Options) *loader.Loader {
	t.Helper()
	o.Follow, o.Findings = true, true
	if o.Notify == nil {
		o.Notify = func() {}
	}
	l, err := loader.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// settle waits until the loader waits for the file to grow.
func settle() {
	time.Sleep(2 * time.Second) // no real time, and less than until the file counts as ended
	synctest.Wait()
}

// bubble runs a test in which waiting takes no time.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1) // its goroutine must not begin in the bubble
	signal.Stop(c)
	synctest.Test(t, f)
}

// A trace that is read in pieces, as it is written, is in the end the trace that
// is read in one go. Its snapshots on the way do not change.
func TestFollow(t *testing.T) {
	data := recorded(t)
	for seed := range oracle.Seeds(4) {
		rng := rand.New(rand.NewPCG(seed, 0))
		bubble(t, func(t *testing.T) {
			f := newFile(t)
			f.write(data[:64])
			l := follow(t, f.path, loader.Options{Memory: timeline.NewMemory(1 << 20), Cache: cache.New(t.TempDir(), 1<<30)})
			type published struct {
				*loader.Loaded
				dump string
			}
			var snapshots []published
			for rest := data[64:]; len(rest) > 0; {
				n := 1 + rng.IntN(min(len(rest), 2000))
				f.write(rest[:n])
				rest = rest[n:]
				settle()
				now := l.Current()
				if len(rest) > 0 && now != nil {
					if !now.Growing || now.Searched || now.Timeline.Complete || now.Timeline.Damage != nil {
						t.Fatalf("before its end: %+v, damage %v", now, now.Timeline.Damage)
					}
					snapshots = append(snapshots, published{now, dump(t, now)})
				}
			}
			all, err := l.WaitFindings()
			if err != nil || all.Growing || !all.Searched || all.Opening != nil || all.Timeline.Damage != nil {
				t.Fatalf("in the end: %+v, %v, damage %v", all, err, all.Timeline.Damage)
			}
			if got, want := dump(t, all), whole(t, f.path); got != want {
				t.Errorf("followed:\n%s\nread in one go:\n%s", got, want)
			}
			for i, s := range snapshots {
				if now := dump(t, s.Loaded); now != s.dump {
					t.Fatalf("snapshot %d has changed:\n%s\nbefore:\n%s", i, now, s.dump)
				}
			}
			if len(snapshots) < 5 {
				t.Errorf("only %d snapshots", len(snapshots))
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The findings of a snapshot are published before the end of the trace.
func TestPreliminaryFindings(t *testing.T) {
	t.Parallel()
	data := recorded(t)
	bubble(t, func(t *testing.T) {
		f := newFile(t)
		f.write(data[:len(data)-200]) // within the index
		l := follow(t, f.path, loader.Options{})
		settle()
		now := l.Current()
		if now.Searched || !now.Growing || len(now.Report.Findings) == 0 {
			t.Errorf("while it grows: searched %t, %d findings", now.Searched, len(now.Report.Findings))
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A trace whose writer was killed ends some time later, as one that is not
// followed. If it grows after all, it is followed again.
func TestKilledWriter(t *testing.T) {
	t.Parallel()
	data := recorded(t)
	bubble(t, func(t *testing.T) {
		f := newFile(t)
		f.write(data[:len(data)*2/3])
		l := follow(t, f.path, loader.Options{})
		settle()
		if now := l.Current(); !now.Growing {
			t.Fatalf("it ended at once: %v", now.Timeline.Damage)
		}
		all, err := l.WaitFindings()
		if err != nil || all.Growing || all.Timeline.Damage == nil {
			t.Fatalf("in the end: %+v, %v, damage %v", all, err, all.Timeline.Damage)
		}
		if got, want := dump(t, all), whole(t, f.path); got != want {
			t.Errorf("followed:\n%s\nread in one go:\n%s", got, want)
		}
		time.Sleep(time.Hour)
		if l.Current() != all {
			t.Error("something was published though nothing has come")
		}

		f.write(data[len(data)*2/3 : len(data)-100])
		settle()
		now := l.Current()
		if !now.Growing || now.Timeline.Complete || now.Timeline.Counts.Events <= all.Timeline.Counts.Events {
			t.Errorf("after more has come: %+v", now)
		}
		f.write(data[len(data)-100:])
		settle()
		all = l.Current()
		if all.Growing || !all.Searched {
			t.Errorf("in the end: %+v", all)
		}
		if got, want := dump(t, all), whole(t, f.path); got != want {
			t.Errorf("followed:\n%s\nread in one go:\n%s", got, want)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A trace that is truncated keeps what was read.
func TestTruncated(t *testing.T) {
	t.Parallel()
	data := recorded(t)
	bubble(t, func(t *testing.T) {
		f := newFile(t)
		f.write(data[:len(data)/2])
		l := follow(t, f.path, loader.Options{})
		settle()
		events := l.Current().Timeline.Counts.Events
		if err := f.f.Truncate(100); err != nil {
			t.Fatal(err)
		}
		settle()
		all, err := l.WaitFindings()
		if err != nil || all.Growing || all.Timeline.Counts.Events < events || !errors.Is(all.Timeline.Damage, live.ErrChanged) {
			t.Errorf("%d events, then %+v, %v, damage %v", events, all, err, all.Timeline.Damage)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A loader that waits for the file to grow can be closed at once, and leaves no
// goroutine: the bubble would wait for it.
func TestCloseWhileWaiting(t *testing.T) {
	t.Parallel()
	data := recorded(t)
	for name, wait := range map[string]time.Duration{"at first": 0, "for more": 2 * time.Second, "after the end": time.Hour} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				f := newFile(t)
				f.write(data[:len(data)/2])
				l := follow(t, f.path, loader.Options{})
				time.Sleep(wait)
				start := time.Now()
				if err := l.Close(); err != nil {
					t.Error(err)
				}
				if took := time.Since(start); took > 0 {
					t.Errorf("closing took %v", took)
				}
			})
		})
	}
}

// A trace with an end is not followed, and none is without Options.Follow.
func TestFollowsOnlyUnfinished(t *testing.T) {
	t.Parallel()
	data := recorded(t)
	for _, x := range []struct {
		data   []byte
		follow bool
	}{{data, true}, {data[:len(data)/2], false}} {
		f := newFile(t)
		f.write(x.data)
		l, err := loader.Open(f.path, loader.Options{Follow: x.follow})
		if err != nil {
			t.Fatal(err)
		}
		if _, growing := l.Grown(); growing {
			t.Errorf("%d bytes with Follow %t are followed", len(x.data), x.follow)
		}
		if _, err := l.Wait(); err != nil {
			t.Error(err)
		}
		l.Close()
	}
}

// The cache has a followed trace once that has an end, and not before.
func TestCachedAtTheEnd(t *testing.T) {
	var out bytes.Buffer
	w, err := emit.New(&out, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.NewChaCha8([32]byte{})
	name := make([]byte, 2000)
	for i := range 1000 { // names fill the file
		rng.Read(name)
		w.Thread(fmt.Sprint(i), string(name)).Start(nil)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data := anonymous(out.Bytes())
	bubble(t, func(t *testing.T) {
		f, dir := newFile(t), t.TempDir()
		kept := func() int {
			list, err := filepath.Glob(filepath.Join(dir, "*.trace"))
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		f.write(data[:len(data)-1])
		o := loader.Options{Memory: timeline.NewMemory(1 << 20), Cache: cache.New(dir, 1<<30)}
		l := follow(t, f.path, o)
		settle()
		if n := kept(); n != 0 || !l.Current().Growing {
			t.Errorf("%d traces are cached before the end", n)
		}
		f.write(data[len(data)-1:])
		settle()
		if n := kept(); n != 1 || l.Current().Growing {
			t.Errorf("%d traces are cached at the end", n)
		}
		all := dump(t, l.Current())
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		l = follow(t, f.path, o)
		if now := l.Current(); now == nil || dump(t, now) != all {
			t.Error("it is not opened from the cache, or differs there")
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
}
