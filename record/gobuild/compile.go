package gobuild

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
func (b *Build) addToolchain(ctx context.Context, over *overlay, base string) error {
	src := b.Source
	if src == nil {
		src = os.DirFS(filepath.Join(b.tc.root, "src"))
	}
	sets := attempts(b.Tasks != nil)
	for i, features := range sets {
		files, notes, err := overlayFiles(b.tc.version, src, features)
		if err != nil {
			return err
		}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		if i == 0 {
			for _, n := range notes {
				b.Note("%s", n)
			}
		}
		why := b.compiles(ctx, files, dir)
		if why == "" || i == len(sets)-1 {
			over.layOver(files, dir, filepath.Join(b.tc.root, "src"))
			return nil
		}
		b.Note("%s: %s; recording without %s", b.tc.version, why, missing(features, sets[i+1]))
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
func (b *Build) compiles(ctx context.Context, files fileSet, dir string) string {
	tried := dir + ".compiles"
	if _, err := os.Stat(tried); err == nil {
		return ""
	}
	if b.Announce != nil {
		b.Announce("preparing Go's own packages, once for this toolchain; this takes up to a minute")
	}
	over := &overlay{Replace: map[string]string{}}
	over.layOver(files, dir, filepath.Join(b.tc.root, "src"))
	path := filepath.Join(b.Tmp, "toolchain.json")
	if err := over.write(path); err != nil {
		return err.Error()
	}
	args := append([]string{"build", "-overlay", path}, b.Command.build...)
	// A package that is named would be instrumented for coverage.
	if _, err := b.tc.output(ctx, append(args, "-cover=false", "--", "runtime/trace", "net")...); err != nil {
		return strings.Join(strings.Fields(err.Error()), " ")
	}
	os.WriteFile(tried, nil, 0o666) // else it is tried again
	return ""
}
