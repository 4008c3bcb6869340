package listener

import "time"

// A file that forgets has at most mostKept bytes, and one piece, that nobody has read yet. It is cut
// when all was read and it has cutFrom bytes.
const (
	mostKept = 64 << 20
	cutFrom  = 1 << 20
)

// forget removes from the file what the reader has taken, if that is all there is. While too much is not read it
// waits, which holds the client back. The session that receives calls it, between two pieces.
func (f *Feed) forget() error {
	const look = 2 * time.Millisecond
	for f.forgets {
		f.mu.Lock()
		kept, taken := f.state.Size-f.base, f.reader != nil && f.reader.tookAll(f.state.Size)
		if taken && kept >= cutFrom {
			f.base = f.state.Size
		}
		f.mu.Unlock()
		if taken && kept >= cutFrom {
			return f.file.Truncate(0)
		}
		if kept < mostKept {
			break
		}
		select {
		case <-f.done:
			return nil
		case <-time.After(look):
		}
	}
	return nil
}

// tookAll reports whether all before a position was read, or nothing will be read any more.
func (r *Reader) tookAll(size int64) bool {
	if r.ctx.Err() != nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at == size
}
