package symbols

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tiv/internal/replace"
	"tiv/tracefeed"
)

// Known has the results of look-ups in modules: those of this recording, and those of
// earlier ones in a folder of the user's cache. Debug information takes a tenth of a second
// to decompress, and most recordings look up the same few addresses of the same libraries.
type Known struct {
	folder  string // "": nothing is kept
	modules map[string]*answers
}

// Recall returns what earlier recordings found, as far as it is in a folder; "" is none. The
// folder is made when there is something to keep.
func Recall(folder string) *Known { return &Known{folder, map[string]*answers{}} }

// The limits of the folder.
const (
	maxAnswers = 1 << 16             // of one module
	maxKept    = 32 << 20            // bytes of one module
	unused     = 30 * 24 * time.Hour // until answers are removed
)

// answers are what is known of addresses of one module.
type answers struct {
	path    string
	changed int64 // the time of the last change of its file, in nanoseconds
	file    string
	of      found
	news    bool
	read    *module // nil until an address is not among the answers
}

// found are the calls at addresses, the functions that begin there, and the package of debug
// symbols: unknown, or none.
type found struct {
	Calls     map[uint64][]tracefeed.Frame
	Entries   map[uint64]entry
	Package   string
	NoPackage bool
}

// nothing returns what is known of a module at first.
func nothing() found {
	return found{Calls: map[uint64][]tracefeed.Frame{}, Entries: map[uint64]entry{}}
}

// module returns the answers about a module, none if its file has changed since a time.
func (k *Known) module(path string, began int64) *answers {
	a := k.modules[path]
	if a == nil {
		a = &answers{path: path, of: nothing()}
		var identity string
		identity, a.changed = identify(path)
		if k.folder != "" && identity != "" {
			a.file = filepath.Join(k.folder, identity)
			a.recall()
		}
		k.modules[path] = a
	}
	if began > 0 && a.changed > began {
		return &answers{read: &module{}, of: nothing()}
	}
	return a
}

// DebugPackages returns the packages with the debug symbols of some modules, sorted. search
// finds those of modules that no recording has asked for, by path; it reports whether the
// other modules have none.
func (k *Known) DebugPackages(modules []string, search func(paths []string) (map[string]string, bool)) (list []string) {
	var missing []string
	for _, path := range modules {
		if of := k.module(path, 0).of; of.Package != "" {
			list = append(list, of.Package)
		} else if !of.NoPackage {
			missing = append(missing, path)
		}
	}
	if len(missing) > 0 {
		packages, complete := search(missing)
		for _, path := range missing {
			a := k.module(path, 0)
			if a.of.Package = packages[path]; a.of.Package != "" {
				list = append(list, a.of.Package)
			}
			a.of.NoPackage = a.of.Package == "" && complete
			a.news = true
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// passing returns the answers about a module that exists for one recording only.
func (k *Known) passing(path string) *answers {
	if k.modules[path] == nil {
		k.modules[path] = &answers{path: path, of: nothing()}
	}
	return k.modules[path]
}

// identify returns a checksum of all that the answers depend on: the path, size and time of
// the last change of a module and of the file with its symbols, and the version of the
// answers. It is "" if the module cannot be read.
func identify(path string) (identity string, changed int64) {
	const version = 2
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return "", 0
	}
	changed = st.ModTime().UnixNano()
	f, err := elf.Open(path)
	if err != nil {
		return "", changed
	}
	defer f.Close()
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %d %d\n", version, path, st.Size(), changed)
	if apart := apartFrom(f); apart != "" {
		if st, err := os.Stat(apart); err == nil {
			fmt.Fprintf(h, "%q %d %d\n", apart, st.Size(), st.ModTime().UnixNano())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), changed
}

// find returns the calls at an address, as module.find.
func (a *answers) find(address uint64) []tracefeed.Frame {
	list, ok := a.of.Calls[address]
	if !ok {
		list = a.module().find(address)
		a.of.Calls[address], a.news = list, true
	}
	return list
}

// entry returns the function that begins at an address, as module.entry.
func (a *answers) entry(address uint64) entry {
	e, ok := a.of.Entries[address]
	if !ok {
		e = a.module().entry(address)
		a.of.Entries[address], a.news = e, true
	}
	return e
}

// function returns the name of the function at an address, "" if that is unknown.
func (a *answers) function(address uint64) string {
	if list := a.find(address); len(list) > 0 {
		return list[len(list)-1].Func
	}
	return ""
}

// module reads the module when it is first needed.
func (a *answers) module() *module {
	if a.read == nil {
		a.read = load(a.path, 0)
	}
	return a.read
}

// recall reads the answers of earlier recordings; none if the file is damaged.
func (a *answers) recall() {
	st, err := os.Stat(a.file)
	if err != nil || st.Size() > maxKept {
		return
	}
	raw, err := os.ReadFile(a.file)
	if err != nil || gob.NewDecoder(bytes.NewReader(raw)).Decode(&a.of) != nil || a.of.Calls == nil || a.of.Entries == nil {
		a.of = nothing()
		return
	}
	if now := time.Now(); now.Sub(st.ModTime()) > unused/4 {
		os.Chtimes(a.file, now, now)
	}
}

// Keep writes the new answers to the folder, for later recordings, and removes what none
// has used for a month. A folder that cannot be written is left as it is.
func (k *Known) Keep() {
	kept := false
	for _, a := range k.modules {
		if !a.news || a.file == "" || len(a.of.Calls)+len(a.of.Entries) > maxAnswers || os.MkdirAll(k.folder, 0o755) != nil {
			continue
		}
		var raw bytes.Buffer
		if gob.NewEncoder(&raw).Encode(a.of) == nil && raw.Len() <= maxKept {
			kept = replace.Bytes(a.file, raw.Bytes()) == nil || kept
		}
	}
	if !kept {
		return
	}
	list, _ := os.ReadDir(k.folder)
	for _, e := range list {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > unused {
			os.Remove(filepath.Join(k.folder, e.Name()))
		}
	}
}
