package record

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// living returns the processes that belong to the recording with a folder of traces. A process
// has the shared memory there, or the folder in its environment, which it may have
// overwritten with a title; a process without both, and children of such, are not found.
func living(dir string) []process {
	const most = 20
	var gone map[string]bool
	for range most {
		list, ended := scan(dir)
		// A process that has ended meanwhile may have started another one.
		if !slices.ContainsFunc(ended, func(pid string) bool { return !gone[pid] }) {
			return list
		}
		gone = map[string]bool{}
		for _, pid := range ended {
			gone[pid] = true
		}
	}
	list, _ := scan(dir)
	return list
}

// scan does so for the processes at one time, and returns those that have ended since.
func scan(dir string) (list []process, ended []string) {
	self, _ := look(os.Getpid())
	all, _ := os.ReadDir("/proc")
	for _, e := range all {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		p, ok := look(pid)
		switch {
		case ok && p.started < self.started:
			continue
		case ok && belongs(pid, dir):
			p.name = programOf(pid, p.name)
			list = append(list, p)
			continue
		case ok:
			_, ok = look(pid)
		}
		if !ok {
			ended = append(ended, e.Name())
		}
	}
	return list, ended
}

// look describes a process, and reports whether it runs: one that has ended, and whose parent
// has not asked for that, does not.
func look(pid int) (process, bool) {
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	from, to := bytes.IndexByte(raw, '('), bytes.LastIndexByte(raw, ')')
	if err != nil || from < 0 || to < from {
		return process{}, false
	}
	const state, start = 0, 19 // the fields after the name
	fields := strings.Fields(string(raw[to+1:]))
	if len(fields) <= start || fields[state] == "Z" || fields[state] == "X" {
		return process{}, false
	}
	started, err := strconv.ParseUint(fields[start], 10, 64)
	return process{pid: pid, started: started, name: string(raw[from+1 : to])}, err == nil
}

// belongs reports whether a process belongs to the recording with a folder. The kernel
// shows the path of the memory as seen from another root folder, or through links, so only its end
// is compared, which has a name that no other recording has.
func belongs(pid int, dir string) bool {
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	if raw, err := os.ReadFile(filepath.Join(proc, "environ")); err == nil && bytes.Contains(raw, []byte("TIV_PRELOAD="+dir+"\x00")) {
		return true
	}
	files, own := filepath.Dir(dir), filepath.Base(dir)
	end := filepath.Join("/", filepath.Base(filepath.Dir(files)), filepath.Base(files), own, sharedName)
	raw, err := os.ReadFile(filepath.Join(proc, "maps"))
	return err == nil && bytes.Contains(raw, []byte(end))
}

// programOf returns the name of the program of a process: the one that it runs by, of which the
// kernel keeps a part, or else that of its file.
func programOf(pid int, name string) string {
	const kept = 15
	path, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
	if file := filepath.Base(strings.TrimSuffix(path, " (deleted)")); err == nil && len(name) == kept && strings.HasPrefix(file, name) {
		return file
	}
	return name
}
