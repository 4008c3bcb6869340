// Package cache stores reduced traces, so that they open at once the next time:
// a folder of the user's with one trace.bin for each trace that took long to
// read.
package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// defaultLimit is the default size limit of a cache in bytes.
const defaultLimit = 8 << 30

const (
	suffix     = ".trace"
	findings   = ".findings" // of the trace of the same key
	unfinished = ".part"
)

// Cache is a folder of reduced traces. Several programs may use it at the same
// time: each writes its own files, and renames them when they are complete.
type Cache struct {
	dir   string
	limit int64
}

// Variable is the environment variable that names the folder, or is "off".
const Variable = "TIV_CACHE"

// Default returns the user's cache; nil if there is none, or it is switched
// off.
func Default() *Cache {
	dir := os.Getenv(Variable)
	if dir == "off" {
		return nil
	}
	if dir == "" {
		home, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(home, "tiv")
	}
	return New(dir, defaultLimit)
}

// New returns the cache in a folder, of at most some bytes. The folder need not
// exist.
func New(dir string, limit int64) *Cache { return &Cache{dir, limit} }

// Dir returns the folder.
func (c *Cache) Dir() string { return c.dir }

// Key returns the identity of a trace file: its modification time and its Sum.
// Each version of the readers and of the reducer has keys of its own. An error is
// about reading f, or says that f is not a regular file.
func Key(f *os.File) (string, error) {
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	sum, err := Sum(f)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, n := range []int64{tracefeed.ReaderVersion, timeline.ModelVersion, st.ModTime().UnixNano()} {
		binary.Write(h, binary.LittleEndian, n)
	}
	io.WriteString(h, sum)
	return short(h), nil
}

// Sum returns a checksum of a file's length and of parts of its contents. Its
// cost does not depend on the file's size. An error is about reading f.
func Sum(f *os.File) (string, error) {
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	h := sha256.New()
	binary.Write(h, binary.LittleEndian, st.Size())
	const samples, length = 16, 16 << 10
	for i := range int64(samples) {
		at := max(0, (st.Size()-length)/(samples-1)*i)
		if i == samples-1 {
			at = max(0, st.Size()-length) // the end
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, at, length)); err != nil {
			return "", err
		}
	}
	return short(h), nil
}

func short(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }

func (c *Cache) path(key string) string { return filepath.Join(c.dir, key+suffix) }

// Open returns the file that is kept under a key, and marks it as used. The
// caller closes it. The error is an fs.ErrNotExist if there is none.
func (c *Cache) Open(key string) (*os.File, error) {
	f, err := os.Open(c.path(key))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	os.Chtimes(c.path(key), now, now) // at worst it goes sooner than it should
	return f, nil
}

// Remove deletes the entry of a key. It is an error if there is none.
func (c *Cache) Remove(key string) error {
	return errors.Join(gone(os.Remove(c.findings(key))), os.Remove(c.path(key)))
}

func (c *Cache) findings(key string) string { return filepath.Join(c.dir, key+findings) }

// Findings returns the findings of the trace that is kept under a key. The error
// is an fs.ErrNotExist if there are none.
func (c *Cache) Findings(key string) ([]byte, error) { return os.ReadFile(c.findings(key)) }

// KeepFindings stores the findings of the trace under a key, and replaces
// earlier ones.
func (c *Cache) KeepFindings(key string, data []byte) error {
	if _, err := os.Stat(c.path(key)); err != nil {
		return err // they would outlive the trace
	}
	f, err := c.Create()
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.findings(key))
	}
	if err != nil {
		c.Drop(f)
	}
	return err
}

// Create returns a new file, not an entry before Keep. The caller closes
// it, and calls Drop if it does not call Keep. An error is from the file system.
func (c *Cache) Create() (*os.File, error) {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, err
	}
	return os.CreateTemp(c.dir, "*"+unfinished)
}

// Keep keeps a file of Create under a key, and removes others beyond the limit. An
// error is from the file system.
func (c *Cache) Keep(f *os.File, key string) error {
	if err := os.Rename(f.Name(), c.path(key)); err != nil {
		return err
	}
	return c.shrink(c.limit, key)
}

// Drop removes a file of Create. The file may stay open.
func (c *Cache) Drop(f *os.File) error { return os.Remove(f.Name()) }

// Entry is a trace that is kept.
type Entry struct {
	key   string
	Bytes int64
	// Used is when it was last opened or made.
	Used time.Time
	// Path is the path of the file.
	Path string
}

// Limit returns the size limit of the cache in bytes.
func (c *Cache) Limit() int64 { return c.limit }

// Source returns the name of the entry's source, as far as it is known.
func (e *Entry) Source() string {
	f, err := os.Open(e.Path)
	if err != nil {
		return ""
	}
	defer f.Close()
	file, err := binfeed.Open(f, e.Bytes)
	if err != nil {
		return err.Error()
	}
	return file.Property(binfeed.SourceKey)
}

// Entries lists the entries, the most recently used first; none if the folder does
// not exist. An error comes with the entries that could be read.
func (c *Cache) Entries() ([]Entry, error) {
	var list []Entry
	err := c.each(func(name string, info fs.FileInfo) error {
		if key, ok := strings.CutSuffix(name, suffix); ok {
			list = append(list, Entry{key, info.Size(), info.ModTime(), filepath.Join(c.dir, name)})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Or(b.Used.Compare(a.Used), cmp.Compare(a.key, b.key)) })
	return list, err
}

// each calls f for every file of the folder. A file that is gone meanwhile is
// left out.
func (c *Cache) each(f func(name string, info fs.FileInfo) error) error {
	files, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			continue
		}
		if err := f(file.Name(), info); err != nil {
			return err
		}
	}
	return err
}

// abandoned is the age of an unfinished file that counts as left behind:
// any process can remove it.
const abandoned = 48 * time.Hour

// shrink removes the least recently used entries until the rest has at most
// limit bytes. It also removes abandoned files, and findings without a trace.
// The entry of the key stays is kept.
func (c *Cache) shrink(limit int64, stays string) error {
	list, err := c.Entries()
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, e := range list {
		if sum += e.Bytes; sum > limit && e.key != stays {
			sum -= e.Bytes
			err = errors.Join(err, gone(c.Remove(e.key)))
		}
	}
	return errors.Join(err, c.each(func(name string, info fs.FileInfo) error {
		left := strings.HasSuffix(name, unfinished) && time.Since(info.ModTime()) > abandoned
		if key, ok := strings.CutSuffix(name, findings); ok {
			_, err := os.Stat(c.path(key))
			left = errors.Is(err, fs.ErrNotExist)
		}
		if left {
			return gone(os.Remove(filepath.Join(c.dir, name)))
		}
		return nil
	}))
}

// gone returns err, or nil if the file is already gone.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Clear removes all entries, and returns their size in bytes. After an error, some
// may remain.
func (c *Cache) Clear() (int64, error) {
	list, err := c.Entries()
	sum := int64(0)
	for _, e := range list {
		sum += e.Bytes
	}
	if err == nil {
		err = c.shrink(-1, "")
	}
	if err != nil {
		err = fmt.Errorf("clear cache: %w", err)
	}
	return sum, err
}
