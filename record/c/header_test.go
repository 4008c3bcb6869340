package c

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write tiv.h anew, from its parts")

var partLine = regexp.MustCompile(`(?m)^#include "(.+)"\n`)

// tiv.h is parts/tiv.h with each part that it includes in place.
func TestHeaderOfParts(t *testing.T) {
	frame, err := os.ReadFile("parts/tiv.h")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{"tiv.h": true}
	whole := partLine.ReplaceAllFunc(frame, func(line []byte) []byte {
		name := string(partLine.FindSubmatch(line)[1])
		used[name] = true
		part, err := os.ReadFile(filepath.Join("parts", name))
		if err != nil {
			t.Fatal(err)
		}
		return part
	})
	parts, err := os.ReadDir("parts")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if !used[p.Name()] {
			t.Errorf("parts/tiv.h does not include %s", p.Name())
		}
	}
	if *update {
		if err := os.WriteFile("tiv.h", whole, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(whole, header) {
		t.Error("tiv.h differs from its parts; go test ./record/c -update writes it anew")
	}
}
