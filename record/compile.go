package record

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// addToolchain overlays the recorder on the toolchain's source. The first time
// it also compiles the result: a toolchain whose text matches but whose build
// fails is recorded without the patches.
func (g *goWay) addToolchain(ctx context.Context, over *overlay, base string) error {
	src := g.source
	if src == nil {
		src = os.DirFS(filepath.Join(g.tc.root, "src"))
	}
	for i, features := range attempts {
		files, notes, err := overlayFiles(g.tc.version, src, features)
		if err != nil {
			return err
		}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		if i == 0 {
			for _, n := range notes {
				g.note("%s", n)
			}
		}
		why := g.compiles(ctx, files, dir)
		if why == "" || i == len(attempts)-1 {
			over.layOver(files, dir, filepath.Join(g.tc.root, "src"))
			return nil
		}
		g.note("%s: %s; recording without %s", g.tc.version, why, missing(features, attempts[i+1]))
	}
	return nil
}

// missing returns the names of the features in have but not in left.
func missing(have, left []feature) string {
	var names []string
	for _, f := range have {
		if !slices.ContainsFunc(left, func(g feature) bool { return g.name == f.name }) {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, ", ")
}

// compiles returns "" if the toolchain's packages compile with the overlay. It
// tries once for each set of files.
func (g *goWay) compiles(ctx context.Context, files fileSet, dir string) string {
	tried := dir + ".compiles"
	if _, err := os.Stat(tried); err == nil {
		return ""
	}
	if g.Note != nil {
		g.Note("preparing Go's own packages, once for this toolchain; this takes up to a minute")
	}
	over := &overlay{Replace: map[string]string{}}
	over.layOver(files, dir, filepath.Join(g.tc.root, "src"))
	path := filepath.Join(g.tmp.path, "toolchain.json")
	if err := over.write(path); err != nil {
		return err.Error()
	}
	args := append([]string{"build", "-overlay", path}, g.command.build...)
	// A package that is named would be instrumented for coverage.
	if _, err := g.tc.output(ctx, append(args, "-cover=false", "--", "runtime/trace")...); err != nil {
		return strings.Join(strings.Fields(err.Error()), " ")
	}
	os.WriteFile(tried, nil, 0o666) // else it is tried again
	return ""
}
