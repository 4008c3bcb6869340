package record

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"time"

	"tiv/record/symbols"
)

// noteDebugSymbols notes, on systems with packages of Debian, which packages have the names
// that programs and libraries lack.
func noteDebugSymbols(modules []string, known *symbols.Known, note func(format string, args ...any)) {
	if list := known.DebugPackages(modules, debugPackages); len(list) > 0 {
		note("some threads and locks have addresses for names: the debug symbols are usually in the packages %s", strings.Join(list, ", "))
	}
}

// debugPackages returns the names that packages with the symbols of some files usually have,
// by file, and whether the other files are from no package. It takes a tenth of a second.
func debugPackages(files []string) (packages map[string]string, complete bool) {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	args, packages := []string{"--search"}, map[string]string{}
	for _, f := range files {
		args = append(args, f)
		if !strings.HasPrefix(f, "/usr/") { // where /lib is a link to /usr/lib, packages can have either
			args = append(args, "/usr"+f)
		}
	}
	out, err := exec.CommandContext(ctx, "dpkg-query", args...).Output()
	for line := range strings.Lines(string(out)) {
		owners, path, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || !strings.HasPrefix(path, "/") || strings.Contains(owners, " ") {
			continue // a diversion, or several packages
		}
		name, _, _ := strings.Cut(owners, ":")
		if !slices.Contains(files, path) {
			path = strings.TrimPrefix(path, "/usr")
		}
		packages[path] = name + "-dbgsym"
	}
	exit, ended := errors.AsType[*exec.ExitError](err)
	return packages, err == nil || ended && exit.ExitCode() == 1 // if some files are unknown, and it prints the others
}
