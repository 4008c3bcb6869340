package attach

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"tiv/attach/jvm"
	"tiv/attach/sample"
)

// identify returns the program of a process.
func identify(pid int) (*program, error) {
	p := &program{pid: pid}
	data, err := os.ReadFile(p.file("comm"))
	if err != nil {
		return nil, sample.ErrNoProcess
	}
	p.name = strings.TrimSpace(string(data))
	if link, err := os.Readlink(p.file("exe")); err == nil {
		// The name of a process is cut at 15 letters.
		if base := filepath.Base(strings.TrimSuffix(link, " (deleted)")); strings.HasPrefix(base, p.name) {
			p.name = base
		}
	}
	p.isJava = jvm.Is(pid)
	_, err = buildinfo.ReadFile(p.file("exe"))
	p.isGo = err == nil
	return p, nil
}

// file returns the path of one of the process's files in /proc.
func (p *program) file(name string) string { return fmt.Sprintf("/proc/%d/%s", p.pid, name) }

// Processes returns the processes of this user, except for this one.
func Processes() (all []Running) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, f := range folders {
		pid, err := strconv.Atoi(filepath.Base(f))
		st, gone := os.Stat(f)
		line, _ := os.ReadFile(filepath.Join(f, "cmdline"))
		if err != nil || gone != nil || len(line) == 0 || pid == os.Getpid() {
			continue
		}
		if owner, ok := st.Sys().(*syscall.Stat_t); ok && int(owner.Uid) == os.Getuid() {
			all = append(all, Running{pid, printable(line)})
		}
	}
	return all
}

// printable returns a command line as one line, without the end of a very long one.
func printable(line []byte) string {
	const longest = 1000
	if len(line) > longest {
		line = append(line[:longest:longest], "…"...)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(strings.TrimRight(string(line), "\x00"), ""))
}
