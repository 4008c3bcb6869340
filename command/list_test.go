package command

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/commands.md anew")

// docs/commands.md has all commands as they are.
func TestDocs(t *testing.T) {
	t.Parallel()
	const path = "../docs/commands.md"
	if *update {
		if err := os.WriteFile(path, []byte(markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != markdown() {
		t.Errorf("%s is not that of the program (%v): go test ./command -run TestDocs -update", path, err)
	}
}

// The lists have each command with its arguments, and its keys; the text of each entry is one
// that is read.
func TestLists(t *testing.T) {
	t.Parallel()
	var text, data bytes.Buffer
	if err := WriteText(&text); err != nil {
		t.Fatal(err)
	}
	want := "set-lanes on|off    (Shift+Q)\n    Stands the calls of threads on their bars in the 3D view, or not.\n"
	if !strings.Contains(text.String(), want) {
		t.Errorf("the text has no %q", want)
	}
	if err := WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	var all []listed
	if err := json.Unmarshal(data.Bytes(), &all); err != nil || len(all) != len(Kinds()) {
		t.Fatalf("%d commands, %v", len(all), err)
	}
	entries := map[string]bool{}
	for _, k := range all {
		if !strings.Contains(text.String(), k.Usage) {
			t.Errorf("the text has no %s", k.Usage)
		}
		for _, e := range k.Entries {
			entries[e.Name] = true
			if c, err := Parse(e.Command, nil); err != nil || Print(c, nil) != e.Command {
				t.Errorf("%s: %s: %v", e.Name, e.Command, err)
			}
		}
	}
	for _, e := range Entries() {
		if e.next == nil && !entries[e.Name] {
			t.Errorf("no command has the entry %q", e.Name)
		}
	}
}
