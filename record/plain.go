package record

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
)

// plainPath matches paths of which no Java machine and no dynamic linker takes a part for
// a separator, or cannot read in the user's locale.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9_./+@~-]*$`)

// isPlain reports whether programs can be given a path as a part of an option. Windows has
// other separators, and links only for some users.
func isPlain(path string) bool { return runtime.GOOS == "windows" || plainPath.MatchString(path) }

// links are links with plain paths to folders. They are in a temporary folder, which is
// made when first needed, until the recording ends.
type links struct{ *folder }

// plain returns a plain path of a folder: its own, or that of a link.
func (l *links) plain(folder string) (string, error) {
	if isPlain(folder) {
		return folder, nil
	}
	if l.folder == nil {
		made, err := makeLinks(os.TempDir(), "/tmp", "/var/tmp", "/dev/shm")
		if err != nil {
			return "", fmt.Errorf("%s: other characters than letters and digits need a link: %w", folder, err)
		}
		l.folder = made
	}
	list, err := os.ReadDir(l.path)
	if err != nil {
		return "", err
	}
	link := filepath.Join(l.path, strconv.Itoa(len(list)))
	return link, os.Symlink(folder, link)
}

// makeLinks makes a folder for links in the first possible one of some folders with plain
// paths. Programs of other users follow the links, too.
func makeLinks(folders ...string) (made *folder, err error) {
	for _, dir := range folders {
		if !isPlain(dir) {
			continue
		}
		if made, err = makeFolder(dir, "tiv-record-"); err == nil {
			return made, os.Chmod(made.top, 0o755)
		}
	}
	return nil, err
}
