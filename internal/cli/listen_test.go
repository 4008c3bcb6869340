package cli

import (
	"os"
	"strings"
	"testing"
)

// TestListenTarget lists targets that tiv listen refuses before it listens.
func TestListenTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("notes.txt", []byte("my notes"), 0o644); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{"notes.txt": "--force", "-": "into a file", "missing/x.bin": "missing"} {
		r := tiv(t, "listen", "127.0.0.1:0", "--headless", "--for", "10ms", "-o", target)
		if r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("-o %s: exit code %d, %q, want %q", target, r.exit, r.errors, want)
		}
	}
	if data, err := os.ReadFile("notes.txt"); string(data) != "my notes" {
		t.Errorf("notes.txt has %q, %v", data, err)
	}
}
