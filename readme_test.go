package main

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme does what a new user does: clones the project and types the
// README's first command, on a machine without a display. Its second command
// is what runs this test.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(string(text))
	if block == nil {
		t.Fatal("README.md has no block of commands")
	}
	var commands []string
	for line := range strings.Lines(block[1]) {
		command, _, _ := strings.Cut(line, "#")
		commands = append(commands, strings.TrimSpace(command))
	}
	if len(commands) != 2 || commands[0] != "make demo" || commands[1] != "make test" {
		t.Fatalf("README.md begins with %q", commands)
	}
	clone := filepath.Join(t.TempDir(), "tiv")
	if out, err := exec.Command("git", "clone", "-q", ".", clone).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
	cmd := exec.Command("sh", "-c", commands[0])
	cmd.Dir = clone
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "DISPLAY", "WAYLAND_DISPLAY", "MAKEFLAGS", "MAKELEVEL", "MFLAGS": // of the make that runs this test
		default:
			cmd.Env = append(cmd.Env, v)
		}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands[0], err, out)
	}
	if !strings.Contains(string(out), "no display") {
		t.Errorf("it did not say that there is no display:\n%s", out)
	}
	lines := strings.Fields(string(out))
	f, err := os.Open(filepath.Join(clone, lines[len(lines)-1]))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width < 1000 {
		t.Errorf("the picture is %+v, %v", c, err)
	}
}

// TestReadmePictures checks that every picture of the README is there and that
// `make pictures` makes it.
func TestReadmePictures(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("scripts/pictures.sh")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`\(docs/pictures/(.*?)\.png\)`).FindAllStringSubmatch(string(text), -1)
	if len(found) == 0 {
		t.Fatal("README.md shows no picture")
	}
	for _, m := range found {
		if _, err := os.Stat("docs/pictures/" + m[1] + ".png"); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(script), "draw "+m[1]+" ") && !strings.Contains(string(script), "shoot "+m[1]+" ") {
			t.Errorf("scripts/pictures.sh does not draw %s", m[1])
		}
	}
}
