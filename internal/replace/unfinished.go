package replace

import (
	"os"
	"sync"
)

// files are the files that are removed if the program ends now.
type files struct {
	sync.Mutex
	all map[*os.File]bool
}

// unfinished are the unfinished files of the program.
var unfinished files

// CreateUnfinished calls create and returns its file. Until done is called,
// RemoveUnfinished removes the file. The caller still closes it, and removes it
// after an error.
func CreateUnfinished(create func() (*os.File, error)) (f *os.File, done func(), err error) {
	return unfinished.create(create)
}

// RemoveUnfinished removes all unfinished files. It is for a program that is
// about to end: from then on, no file is finished or created, because the
// functions of this package that would do so block.
func RemoveUnfinished() { unfinished.remove() }

func (u *files) create(create func() (*os.File, error)) (f *os.File, done func(), err error) {
	u.Lock()
	defer u.Unlock()
	if f, err = create(); err != nil {
		return nil, nil, err
	}
	if u.all == nil {
		u.all = map[*os.File]bool{}
	}
	u.all[f] = true
	return f, func() {
		u.Lock()
		defer u.Unlock()
		delete(u.all, f)
	}, nil
}

// remove removes the files, and keeps the lock.
func (u *files) remove() {
	u.Lock()
	for f := range u.all {
		os.Remove(f.Name())
	}
}
