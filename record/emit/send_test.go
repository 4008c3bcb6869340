package emit_test

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"tiv/record/emit"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/listener"
)

// A program sends its trace: all of it has arrived when the trace is closed.
func TestSend(t *testing.T) {
	dir := t.TempDir()
	l, err := listener.New(listener.Options{Dir: filepath.Join(dir, "feeds"), Token: "word"})
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve(socket)
	defer l.Close()
	t.Setenv("TIV_TOKEN", "word")
	t.Setenv("TIV_TRACE", "tcp://"+socket.Addr().String())
	w, err := emit.Create(filepath.Join(dir, "unused.bin"), emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := w.Thread("1", "main")
	f.Start(nil)
	lock := w.Monitor("m", "lock")
	for range 1000 {
		f.MonitorEnter(lock)
		f.MonitorExit(lock)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	feeds := l.Feeds()
	if len(feeds) != 1 || !feeds[0].Status().Ended || feeds[0].Hello.Language != "go" {
		t.Fatalf("%d feeds, %+v", len(feeds), feeds)
	}
	source, err := tracefeed.Open(feeds[0].Path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	n := 0
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == tracefeed.MonitorEnter {
			n++
		}
	}
	if n != 1000 {
		t.Errorf("%d events arrived", n)
	}
	if all, _ := filepath.Glob(filepath.Join(dir, "*.bin")); len(all) > 0 {
		t.Errorf("there are files: %v", all)
	}
}

// An address that is none is an error at once; a listener that is not there is one at the end.
func TestSendNobody(t *testing.T) {
	if _, err := emit.Create("tcp://", emit.Options{}); err == nil {
		t.Error("created")
	}
	w, err := emit.Create("unix:"+filepath.Join(t.TempDir(), "none"), emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Thread("1", "main").Start(nil)
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), "has not got the end") {
		t.Error(err)
	}
}
