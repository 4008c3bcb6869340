package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tiv/tracefeed/live/roster"
	"tiv/ui"
)

// senders are two programs that send their traces.
type senders struct {
	mu  sync.Mutex
	all []roster.Program
}

func newSenders() *senders {
	return &senders{all: []roster.Program{
		{ID: "f1", Process: "p1", Name: "web", Host: "front", Language: "go", Number: 17, Clock: "same machine", Events: 1200, Rate: 300,
			Delay: 40 * time.Millisecond},
		{ID: "f2", Process: "p2", Name: "db", Host: "back", Clock: "wall clock", Events: 7, Lost: 3, State: roster.Away},
	}}
}

func (s *senders) Programs() []roster.Program {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]roster.Program(nil), s.all...)
}

// change changes a program.
func (s *senders) change(id string, how func(*roster.Program)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.all {
		if s.all[i].ID == id {
			how(&s.all[i])
			return true
		}
	}
	return false
}

func (s *senders) Mute(id string, on bool) bool {
	return s.change(id, func(p *roster.Program) { p.Muted = on })
}

func (s *senders) End(id string) bool {
	return s.change(id, func(p *roster.Program) { p.State = roster.Stopped })
}

// webTrace is the trace of a server whose workers wait for each other.
func webTrace() string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for i := range 4 {
		fmt.Fprintf(&b, "0s W%d start name=worker-%d\n", i, i+1)
	}
	for n := range 20 {
		at, of := n*100, n%4
		fmt.Fprintf(&b, "%dms W%d monitor-enter cache\n", at, of)
		for i := range 4 {
			if i != of {
				fmt.Fprintf(&b, "%dms W%d monitor-wait cache\n", at+10*i+5, i)
			}
		}
		fmt.Fprintf(&b, "%dms W%d monitor-exit cache\n", at+60+5*of, of)
		for i := range 4 {
			if i != of {
				fmt.Fprintf(&b, "%dms W%d monitor-enter cache\n%dms W%d monitor-exit cache\n", at+85+2*i, i, at+86+2*i, i)
			}
		}
	}
	return b.String() + "2s W0 end\n2s W1 end\n2s W2 end\n2s W3 end\n"
}

// Programs that send are listed; a click selects the threads of one, and each can be hidden, muted and ended.
func TestSendingPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.tiv": webTrace(), "b.tiv": "tiv-text 1\n0s B start name=db\n1ms B run\n50ms C start name=vacuum\n2s C end\n2s B end\n",
		"x.join": "tiv-join 1\na.tiv name=web\nb.tiv name=db offset=0ms\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := drive(t, filepath.Join(dir, "x.join"), sent+"=1")
	d.rest()
	d.command("Programs that send their traces")
	d.until("the programs", func(s ui.Snapshot) bool {
		return s.Words["program web"] == "connected, 300/s" && s.Words["program db"] == "away, 3 lost" && s.Resting
	})
	d.picture("programs")
	d.click(middle(d.widget("row db")))
	d.until("its threads", func(s ui.Snapshot) bool { return len(s.Selection) == 2 && s.Resting })
	d.click(middle(d.widget("hide db")))
	d.until("one thread", func(s ui.Snapshot) bool {
		return strings.HasPrefix(s.Count, "4 of 6 threads") && len(s.Selection) == 0 && s.Resting
	})
	d.key("ctrl+z")
	d.until("all threads", func(s ui.Snapshot) bool { return strings.HasPrefix(s.Count, "6 threads") && s.Resting })
	d.click(middle(d.widget("mute web")))
	d.until("it is muted", func(s ui.Snapshot) bool { return s.Words["program web"] == "connected, muted, 300/s" })
	d.click(middle(d.widget("end web")))
	d.until("it is ended", func(s ui.Snapshot) bool { return s.Words["program web"] == "stopped, muted" })
	quit(t, d)
}
