package clib

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A compiler is a C compiler of the system.
type compiler struct {
	path    string
	args    []string // its first arguments, from the variable CC
	version string   // all that --version prints
}

// install is advice on packages with a compiler and the headers of the C library.
const install = "install gcc (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc; Arch: pacman -S gcc)"

// A NoCompilerError reports that there is no C compiler.
type NoCompilerError struct {
	cc string // the value of the variable CC, if that is the one missing
}

func (e *NoCompilerError) Error() string {
	if e.cc != "" {
		return fmt.Sprintf("no C compiler: CC is %q, which is not a program", e.cc)
	}
	return "no C compiler: " + install + ", or set CC"
}

// findCompiler returns the compiler that CC names, else cc, gcc or clang.
func findCompiler(ctx context.Context) (compiler, error) {
	words := strings.Fields(os.Getenv("CC"))
	names := []string{"cc", "gcc", "clang"}
	var cc compiler
	if len(words) > 0 {
		names, cc.args = words[:1], words[1:]
	}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, path, append(cc.args[:len(cc.args):len(cc.args)], "--version")...).Output()
		if err != nil {
			return cc, fmt.Errorf("%s --version: %w", path, err)
		}
		cc.path, cc.version = path, path+"\n"+string(out)
		return cc, nil
	}
	return cc, &NoCompilerError{cc: strings.Join(words, " ")}
}
