package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/report/shot"
)

// TestSlices counts and colours by slices of a file, and by those of the gallery.
func TestSlices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, trace := filepath.Join(dir, "slices.json"), "../../testdata/deadlock.tiv"
	const text = `{"tiv_slices": 1, "slices": [{"name": "stuck", "of": "spans", "where": "state == \"blocking\""},
		{"name": "A", "of": "threads", "where": "id == \"A\"", "colour": "#123456"}, {"name": "none", "of": "regions"}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	gallery := tiv(t, "dump", trace, "slices")
	if rows := strings.Split(gallery.out, "\n"); gallery.exit != exitOK || gallery.errors != "" ||
		!strings.HasPrefix(gallery.out, "slice,threads,covered_ns") ||
		!strings.HasPrefix(rows[1], "waits for locks,") || strings.Contains(gallery.out, "JDBC") {
		t.Errorf("the gallery: %+v", gallery)
	}
	own := tiv(t, "dump", trace, "slices", "--slices", file)
	if _, of, _ := strings.Cut(strings.Split(gallery.out, "\n")[1], ","); !strings.Contains(own.out, "\nstuck,"+of+"\n") ||
		!strings.Contains(own.errors, `the slice "none" covers nothing`) {
		t.Errorf("of a file: %+v; %s", own, gallery.out)
	}

	page := tiv(t, "report", trace, "-o", "-", "--format", "markdown", "--slices", file, "--base", "A")
	if page.exit != exitOK || !strings.Contains(page.out, "## Slices (3)") || !strings.Contains(page.out, "\n| stuck | 1 |") ||
		!strings.Contains(page.errors, `the slice "none" covers nothing`) {
		t.Errorf("report: %d, %s\n%s", page.exit, page.errors, page.out)
	}
	nested := tiv(t, "report", trace, "-o", "-", "--format", "markdown", "--slices", file, "--base", "A", "--base", "stuck")
	if nested.exit != exitOK || !strings.Contains(nested.out, "The base is A › stuck.") ||
		!strings.Contains(nested.out, "\n| stuck | 1 |") {
		t.Errorf("report of a base in a base: %d, %s\n%s", nested.exit, nested.errors, nested.out)
	}
	if plain := tiv(t, "report", trace, "-o", "-", "--format", "markdown"); strings.Contains(plain.out, "## Slices") {
		t.Error("a report without slices has a table of them")
	}
	picture := filepath.Join(dir, "x.png")
	if r := tiv(t, "snapshot", trace, "-o", picture, "--slices", file, "--base", "stuck", "--size", "640x400"); r.exit != exitOK {
		t.Fatalf("snapshot: %+v", r)
	}
	p, err := shot.Open(picture, "")
	if err != nil {
		t.Fatal(err)
	}
	if view := strings.ReplaceAll(string(p.View), `": `, `":`); !strings.Contains(view, `"base":"stuck"`) ||
		!strings.Contains(view, `"colour":"#123456"`) || !strings.Contains(view, `"slice_colours":true`) {
		t.Errorf("the picture has the view %s", view)
	}
	for _, args := range [][]string{{"--base", "A"}, {"--slices", file, "--base", "B"},
		{"--slices", file, "--base", "A", "--base", "A"}, {"--slices", dir}} {
		if r := tiv(t, append([]string{"snapshot", trace, "-o", picture}, args...)...); r.exit != exitTrouble {
			t.Errorf("%v: %+v", args, r)
		}
	}
}
