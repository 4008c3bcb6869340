package record

import (
	"debug/buildinfo"
	"debug/elf"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// unseen says why the dynamic linker does not load a library into a program; "" if it
// does, or if the file is not a program but a script.
func unseen(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if f.Class != elf.ELFCLASS64 || f.Machine != machines[runtime.GOARCH] {
		return "is a program for another kind of processor: it runs without being recorded"
	}
	interpreter := ""
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			raw, _ := io.ReadAll(io.LimitReader(p.Open(), 4096))
			interpreter = strings.TrimRight(string(raw), "\x00")
		}
	}
	info, err := os.Stat(path)
	switch {
	case interpreter == "" && isGoProgram(path):
		return "is a Go program: it runs without being recorded; record it with tiv record -- go run, go build or go test"
	case interpreter == "":
		return "is statically linked: it runs without being recorded, the programs that it starts are"
	case !strings.HasPrefix(filepath.Base(interpreter), "ld-linux"):
		return "uses another C library than glibc (" + filepath.Base(interpreter) + "): it runs without being recorded"
	case err == nil && foreignRights(info):
		return "runs with the rights of its owner (setuid): the system does not let it be recorded"
	}
	return ""
}

// machines are the processors that tiv runs on, as programs name them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

func isGoProgram(path string) bool {
	_, err := buildinfo.ReadFile(path)
	return err == nil
}
