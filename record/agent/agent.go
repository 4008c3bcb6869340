package agent

import (
	"embed"
	"path/filepath"

	"tiv/record/c"
	"tiv/record/clib"
)

//go:embed *.c *.h
var source embed.FS

// Library returns the source of the agent; include is the folder with the headers of a
// JDK, of any release since 9. A library serves Java machines of all releases.
//
// Its options are limit=BYTES and, after a comma, file=PATH: the greatest size and the
// path of the trace, with %p for the process id. With the option "probe" a Java machine
// ends at once and says why it cannot be recorded, if so. Loaded into a machine that runs
// already, its option is the path of a socket; a file "options" in the same folder has those for
// calls, if any: calls=PATTERNS,objects=PATTERNS,items=on,classes=FOLDER (late.c).
func Library(include string) (clib.Library, error) {
	files, err := c.Files(source)
	flags := []string{"-pthread", "-D_GNU_SOURCE", c.Flag, "-I" + include, "-I" + filepath.Join(include, "linux")}
	return clib.Library{Name: "tivjava", Files: files, Flags: flags}, err
}
