package ui_test

import (
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

// Programs that send are listed; a click selects the threads of one, and each can be hidden, muted and ended.
func TestSendingPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.tiv":  "tiv-text 1\n0s A start\n1ms A run\n90ms A end\n",
		"b.tiv":  "tiv-text 1\n0s B start\n1ms B run\n50ms C start\n90ms B end\n",
		"x.join": "tiv-join 1\na.tiv\nb.tiv offset=0ms\n"} {
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
	d.click(middle(d.widget("row db")))
	d.until("its threads", func(s ui.Snapshot) bool { return len(s.Selection) == 2 && s.Resting })
	d.click(middle(d.widget("hide db")))
	d.until("one thread", func(s ui.Snapshot) bool {
		return strings.HasPrefix(s.Count, "1 of 3 threads") && len(s.Selection) == 0 && s.Resting
	})
	d.key("ctrl+z")
	d.until("all threads", func(s ui.Snapshot) bool { return strings.HasPrefix(s.Count, "3 threads") && s.Resting })
	d.click(middle(d.widget("mute web")))
	d.until("it is muted", func(s ui.Snapshot) bool { return s.Words["program web"] == "connected, muted, 300/s" })
	d.click(middle(d.widget("end web")))
	d.until("it is ended", func(s ui.Snapshot) bool { return s.Words["program web"] == "stopped, muted" })
	quit(t, d)
}
