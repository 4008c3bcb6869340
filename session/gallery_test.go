package session_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/command"
	"tiv/execution/slice"
	"tiv/internal/visit"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// Slices of the gallery are added to a workspace, kept there, and removed again, by commands: the
// ready ones, the user's own, and those of a project.
func TestGallery(t *testing.T) {
	t.Parallel()
	folder, config := t.TempDir(), t.TempDir()
	trace, project := filepath.Join(folder, "a.tiv"), filepath.Join(folder, prefs.ProjectFile)
	if err := os.WriteFile(trace, []byte("tiv-text 1\n0s A start\n9ms A end\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := visit.OpenedIn(t, config, trace)
	ready := slice.Gallery()[0].Name
	mine := slice.Definition{Name: "mine", Of: slice.Threads, Extent: slice.Whole}
	own := command.Print(workspace.AddSlices{Definitions: []slice.Definition{mine}}, nil)
	quoted := "\"" + ready + "\""
	for _, x := range []struct{ do, names, said string }{
		{"add-from-gallery " + quoted, ready, "Added " + ready + "."},
		{"drop-from-gallery " + quoted, ready, `the gallery has no slice "` + ready + `" there`},
		{"keep-in-gallery mine", ready, "There is no slice mine."},
		{own, ready + ", mine", "There is no slice mine."},
		{"keep-in-gallery mine", ready + ", mine", "Added mine to the gallery."},
		{"remove-slice 1", ready, "Added mine to the gallery."},
		{"add-from-gallery mine project=on", ready, `the gallery has no slice "mine" there`},
		{"add-from-gallery mine", ready + ", mine", "Added mine."},
		{"keep-in-gallery mine project=on", ready + ", mine", "Added mine to the gallery of the project."},
		{"drop-from-gallery mine", ready + ", mine", "Removed mine from the gallery."},
		{"remove-slice 1", ready, "Removed mine from the gallery."},
		{"add-from-gallery mine", ready, `the gallery has no slice "mine" there`},
		{"add-from-gallery mine project=on", ready + ", mine", "Added mine."},
		{"drop-from-gallery mine project=on", ready + ", mine", "Removed mine from the gallery."},
	} {
		if done(t, s, x.do); sliceNames(s) != x.names || said(s) != x.said {
			t.Errorf("%s: slices %s, said %q", x.do, sliceNames(s), said(s))
		}
	}
	if data, err := os.ReadFile(project); err != nil || strings.Contains(string(data), "mine") || s.Gallery.Changes() == 0 {
		t.Errorf("%d changes, %v: %s", s.Gallery.Changes(), err, data)
	}
	if err := os.WriteFile(project, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done(t, s, "keep-in-gallery mine project=on"); !strings.Contains(said(s), project) {
		t.Errorf("said %q", said(s))
	}
}
