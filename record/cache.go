package record

import (
	"os"
	"path/filepath"
)

// cache returns the folder of what one recording leaves to the next. Where the
// user's cache folder can't be written, that is a folder of this recording, and
// so is the go command's own cache if it has the same problem.
func (r *recording) cache() (string, error) {
	own := filepath.Join(r.tmp.path, "cache")
	if !writable(r.tc.goCache) {
		r.note("no cache for the go command (GOCACHE): all is compiled anew")
		r.tc = r.tc.with("GOCACHE=" + filepath.Join(own, "go-build"))
	}
	dir, err := os.UserCacheDir()
	if err == nil {
		if dir = filepath.Join(dir, "tiv"); writable(dir) {
			return dir, nil
		}
		r.note("%s: can't be written; Go's own packages are prepared for this recording only", dir)
	}
	return own, os.MkdirAll(own, 0o777)
}

// writable reports whether files can be made in a folder, which it makes if it
// is not there.
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
