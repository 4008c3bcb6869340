package session_test

import (
	"strings"
	"testing"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/internal/visit"
	"tiv/report"
	"tiv/session"
	"tiv/workspace"
)

// copied lets a session copy into a text, which it returns.
func copied(s *session.Session) *string {
	text := new(string)
	s.Clipboard.SetText = func(t string) error { *text = t; return nil }
	s.Clipboard.Text = func() (string, error) { return *text, nil }
	return text
}

// Texts about threads, locks, functions and notes are copied by commands.
func TestCopying(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	text := copied(s)
	for _, x := range []struct{ do, text, said string }{
		{"copy-names", "", "Select some threads first: Ctrl+click, or Shift+drag around them."},
		{"copy-stack", "", "Select a thread first."},
		{"copy-function", "", "Select a call first: click it on a bar, or in the execution view."},
		{"copy-note 0", "", "There is no note 0."},
		{"copy-names A,B", "Alpha\nBeta", "Copied the names of 2 threads."},
		{"select-many A,B", "Alpha\nBeta", "Copied the names of 2 threads."},
		{"copy-names", "Alpha\nBeta", "Copied the names of 2 threads."},
		{"copy-stack A at=35ms", "Alpha:\nmain.transfer\n\t/src/main.go:12\n", "Copied the stack: 2 frames."},
		{"copy-stack A at=35ms frame=1", "/src/main.go:12", "Copied: /src/main.go:12"},
		{"copy-stack A at=35ms frame=4", "/src/main.go:12", "The stack has no frame 4."},
		{"copy-lock M", "lock M", "Copied: lock M"},
		{"name-lock M name=accounts", "lock M", "Copied: lock M"},
		{"copy-lock M", "accounts", "Copied: accounts"},
		{"copy-lock M id=on", "M", "Copied: M"},
		{"copy-function main.main", "main.main", "Copied: main.main"},
		{`add-note "it waits"`, "main.main", "Copied: main.main"},
		{"copy-note 0", "it waits", "Copied the text."},
		{"copy-notes", "## Notes on ", "Copied 1 note as text."},
		{"copy-recording ./server", "tiv record -- ./server", "Copied: tiv record -- ./server"},
		{"copy-text some", "some", "Copied the text."},
		{"copy-rules", "some", "No finding is dismissed."},
	} {
		done(t, s, x.do)
		if got := said(s); !strings.HasPrefix(*text, x.text) || (x.text == "") != (*text == "") || got != x.said {
			t.Errorf("%s: copied %q, said %q", x.do, *text, got)
		}
	}
}

// Without a clipboard that is said.
func TestNoClipboard(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	for do, want := range map[string]string{
		"copy-names A": "copy: there is no clipboard", "paste-slices": "paste slices: there is no clipboard"} {
		if done(t, s, do); said(s) != want {
			t.Errorf("%s: said %q", do, said(s))
		}
	}
}

// Slices are copied by their names, or all, and pasted.
func TestCopySlices(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	text := copied(s)
	made := []slice.Definition{{Name: "one", Of: slice.Threads, Extent: slice.Whole}, {Name: "two", Of: slice.Spans, Extent: slice.Whole}}
	for _, x := range []struct{ do, names, said string }{
		{"copy-slices", "", "There are no slices yet."},
		{command.Print(workspace.AddSlices{Definitions: made}, nil), "one, two", "There are no slices yet."},
		{"copy-slices three", "one, two", "There is no slice three."},
		{"copy-slices two", "one, two", "Copied 1 slice as text."},
		{"remove-slice 1", "one", "Copied 1 slice as text."},
		{"paste-slices", "one, two", "Copied 1 slice as text."},
		{"copy-slices", "one, two", "Copied 2 slices as text."},
		{"remove-slice 0", "two", "Copied 2 slices as text."},
		{"remove-slice 0", "", "Copied 2 slices as text."},
		{"paste-slices", "one, two", "Copied 2 slices as text."},
	} {
		if done(t, s, x.do); sliceNames(s) != x.names || said(s) != x.said {
			t.Errorf("%s: slices %s, said %q", x.do, sliceNames(s), said(s))
		}
	}
	if *text = "{"; !s.Shown.Workspace.Panels[command.SlicesPanel] {
		t.Error("the panel of pasted slices is closed")
	}
	if done(t, s, "paste-slices"); !strings.HasPrefix(said(s), "paste slices: ") {
		t.Errorf("said %q", said(s))
	}
}

// sliceNames returns the names of the slices of the shown workspace.
func sliceNames(s *session.Session) string {
	var list []string
	for _, d := range s.Shown.Workspace.Look.Slices {
		list = append(list, d.Name)
	}
	return strings.Join(list, ", ")
}

// The source of a thread is that of the program's own code, or of a frame.
func TestFrameOf(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	for _, x := range []struct{ do, file, said string }{
		{"open-source", "", "Select a thread first."},
		{"open-source A at=35ms", "/src/main.go:12", "Select a thread first."},
		{"open-source A at=35ms frame=2", "/src/main.go:30", "Select a thread first."},
		{"open-source A at=35ms frame=3", "", "The stack has no frame 3."},
		{"open-source A at=1ms", "", "The trace has no stack of Alpha at this time."},
	} {
		c, err := command.Parse(x.do, s.Shown.Workspace.Timeline)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := session.FrameOf(c.(command.OpenSource), s.Messages, s.Shown.Document)
		if ok != (x.file != "") || ok && report.FrameText(&f) != x.file || said(s) != x.said {
			t.Errorf("%s: %+v, %t, said %q", x.do, f, ok, said(s))
		}
	}
}

// The code of a function is at the first of its lines that the trace has.
func TestCodeOf(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	if f, ok := session.CodeOf("main.transfer", s.Shown.Document); !ok || f.File != "/src/main.go" || f.Line != 12 {
		t.Errorf("%+v, %v", f, ok)
	}
	for _, none := range []string{"", "main", "main.none"} {
		if f, ok := session.CodeOf(none, s.Shown.Document); ok {
			t.Errorf("%q is at %+v", none, f)
		}
	}
}
