package ui

import (
	"os"
	"time"

	"tiv/workspace"
)

// fileState is the state of a trace's file when it was read, to notice that it
// has been written again.
type fileState struct {
	checked time.Time
	size    int64
	written time.Time
	said    bool // the user has been told
}

// checkEvery is the shortest interval between two looks at a file.
const checkEvery = time.Second

// changedFile reports, once, that the file of a complete trace is another than
// the one that was read.
func (d *document) changedFile(now time.Time) bool {
	f := &d.file
	if now.Sub(f.checked) < checkEvery || f.said {
		return false
	}
	first := f.checked.IsZero()
	f.checked = now
	st, err := os.Stat(d.path)
	if err != nil || !st.Mode().IsRegular() {
		return false // a demo, a stream, or about to be written
	}
	reading := !d.ws.Timeline.Complete || d.ws.Growing()
	f.said = !first && !reading && (st.Size() != f.size || !st.ModTime().Equal(f.written))
	f.size, f.written = st.Size(), st.ModTime()
	return f.said
}

// watch offers to read the trace again when its file has changed.
func (s *tabs) watch() {
	if s.shown.changedFile(time.Now()) {
		s.messages.add(message{text: s.ws.Name + " has changed on disk.", label: "Reload", tip: withKey("Reads the trace again and keeps the view", s.keys.Keys("reload")),
			do: s.reload})
	}
}

// reload reads the shown trace again. It keeps the moment, the camera, the
// selection and all settings of the view.
func (s *tabs) reload() {
	i, old := s.current(), s.shown
	view := old.ws.Save(workspace.Identity{})
	s.messages.fail(old.saveNow(s.alarm.ring))
	t, err := s.newTab(old.opened(), "", view)
	if err != nil {
		s.messages.fail(err)
		return
	}
	s.messages.fail(old.close())
	s.list[i] = t
	s.show(i)
	s.messages.chose("Reloaded " + s.ws.Name)
}
