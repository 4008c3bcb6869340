package definition

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed builtin.xml
var builtInText string

// builtInFile is the name of the built-in file in definitions.
const builtInFile = "built-in"

var builtIn = sync.OnceValue(func() List {
	l, err := Read(builtInFile, strings.NewReader(builtInText))
	if err != nil {
		panic(err) // a test reads it
	}
	return l
})

// BuiltIn returns the definitions for well-known libraries.
func BuiltIn() List { return slices.Clone(builtIn()) }
