//go:build readme

package cli

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme repeats the first minutes of a new user: it clones the project and
// runs the first command of the README, on a machine without a display. That
// command installs packages, so only make readme runs this test.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(top + "/README.md")
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
	if out, err := exec.Command("git", "clone", "-q", top, clone).CombinedOutput(); err != nil {
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
		t.Errorf("the output does not mention the missing display:\n%s", out)
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
