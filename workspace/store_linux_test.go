package workspace

import (
	"path/filepath"
	"testing"
)

// Where the folder of the trace cannot be written to, not even by root, the
// workspace is kept among the user's own files.
func TestStoreInReadOnlyFolder(t *testing.T) {
	t.Parallel()
	const path = "/sys/kernel/notes"
	config := t.TempDir()
	if err := NewStore(path, config).Save(opened(t, SetOption{"signals", true})); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(config + "/workspaces/*.json"); len(files) != 1 {
		t.Errorf("there are %v", files)
	}
	w := opened(t)
	if err := NewStore(path, config).Restore(w); err != nil || !w.Look.Signals {
		t.Errorf("%v: restored %+v", err, w.Look)
	}
}
