package relay_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/live/listener"
	"tiv/tracefeed/live/relay"
	"tiv/tracefeed/live/sender"
	"tiv/tracefeed/live/wire"
	"tiv/tracefeed/textfeed"
)

var formats = []tracefeed.Format{binfeed.Format(), gotrace.Format(), textfeed.Format()}

// listen starts a listener, and returns it and its address.
func listen(t *testing.T) (*listener.Listener, string) {
	t.Helper()
	l, err := listener.New(listener.Options{Dir: filepath.Join(t.TempDir(), "feeds")})
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve(socket)
	t.Cleanup(func() { l.Close() })
	return l, "tcp://" + socket.Addr().String()
}

// arrived returns the path of the only feed of a listener, which has ended.
func arrived(t *testing.T, l *listener.Listener) string {
	t.Helper()
	feeds := l.Feeds()
	if len(feeds) != 1 || !feeds[0].Status().Ended || feeds[0].Status().Missing != 0 {
		t.Fatalf("%d feeds", len(feeds))
	}
	return feeds[0].Path
}

// events returns the events of a trace by thread, with names in place of numbers, and their times.
func events(t *testing.T, name string, r io.Reader) (list []string, times []tracefeed.Time) {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: r}, formats)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	var all []tracefeed.Event
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, *ev)
	}
	slices.SortStableFunc(all, func(a, b tracefeed.Event) int { return cmp.Compare(a.Thread, b.Thread) })
	tables := source.Tables()
	for _, ev := range all {
		times = append(times, ev.Time)
		ev.Time = 0
		text := fmt.Sprintf("%+v %v %v %q", ev, tables.Threads[ev.Thread], tables.Monitors[ev.Monitor], tables.Names[ev.Name])
		for _, f := range tables.Stacks[ev.Stack] {
			text += fmt.Sprint(tables.Frames[f])
		}
		list = append(list, text)
	}
	return list, times
}

// What is played arrives with all its events, names, and its times divided by the speed.
func TestPlay(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/*.tiv")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, path := range paths {
		for _, speed := range []float64{0, 1000} {
			raw, l, address := testtrace.File(t, path), (*listener.Listener)(nil), ""
			l, address = listen(t)
			source, err := tracefeed.OpenInput(tracefeed.Input{Name: path, Reader: bytes.NewReader(raw)}, formats)
			if err != nil {
				t.Fatal(err)
			}
			hello := wire.Hello{Feed: [16]byte{7}}
			s, err := sender.New(t.Context(), address, hello, sender.Options{Buffer: 2000})
			if err != nil {
				t.Fatal(err)
			}
			r, err := relay.Play(t.Context(), source, binfeed.Header{ID: hello.Feed}, s, relay.Options{Speed: speed,
				Properties: []binfeed.Property{{Key: "host", Value: "here"}}})
			if err == nil {
				err = s.Close(t.Context())
			}
			if err != nil || r.Damage != nil {
				t.Fatalf("%s: %v, %v", path, err, r.Damage)
			}
			want, at := events(t, path, bytes.NewReader(raw))
			sent := testtrace.File(t, arrived(t, l))
			got, is := events(t, path, bytes.NewReader(sent))
			if !slices.Equal(got, want) || r.Events != int64(len(want)) {
				t.Errorf("%s at speed %v: %d events, want %d", path, speed, len(got), len(want))
				continue
			}
			compareTimes(t, path, speed, at, is)
		}
	}
}

// compareTimes compares times of a trace with those of the same events as they were sent.
func compareTimes(t *testing.T, path string, speed float64, at, is []tracefeed.Time) {
	t.Helper()
	for i := range at {
		want, late := at[i], tracefeed.Time(0)
		if speed != 0 { // events at different times stay apart, by a nanosecond for each
			want, late = at[i]/tracefeed.Time(speed), tracefeed.Time(len(at))
		}
		if is[i] < want || is[i] > want+late {
			t.Errorf("%s at speed %v: event %d is at %v, not %v", path, speed, i, is[i], want)
		}
		if i > 0 && at[i] > at[i-1] && is[i] <= is[i-1] {
			t.Errorf("%s at speed %v: event %d has the time of the one before", path, speed, i)
		}
	}
}

// grow copies a file in random portions while it is followed.
func grow(t *testing.T, r *rand.Rand, to *os.File, raw []byte) {
	t.Helper()
	for len(raw) > 0 {
		n := min(1+r.IntN(1+len(raw)/2), len(raw))
		if _, err := to.Write(raw[:n]); err != nil {
			t.Fatal(err)
		}
		raw = raw[n:]
		time.Sleep(time.Duration(r.IntN(5)) * time.Millisecond)
	}
}

// follow sends a file that grows to some contents, and is changed by amend before it is complete.
func follow(t *testing.T, raw []byte, amend func(path string)) (whole, sent []byte) {
	t.Helper()
	l, address := listen(t)
	path := filepath.Join(t.TempDir(), "growing")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := relay.NewRecording(t.Context(), address)
	r.Follow(path, relay.Process{ID: 7, Program: "program", Language: "c"})
	grow(t, rand.New(rand.NewPCG(1, uint64(len(raw)))), file, raw)
	amend(path)
	renamed := path + ".renamed"
	if err := os.Rename(path, renamed); err != nil {
		t.Fatal(err)
	}
	if n, err := r.Close(t.Context(), time.Minute); n != 1 || err != nil {
		t.Fatalf("%d files sent, %v", n, err)
	}
	feed := l.Feeds()[0]
	if h := feed.Hello; h.Process != 7 || h.Program != "program" || h.Language != "c" || h.Wall == 0 {
		t.Errorf("%+v", h)
	}
	return testtrace.File(t, renamed), testtrace.File(t, arrived(t, l))
}

// bin returns a trace.bin with some blocks, without its end unless it is whole.
func bin(t *testing.T, whole bool) []byte {
	t.Helper()
	source, err := tracefeed.Open("../../../testdata/five-philosophers.tiv", formats)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	l, address := listen(t)
	s, err := sender.New(t.Context(), address, wire.Hello{Feed: [16]byte{1}}, sender.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := binfeed.Header{ID: [16]byte{1}, Wall: 1e18}
	if _, err := relay.Play(t.Context(), source, h, s, relay.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	raw := testtrace.File(t, arrived(t, l))
	if !whole {
		raw = raw[:len(raw)-300] // within the index
	}
	return raw
}

// The chunks of a trace.bin are sent as they are, with the names that are added at the end.
func TestFollowChunks(t *testing.T) {
	for _, whole := range []bool{true, false} {
		for _, amended := range []bool{true, false} {
			file, sent := follow(t, bin(t, whole), func(path string) {
				if !amended {
					return
				}
				if err := binfeed.Amend(path, 0, func(tables *tracefeed.Tables) {
					tables.NameThread(1, tracefeed.Thread{ID: "1", Name: "amended"})
				}); err != nil {
					t.Fatal(err)
				}
			})
			if whole && !bytes.Equal(file, sent) || !bytes.HasPrefix(file, sent) || len(sent) < len(file)-1000 {
				t.Errorf("whole %v, amended %v: %d bytes sent of %d", whole, amended, len(sent), len(file))
			}
			if amended != bytes.Contains(sent, []byte("amended")) {
				t.Errorf("whole %v, amended %v: names", whole, amended)
			}
		}
	}
}

// The events of a Go trace are sent.
func TestFollowGo(t *testing.T) {
	raw := testtrace.File(t, "../../gotrace/testdata/go-deadlock-lockids.trace")
	file, sent := follow(t, raw, func(string) {})
	want, at := events(t, "go", bytes.NewReader(file))
	got, is := events(t, "bin", bytes.NewReader(sent))
	if !slices.Equal(got, want) || !slices.Equal(at, is) {
		t.Errorf("%d events, want %d", len(got), len(want))
	}
}

// What the listener does not get is an error, also of a listener that is not there; a file without
// contents is none.
func TestFollowErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]string{
		"": "", string(bin(t, true)): "has not got the end", strings.Repeat("no trace", 20): "traces of this format are not sent"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r := relay.NewRecording(context.Background(), "unix:"+filepath.Join(t.TempDir(), "none"))
		r.Follow(path, relay.Process{Program: "program"})
		n, err := r.Close(t.Context(), 200*time.Millisecond)
		if n != 0 || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %d files, %v, want %s", text, n, err, want)
		}
	}
}
