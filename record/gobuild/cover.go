package gobuild

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The cover tool reads the files of the packages that it instruments itself, without
// overlays. The recorder of a program whose main package is instrumented is in package
// runtime/coverage, which such a package imports.
const coverImport = "runtime/coverage"

// instrumented returns the packages that -coverpkg selects; nil without that flag. None
// can be one in which features replace files.
func instrumented(ctx context.Context, tc toolchain, c *Command, features []feature) (map[string]bool, error) {
	if c.coverPkg == "" {
		return nil, nil
	}
	patterns := strings.Split(c.coverPkg, ",")
	if slices.Contains(patterns, "all") { // to go list, that does not mean all of Go itself
		patterns = append(patterns, "std")
	}
	args := append([]string{"list", "-e", "-f", "{{.ImportPath}}"}, c.build...)
	out, err := tc.output(ctx, append(append(args, "--"), patterns...)...)
	selected := set(string(out))
	for _, f := range features {
		for _, p := range f.patches {
			if pkg := path.Dir(p.file); err == nil && selected[pkg] {
				err = fmt.Errorf(
					"-coverpkg=%s: covers %s, which tiv record replaces; name your own packages: -coverpkg=./... covers them",
					c.coverPkg, pkg)
			}
		}
	}
	return selected, err
}

// coversMain reports whether the main package is instrumented; selected are the packages
// of -coverpkg.
func (l *listed) coversMain(selected map[string]bool) bool {
	return slices.Contains(l.Deps, coverImport) && (selected == nil || selected[l.ImportPath])
}
