package preload

import (
	"embed"

	"tiv/record/c"
	"tiv/record/clib"
)

//go:embed *.c *.h
var source embed.FS

var flags = []string{
	"-std=gnu11", "-Wall", "-Wextra", "-fvisibility=hidden", "-ftls-model=initial-exec", "-U_FORTIFY_SOURCE", "-fexceptions",
	"-fno-optimize-sibling-calls", "-pthread", c.Flag,
}

// Library returns the source of the library. spare is the folder for the result if the
// user's cache cannot be written.
func Library(spare string) clib.Library {
	files, err := c.Files(source)
	if err != nil {
		panic(err)
	}
	return clib.Library{Name: "preload", Flags: flags, Files: files, Spare: spare}
}
