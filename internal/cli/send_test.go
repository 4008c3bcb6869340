package cli

import (
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tiv/tracefeed/live/listener"
)

// listened starts a listener that wants a token, and returns it and its address.
func listened(t *testing.T) (l *listener.Listener, address string) {
	t.Helper()
	l, err := listener.New(listener.Options{Dir: filepath.Join(t.TempDir(), "feeds"), Token: "word"})
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

// A trace that was sent has the figures of the source.
func TestSend(t *testing.T) {
	l, address := listened(t)
	t.Setenv("TIV_TOKEN", "word")
	for _, trace := range []string{"demo:deadlock", "demo:shop"} {
		r := tiv(t, "send", "--speed", "max", "--host", "web-1", "--program", trace, trace, address)
		if r.exit != exitOK || r.out != "" || !strings.Contains(r.errors, " events\n") {
			t.Fatalf("%d, %q, %q", r.exit, r.out, r.errors)
		}
		feeds := l.Feeds()
		f := feeds[len(feeds)-1]
		if h := f.Hello; !f.Status().Ended || h.Program != trace || h.Host != "web-1" || h.Wall == 0 {
			t.Errorf("%+v, %+v", h, f.Status())
		}
		if got, want := tiv(t, "info", f.Path).out, tiv(t, "info", trace).out; got != want {
			t.Errorf("%s is\n%s, not\n%s", trace, got, want)
		}
	}
}

// What cannot be sent is an error, with exit code 2.
func TestSendErrors(t *testing.T) {
	_, address := listened(t)
	t.Setenv("TIV_TOKEN", "wrong")
	for _, c := range []struct{ args, want string }{
		{"send demo:deadlock nowhere", "nowhere is no address"},
		{"send demo:deadlock tcp://", "no address"},
		{"send demo:deadlock " + address + " --speed -1", "want a number such as 2"},
		{"send demo:deadlock unix:" + filepath.Join(t.TempDir(), "none"), "no such file"},
		{"send none.bin " + address, "none.bin"},
		{"send demo:deadlock " + address, address + ": the listener refuses: token"},
		{"record --to nowhere -- true", "nowhere is no address"},
		{"record --to tcp://x --keep 1s -- true", "--keep is for a file"},
		{"record --to tcp://x --java jfr -- true", "use --java agent"},
		{"record --to tcp://x -- go build .", "runs no program"},
	} {
		if r := tiv(t, strings.Fields(c.args)...); r.exit != exitTrouble || !strings.Contains(r.errors, c.want) {
			t.Errorf("%s: %d, %q, want %q", c.args, r.exit, r.errors, c.want)
		}
	}
}

// sleepers is a program with threads.
const sleepers = `
#include <pthread.h>
#include <unistd.h>
static void *work(void *x) { usleep(100000); return x; }
int main(void) {
	pthread_t t[3];
	for (int i = 0; i < 3; i++) pthread_create(t + i, 0, work, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	return 1;
}
`

// A recording is sent while the program runs; the files are for the listener alone.
func TestRecordTo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program is recorded on Linux only")
	}
	l, address := listened(t)
	t.Setenv("TIV_TOKEN", "word")
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	program := filepath.Join(t.TempDir(), "sleepers")
	build := exec.Command("gcc", "-pthread", "-x", "c", "-o", program, "-")
	build.Stdin = strings.NewReader(sleepers)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r := tiv(t, "record", "--to", address, "--", program)
	if r.exit != 1 || !strings.HasSuffix(r.errors, "tiv: record: sent 1 trace to "+address+"\n") {
		t.Fatalf("%d, %q", r.exit, r.errors)
	}
	f := l.Feeds()[0]
	if h := f.Hello; !f.Status().Ended || h.Process == 0 || h.Program != "sleepers" ||
		!strings.HasPrefix(h.Clock, "monotonic ") || h.Start == 0 {
		t.Errorf("%+v, %+v", h, f.Status())
	}
	if out := tiv(t, "info", f.Path).out; !strings.Contains(out, "threads    4\n") || strings.Contains(out, "cut off") {
		t.Errorf("info: %s", out)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "tiv-sent-*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}
