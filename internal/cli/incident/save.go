package incident

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"tiv/internal/replace"
	"tiv/timeline/ring"
	"tiv/tracefeed/binfeed"
)

// save saves what is to be saved. The caller holds mu.
func (r *Recorder) save() {
	p := r.pending
	r.pending = nil
	if p == nil || r.ring == nil {
		return
	}
	at := time.Now()
	wall := r.Wall()
	if wall != 0 {
		at = time.Unix(0, wall+int64(p.At))
	}
	if !r.allowed(at) {
		return
	}
	path := r.path(at, p.Reason)
	h := binfeed.Header{Wall: wall}
	rand.Read(h.ID[:]) // never fails
	var saved ring.Saved
	err := replace.File(path, func(f *os.File) (err error) {
		saved, err = r.ring.Save(f, p.At-r.Before, p.At+r.After, h)
		return err
	})
	if err != nil {
		r.Said(fmt.Sprintf("%s could not be saved: %v", filepath.Base(path), replace.Bare(err)))
		return
	}
	r.Said(fmt.Sprintf("saved %s: %v before, %v after", path, p.At-saved.From, max(0, saved.To-p.At)))
	if r.Exec != "" {
		r.running.Go(func() { r.execute(path) })
	}
}

// allowed counts a file of a day, and reports whether there may be one more.
func (r *Recorder) allowed(at time.Time) bool {
	if day := at.Format(time.DateOnly); day != r.day {
		r.day, r.today = day, 0
	}
	r.today++
	if r.Most == 0 || r.today <= r.Most {
		return true
	}
	if r.today == r.Most+1 {
		r.Said(fmt.Sprintf("%d files were saved today; no other one is before tomorrow", r.Most))
	}
	return false
}

// path returns the path of a file that does not exist: 2026-12-01T03-04-05-deadlock.bin.
func (r *Recorder) path(at time.Time, reason string) string {
	name := at.Format("2006-01-02T15-04-05") + "-" + fileWord(reason)
	for i := 1; ; i++ {
		path := filepath.Join(r.Dir, name+".bin")
		if i > 1 {
			path = filepath.Join(r.Dir, fmt.Sprintf("%s-%d.bin", name, i))
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err != nil {
			return path
		}
	}
}

// fileWord returns a reason as a part of a file name: letters and digits, and one hyphen for all else.
func fileWord(reason string) string {
	const longest = 40 // characters
	words := strings.FieldsFunc(reason, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	word := []rune(strings.Join(words, "-"))
	return cmp.Or(strings.Trim(string(word[:min(len(word), longest)]), "-"), "trigger")
}

// execute runs the program of the user with a file.
func (r *Recorder) execute(path string) {
	cmd := exec.Command(r.Exec, path)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr // standard output is for the command's own
	if err := cmd.Run(); err != nil {
		r.Said(fmt.Sprintf("%s: %v", r.Exec, err))
	}
}
