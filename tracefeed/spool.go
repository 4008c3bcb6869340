package tracefeed

import (
	"errors"
	"io"
	"os"
)

// spool copies a trace that comes in order into a temporary file, for a format that reads at
// random. The file has no name any more: it is gone once it is closed.
func spool(in Input) (Input, *os.File, error) {
	f, err := os.CreateTemp("", "tiv-*")
	if err != nil {
		return in, nil, err
	}
	os.Remove(f.Name())
	n, err := io.Copy(f, io.LimitReader(in.Reader, maxUnpacked))
	if err == nil && n == maxUnpacked {
		err = errTooLarge
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return in, nil, errors.Join(err, f.Close())
	}
	in.Reader, in.At, in.Size = f, f, n
	return in, f, nil
}
