package record

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// unseenPrograms says which programs that a command in a folder started ran without being
// recorded, and why. programs are those of shared.programs.
func unseenPrograms(programs []string, dir, command string) (notes []string) {
	const most = 5
	noted := map[string]bool{find(command, dir): true}
	left := 0
	for _, name := range programs {
		why, path := "", find(strings.TrimLeft(name, "!?"), dir)
		switch name[0] {
		case '?':
			path, why = name[1:], "has no trace: there is no room for it, on the disk or in what the process may have (ulimit -v, -u)"
		case '!':
			why = "has other rights or another root folder and cannot reach the files of the recording: it runs without being recorded"
		default:
			why = unseen(interpreter(path))
		}
		switch {
		case path == "" || why == "" || noted[path]:
		case len(notes) == most:
			left++
		default:
			notes = append(notes, path+" "+why)
		}
		noted[path] = noted[path] || why != ""
	}
	if left > 0 {
		notes = append(notes, fmt.Sprintf("%d more programs run without being recorded", left))
	}
	return notes
}

// find returns the path of a command that is started in a folder, "" if there is none.
func find(command, dir string) string {
	if !strings.Contains(command, "/") {
		path, _ := exec.LookPath(command)
		return path
	}
	if !filepath.IsAbs(command) {
		return filepath.Join(dir, command)
	}
	return filepath.Clean(command)
}

// interpreter returns the program that runs a script, and other programs as they are.
func interpreter(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return path
	}
	defer f.Close()
	head := make([]byte, 256) // the kernel reads as much
	n, _ := io.ReadFull(f, head)
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return path
	}
	return words[0]
}

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
	linker := ""
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			raw, _ := io.ReadAll(io.LimitReader(p.Open(), 4096))
			linker = strings.TrimRight(string(raw), "\x00")
		}
	}
	info, err := os.Stat(path)
	switch {
	case linker == "" && isGoProgram(path):
		return "is a Go program: it runs without being recorded; record it with tiv record -- go run, go build or go test"
	case linker == "":
		return "is statically linked: it runs without being recorded, the programs that it starts are"
	case !strings.HasPrefix(filepath.Base(linker), "ld-linux"):
		return "uses another C library than glibc (" + filepath.Base(linker) + "): it runs without being recorded"
	case err == nil && foreignRights(info):
		return "runs with the rights of its owner (setuid): the system does not let it be recorded"
	}
	return checked(f)
}

// checked says why a program is not recorded because of a sanitizer, which would take the
// recorder's work for the program's; "" if it is.
func checked(f *elf.File) string {
	const why = ", which would report the recorder's work, too: it runs without being recorded"
	if !namesSanitizer(f) {
		return ""
	}
	libraries, _ := f.ImportedLibraries()
	if slices.ContainsFunc(libraries, func(name string) bool { return strings.HasPrefix(name, sanitizerLibrary) }) {
		return "is built with -fsanitize=thread" + why
	}
	symbols, _ := f.DynamicSymbols() // clang exports them
	for _, s := range symbols {
		if kind := sanitizers[s.Name]; kind != "" && s.Section != elf.SHN_UNDEF {
			return "is built with -fsanitize=" + kind + why
		}
	}
	return ""
}

// namesSanitizer reports whether a library or a symbol can have the name of a sanitizer's.
// Decoding all symbols of a program such as Node takes 20 ms, as long as the rest of the work
// before it starts.
func namesSanitizer(f *elf.File) bool {
	table := f.SectionByType(elf.SHT_DYNSYM)
	if table == nil || uint64(table.Link) >= uint64(len(f.Sections)) {
		return false
	}
	names, _ := f.Sections[table.Link].Data()
	for name := range sanitizers {
		if bytes.Contains(names, append([]byte(name), 0)) {
			return true
		}
	}
	return bytes.Contains(names, []byte(sanitizerLibrary))
}

const sanitizerLibrary = "libtsan."

// sanitizers are the options of compilers by functions that a program then has.
var sanitizers = map[string]string{"__tsan_init": "thread", "__msan_init": "memory"}

// machines are the processors that tiv runs on, as programs name them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

func isGoProgram(path string) bool {
	_, err := buildinfo.ReadFile(path)
	return err == nil
}
