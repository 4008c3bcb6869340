package record

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// noteDebugSymbols notes, on systems with packages of Debian, which packages have the names
// that programs and libraries lack.
func noteDebugSymbols(modules []string, note func(format string, args ...any)) {
	if len(modules) == 0 {
		return
	}
	if list := debugPackages(modules); len(list) > 0 {
		note("some threads and locks have addresses for names: the debug symbols are usually in the packages %s", strings.Join(list, ", "))
	}
}

// debugPackages returns the names that packages with the symbols of some files usually have,
// sorted; none if the files are from no package.
func debugPackages(files []string) (list []string) {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args := []string{"--search"}
	for _, f := range files {
		args = append(args, f)
		if !strings.HasPrefix(f, "/usr/") { // where /lib is a link to /usr/lib, packages can have either
			args = append(args, "/usr"+f)
		}
	}
	// It fails if one of the files is unknown, and prints the others.
	out, _ := exec.CommandContext(ctx, "dpkg-query", args...).Output()
	for line := range strings.Lines(string(out)) {
		owners, path, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || !strings.HasPrefix(path, "/") || strings.Contains(owners, " ") {
			continue // a diversion, or several packages
		}
		name, _, _ := strings.Cut(owners, ":")
		list = append(list, name+"-dbgsym")
	}
	slices.Sort(list)
	return slices.Compact(list)
}
