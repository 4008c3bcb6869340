package symbols

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestKnown: what one recording has looked up, the next one need not, until the file changes.
// Damaged answers are those of no recording.
func TestKnown(t *testing.T) {
	t.Parallel()
	program, folder := built(t, "-O1", "-g"), filepath.Join(t.TempDir(), "a", "b")
	list := load(program, 0).functions
	address := list[len(list)-1].address
	look := func(step string, reads bool) {
		t.Helper()
		known := Recall(folder)
		a := known.module(program, 0)
		if got := a.find(address); fmt.Sprint(got) != fmt.Sprint(load(program, 0).find(address)) || len(got) == 0 {
			t.Errorf("%s: found %v", step, got)
		}
		if (a.read != nil) != reads {
			t.Errorf("%s: reads the file: %v", step, a.read != nil)
		}
		if again := known.module(program, 0); again != a {
			t.Errorf("%s: another trace of the recording has other answers", step)
		}
		if got := known.module(program, 1).find(address); got != nil {
			t.Errorf("%s: found %v in a file that changed later", step, got)
		}
		known.Keep()
	}
	look("first", true)
	look("second", false)
	if err := os.Chtimes(program, time.Now(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	look("another file", true)
	look("the same", false)
	kept, err := os.ReadDir(folder)
	if err != nil || len(kept) != 2 {
		t.Fatalf("%d files are kept, %v", len(kept), err)
	}
	old := time.Now().Add(-2 * unused)
	for _, e := range kept {
		if err := os.WriteFile(filepath.Join(folder, e.Name()), []byte("damaged"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, e.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
	look("damaged", true)
	look("mended", false)
	if kept, _ := os.ReadDir(folder); len(kept) != 1 {
		t.Errorf("%d files are kept, the unused one too", len(kept))
	}
	if got := Recall("").module("/nowhere", 0).find(1); got != nil {
		t.Errorf("found %v in no file", got)
	}
}
