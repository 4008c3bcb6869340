package definition

import (
	"errors"
	"os"
)

// Load returns the definitions for a trace: those of files, then those of the project around
// the trace, the nearest first, then the built-in ones, so that the own ones count first. If
// types are given, it returns only definitions of these. The error has all that is wrong in
// the files.
func Load(trace string, files, types []string) (all List, err error) {
	var errs []error
	for _, path := range append(files[:len(files):len(files)], Around(trace)...) {
		list, err := readFile(path)
		all, errs = append(all, list...), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return append(all, builtIn()...).OfTypes(types)
}

func readFile(path string) (List, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(path, f)
}
