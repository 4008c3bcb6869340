package visit

import (
	"testing"
	"time"

	"tiv/session"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// Opened returns a session that shows a trace. All of it has been read, and its findings are not
// searched for. The session is closed at the end of the test.
func Opened(t testing.TB, path string) *session.Session {
	t.Helper()
	return OpenedIn(t, "", path)
}

// OpenedIn is Opened with a folder for the user's files.
func OpenedIn(t testing.TB, config, path string) *session.Session {
	t.Helper()
	s := session.New(session.Options{Config: config, Open: func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Notify: notify})
	}}, &prefs.Prefs{}, func() {}, nil)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Open(path, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shown.Loader.Wait(); err != nil {
		t.Fatal(err)
	}
	s.Shown.Begun = time.Time{} // so that the trace is shown without its findings
	s.Update(func(*session.Trace, bool, error) {})
	return s
}
