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

// TestReadme does what a new user does: clones the project and types the
// README's first command, on a machine without a display. Its second command
// is what runs this test.
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

// TestPicturesInDocs checks that every picture of the README and of the gallery
// is there and that `make pictures` makes it, and that there are no others.
func TestPicturesInDocs(t *testing.T) {
	script := string(read(t, top+"/scripts/pictures.sh"))
	shown := map[string]bool{}
	for _, page := range []string{"README.md", "docs/gallery.md"} {
		found := regexp.MustCompile(`\((?:docs/)?pictures/(.*?)\.png\)`).FindAllStringSubmatch(string(read(t, filepath.Join(top, page))), -1)
		if len(found) == 0 {
			t.Errorf("%s shows no picture", page)
		}
		for _, m := range found {
			shown[m[1]] = true
			if _, err := os.Stat(top + "/docs/pictures/" + m[1] + ".png"); err != nil {
				t.Errorf("%s: %v", page, err)
			}
			if !strings.Contains(script, "draw "+m[1]+" ") && !strings.Contains(script, "shoot "+m[1]+" ") {
				t.Errorf("%s: scripts/pictures.sh does not draw %s", page, m[1])
			}
		}
	}
	files, err := filepath.Glob(top + "/docs/pictures/*.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[strings.TrimSuffix(filepath.Base(f), ".png")] {
			t.Errorf("%s is on no page", f)
		}
	}
}
