package session

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tiv/command"
	"tiv/internal/replace"
	"tiv/tracefeed/parts"
	"tiv/workspace/loader"
)

// joining starts to join two traces in a folder. It returns once the list is being read, with a
// function that lets the reading go on.
func joining(t *testing.T, s *Session, folder string) (goOn func()) {
	t.Helper()
	var paths []string
	for _, name := range []string{"a.tiv", "b.tiv"} {
		paths = append(paths, filepath.Join(folder, name))
		if err := os.WriteFile(paths[len(paths)-1], []byte("tiv-text 1\n0s A start\n9ms A end\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	began, blocked := make(chan bool), make(chan bool)
	open := s.Opener.options.Open
	s.Opener.options.Open = func(path string, notify func()) (*loader.Loader, error) {
		began <- true
		<-blocked
		return open(paths[0], notify) // the parts have no common clock
	}
	s.Do(command.JoinTraces{Paths: paths})
	<-began
	if len(listed(t, folder)) != 1 {
		t.Fatal("there is no list")
	}
	return func() { close(blocked) }
}

// listed returns the lists of traces in a folder.
func listed(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.join"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A join that is cancelled, or that the end of the session ends, leaves no list, whether or not its
// traces are opened afterwards. One that is shown keeps its list.
func TestListOfCancelledJoin(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(s *Session, goOn func()){
		"before":      func(s *Session, goOn func()) { s.Opener.Opening().cancel() },
		"afterwards":  func(s *Session, goOn func()) { s.Opener.Opening().cancel(); goOn() },
		"the session": func(s *Session, _ func()) { s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, folder := opened(t), t.TempDir()
			s.ShowStart()
			goOn := joining(t, s, folder)
			end(s, goOn)
			if name == "before" || name == "the session" {
				defer goOn()
			}
			for begin := time.Now(); len(listed(t, folder)) > 0; time.Sleep(time.Millisecond) {
				s.Opener.serve()
				if time.Since(begin) > 10*time.Second {
					t.Fatalf("the lists %v remain", listed(t, folder))
				}
			}
		})
	}
	s, folder := opened(t), t.TempDir()
	s.ShowStart()
	joining(t, s, folder)()
	served(s)
	if len(s.Traces) != 1 || len(listed(t, folder)) != 1 {
		t.Errorf("%d traces, lists %v", len(s.Traces), listed(t, folder))
	}
}

// The parts of a join are files that must not be replaced, and whose changes are noticed.
func TestPartsOfJoin(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{
		"a.tiv": "tiv-text 1\n0s A start\n9ms A end\n", "b.tiv": "tiv-text 1\n0s B start\n9ms B end\n",
		"x.join": "tiv-join 1\na.tiv\nb.tiv offset=1ms\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := opened(t, at("x.join"))
	for _, name := range []string{"x.join", "a.tiv", "b.tiv"} {
		if !slices.ContainsFunc(s.Sources(), func(of replace.Source) bool { return of.Path == at(name) }) {
			t.Errorf("%s is no source", name)
		}
	}
	files := s.Shown.Loader.Files.List()
	if now, err := stateOf(at("x.join"), files...); err != nil || now != s.Shown.file.read {
		t.Errorf("the state is %q, was %q, %v", now, s.Shown.file.read, err)
	}
	if err := os.WriteFile(at("b.tiv"), []byte("tiv-text 1\n0s B start\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if now, err := stateOf(at("x.join"), files...); err != nil || now == s.Shown.file.read {
		t.Errorf("a change of a part is not noticed: %q, %v", now, err)
	}
}

// A list that is joined with a trace is not a part itself: its parts are, with what it says about them. The
// same traces once more use the list that is there.
func TestJoinWithList(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{
		"a.tiv": "tiv-text 1\n0s A start\n9ms A end\n", "b.tiv": "tiv-text 1\n0s B start\n9ms B end\n",
		"x.join": "tiv-join 1\na.tiv\nb.tiv offset=1ms\n", "y.join": "tiv-join 1\na.tiv\nb.tiv offset=2ms shift=1ms\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		list, err := parts.Named([]string{at("x.join"), at("y.join")})
		if err != nil {
			t.Fatal(err)
		}
		path, _, err := WriteList(list)
		text, _ := os.ReadFile(path)
		want := "tiv-join 1\na.tiv\nb.tiv offset=1000000ns\na.tiv\nb.tiv offset=2000000ns shift=1000000ns\n"
		if err != nil || path != at("a.join") || string(text) != want {
			t.Errorf("%s: %q, %v, want %q", path, text, err, want)
		}
	}
	if got := listed(t, folder); len(got) != 3 {
		t.Errorf("lists %q", got)
	}
}
