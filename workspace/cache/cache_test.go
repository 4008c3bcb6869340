package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// put keeps some bytes under a key.
func put(t *testing.T, c *Cache, key string, n int) {
	t.Helper()
	f, err := c.Create()
	if err == nil {
		_, err = f.Write(make([]byte, n))
	}
	if err == nil {
		err = c.Keep(f, key)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func keys(t *testing.T, c *Cache) string {
	t.Helper()
	list, err := c.Entries()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range list {
		all = append(all, e.key)
	}
	return strings.Join(all, " ")
}

func TestKeep(t *testing.T) {
	t.Parallel()
	c := New(filepath.Join(t.TempDir(), "not", "there"), 100)
	if got := keys(t, c); got != "" {
		t.Errorf("an empty cache has %s", got)
	}
	if _, err := c.Open("a"); err == nil {
		t.Error("an empty cache has something")
	}
	put(t, c, "a", 40)
	put(t, c, "b", 40)
	for i, key := range []string{"a", "b"} { // b was used last
		when := time.Now().Add(time.Duration(i-10) * time.Minute)
		if err := os.Chtimes(c.path(key), when, when); err != nil {
			t.Fatal(err)
		}
	}
	if f, err := c.Open("a"); err != nil { // and now a
		t.Fatal(err)
	} else if f.Close(); keys(t, c) != "a b" {
		t.Errorf("after a was used: %s", keys(t, c))
	}
	put(t, c, "c", 50) // b has to go
	if got := keys(t, c); got != "c a" && got != "a c" {
		t.Errorf("after c came: %s", got)
	}
	put(t, c, "big", 500) // too big, but wanted
	if got := keys(t, c); got != "big" {
		t.Errorf("after something big came: %s", got)
	}
	if n, err := c.Clear(); n != 500 || err != nil || keys(t, c) != "" {
		t.Errorf("cleared %d bytes, %v, left %s", n, err, keys(t, c))
	}
}

// Unfinished files are no entries, and are removed after some time.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	c := New(t.TempDir(), 1000)
	for _, old := range []bool{true, false} {
		f, err := c.Create()
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if when := time.Now().Add(-2 * abandoned); old {
			if err := os.Chtimes(f.Name(), when, when); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(t, c, "a", 10)
	files, err := os.ReadDir(c.Dir())
	if err != nil || len(files) != 2 || keys(t, c) != "a" {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// TestTwoWriters has several programs keep the same trace at the same time.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var writing sync.WaitGroup
	for range 8 {
		writing.Go(func() {
			for range 20 {
				put(t, New(dir, 100), "same", 60)
				put(t, New(dir, 100), "other", 60)
			}
		})
	}
	writing.Wait()
	for _, key := range strings.Fields(keys(t, New(dir, 100))) {
		if data, err := os.ReadFile(filepath.Join(dir, key+suffix)); err != nil || !bytes.Equal(data, make([]byte, 60)) {
			t.Errorf("%s: %d bytes, %v", key, len(data), err)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	data := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	when := time.Unix(1000, 0)
	key := func() string {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		k, err := Key(f)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	first := key()
	if key() != first {
		t.Error("the same file has two keys")
	}
	sum := func() string {
		t.Helper()
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s, err := Sum(f)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for what, change := range map[string]func(){
		"start":  func() { data[0]++ },
		"end":    func() { data[len(data)-1]++ },
		"length": func() { data = data[:len(data)-1] },
		"time":   func() { when = when.Add(1) },
	} {
		before, whole := key(), sum()
		change()
		if key() == before {
			t.Errorf("another %s, and the same key", what)
		}
		if (sum() == whole) != (what == "time") {
			t.Errorf("another %s: the checksum was %s and is %s", what, whole, sum())
		}
	}
	for _, other := range []string{t.TempDir(), os.DevNull} {
		f, err := os.Open(other)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Key(f); err == nil {
			t.Errorf("%s has a key", other)
		}
		f.Close()
	}
}

func TestDefault(t *testing.T) {
	t.Setenv(Variable, "/some/where")
	if c := Default(); c.Dir() != "/some/where" || c.Limit() != defaultLimit {
		t.Errorf("the cache is in %s", c.Dir())
	}
	t.Setenv(Variable, "off")
	if Default() != nil {
		t.Error("off is a cache")
	}
	t.Setenv(Variable, "")
	t.Setenv("XDG_CACHE_HOME", "/home/x/.cache")
	if c := Default(); c == nil || c.Dir() != "/home/x/.cache/tiv" {
		t.Errorf("the cache is in %v", c)
	}
}
