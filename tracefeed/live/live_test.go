package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

const last = "END"

// finished reports whether a file ends with last.
func finished(f io.ReaderAt, size int64) bool {
	end := make([]byte, len(last))
	n, _ := f.ReadAt(end, max(0, size-int64(len(last))))
	return string(end[:n]) == last
}

// result is what a reader returned: all bytes, and the error after them.
type result struct {
	data []byte
	err  error
}

// follow reads a new file with the given start in a goroutine. The caller is in
// a bubble, so that the time between looks at the file is no real time.
func follow(t *testing.T, start string, o Options) (path string, r *Reader, cancel context.CancelFunc, read <-chan result) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "growing")
	write(t, path, start, os.O_CREATE)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	r, err = NewReader(ctx, f, o)
	if err != nil {
		t.Fatal(err)
	}
	c := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(r)
		c <- result{data, err}
	}()
	return path, r, cancel, c
}

// write appends to a file.
func write(t *testing.T, path, data string, flag int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|flag, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// ended returns the result of a reader that has ended.
func ended(t *testing.T, read <-chan result) result {
	t.Helper()
	synctest.Wait()
	select {
	case x := <-read:
		return x
	default:
		t.Fatal("the reader still waits")
		return result{}
	}
}

func waiting(t *testing.T, read <-chan result) {
	t.Helper()
	synctest.Wait()
	select {
	case x := <-read:
		t.Fatalf("the reader ended with %q, %v", x.data, x.err)
	default:
	}
}

// A file is read as it grows, up to its end.
func TestGrowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path, r, _, read := follow(t, "the start ", Options{Finished: finished})
		want := "the start "
		for i := range 20 {
			waiting(t, read)
			piece := string(bytes.Repeat([]byte{'a' + byte(i)}, 1+i*i))
			write(t, path, piece, 0)
			want += piece
			time.Sleep(longestPoll)
			if age := time.Since(r.Grown()); age > longestPoll {
				t.Errorf("growth %d was noticed %v ago", i, age)
			}
		}
		write(t, path, last, 0)
		time.Sleep(longestPoll)
		if x := ended(t, read); string(x.data) != want+last || x.err != nil {
			t.Errorf("read %q, %v, want %q", x.data, x.err, want+last)
		}
	})
}

// A file of an unknown writer ends some time after its last growth.
func TestQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const quiet = time.Minute
		path, r, _, read := follow(t, "a", Options{Finished: finished, Quiet: quiet})
		time.Sleep(quiet - time.Second)
		waiting(t, read)
		write(t, path, "b", 0)
		time.Sleep(quiet - time.Second)
		waiting(t, read)
		time.Sleep(time.Second + 2*longestPoll)
		if x := ended(t, read); string(x.data) != "ab" || x.err != nil {
			t.Errorf("read %q, %v", x.data, x.err)
		}
		resumed := make(chan error, 1)
		go func() { resumed <- r.Resume(t.Context()) }()
		time.Sleep(time.Hour)
		synctest.Wait()
		write(t, path, "c", 0)
		if len(resumed) > 0 {
			t.Fatal("resumed without growth")
		}
		time.Sleep(longestPoll)
		if err := <-resumed; err != nil {
			t.Error(err)
		}
	})
}

// Truncation and replacement are errors, with the bytes read before.
func TestChanged(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, path string){
		"cut": func(t *testing.T, path string) {
			if err := os.Truncate(path, 3); err != nil {
				t.Fatal(err)
			}
		},
		"emptied": func(t *testing.T, path string) { write(t, path, "", os.O_TRUNC) },
		"written anew and longer": func(t *testing.T, path string) {
			write(t, path, "another one that is longer", os.O_TRUNC)
		},
		"replaced": func(t *testing.T, path string) {
			write(t, path+".new", "the start and more", os.O_CREATE)
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				path, _, _, read := follow(t, "the start", Options{Quiet: time.Hour})
				waiting(t, read)
				change(t, path)
				time.Sleep(2 * longestPoll)
				if x := ended(t, read); string(x.data) != "the start" || !errors.Is(x.err, ErrChanged) {
					t.Errorf("read %q, %v", x.data, x.err)
				}
			})
		})
	}
}

// A removed file is read on: its writer may still have it open.
func TestRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path, _, cancel, read := follow(t, "the start", Options{Quiet: time.Hour})
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		waiting(t, read)
		cancel()
		ended(t, read)
	})
}

// The end of the context ends a Read and a Resume that wait.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, r, cancel, read := follow(t, "the start", Options{Quiet: time.Hour})
		time.Sleep(time.Minute)
		waiting(t, read)
		began := time.Now()
		cancel()
		if x := ended(t, read); !errors.Is(x.err, context.Canceled) {
			t.Errorf("read %q, %v", x.data, x.err)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := r.Resume(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("resumed: %v", err)
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("it took %v", waited)
		}
	})
}
