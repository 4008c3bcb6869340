package gobuild

import (
	"os"
	"path/filepath"
)

// cache returns the folder of data that recordings share. If the user's cache
// folder is not writable, it is a folder of this recording; likewise for the go
// command's own cache.
func (b *Build) cache() (string, error) {
	own := filepath.Join(b.Tmp, "cache")
	if !writable(b.tc.goCache) {
		b.Note("no cache for the go command (GOCACHE): all is compiled anew")
		b.tc = b.tc.with("GOCACHE=" + filepath.Join(own, "go-build"))
	}
	dir, err := os.UserCacheDir()
	if err == nil {
		if dir = filepath.Join(dir, "tiv"); writable(dir) {
			return dir, nil
		}
		b.Note("%s: can't be written; Go's own packages are prepared for this recording only", dir)
	}
	return own, os.MkdirAll(own, 0o777)
}

// writable reports whether files can be created in a folder. It creates the
// folder if necessary.
func writable(dir string) bool {
	if os.MkdirAll(dir, 0o777) != nil {
		return false
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return false
	}
	f.Close()
	return os.Remove(f.Name()) == nil
}
