package preload

import (
	"embed"

	"tiv/record/c"
	"tiv/record/clib"
)

//go:embed *.c *.h
var source embed.FS

// Library returns the source of the library. spare is the folder for the result if the
// user's cache cannot be written.
func Library(spare string) clib.Library {
	l := clib.Library{
		Name:  "preload",
		Flags: []string{"-std=gnu11", "-Wall", "-Wextra", "-fvisibility=hidden", "-ftls-model=initial-exec", "-U_FORTIFY_SOURCE", "-fexceptions", "-fno-optimize-sibling-calls", "-pthread"},
		Files: map[string][]byte{"tiv.h": c.Header, "rate.h": c.Rate},
		Spare: spare,
	}
	all, err := source.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, e := range all {
		if l.Files[e.Name()], err = source.ReadFile(e.Name()); err != nil {
			panic(err)
		}
	}
	return l
}
