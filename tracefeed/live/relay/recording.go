package relay

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/live/sender"
)

// Recording sends the files of a recording while they grow, each as a feed.
type Recording struct {
	ctx     context.Context
	stop    context.CancelFunc
	address string
	// complete is closed once the files do not grow any more.
	complete chan struct{}
	running  sync.WaitGroup

	mu      sync.Mutex
	senders []*sender.Sender
	sent    int
	wrong   []error
}

// NewRecording returns a recording to be sent to an address.
func NewRecording(ctx context.Context, address string) *Recording {
	r := &Recording{address: address, complete: make(chan struct{})}
	r.ctx, r.stop = context.WithCancel(ctx)
	return r
}

// Process is a process that writes a file.
type Process struct {
	ID       int64  // 0 if unknown
	Program  string // its name
	Language string
}

// Follow begins to send the file of a process, which may be renamed meanwhile.
func (r *Recording) Follow(path string, p Process) {
	file, err := os.Open(path)
	if err != nil {
		r.note(err)
		return
	}
	r.running.Go(func() {
		defer file.Close()
		f := &followed{Recording: r, file: file, process: p}
		if err := f.send(); err != nil {
			r.note(fmt.Errorf("%s: %w", p.Program, err))
		}
	})
}

func (r *Recording) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, err)
}

// Close says that all files are complete, and waits until the listener has all of them, ctx ends, or
// the listener has acknowledged nothing for some time. It returns the number of files that it has.
// The error says which it has not, and why.
func (r *Recording) Close(ctx context.Context, patience time.Duration) (int, error) {
	close(r.complete)
	ended := make(chan struct{})
	go func() {
		r.running.Wait()
		close(ended)
	}()
	last, since := r.acknowledged(), time.Now()
	for over := false; !over; {
		select {
		case <-ended:
			over = true
		case <-ctx.Done():
			over = true
		case <-time.After(pollTime):
			if now := r.acknowledged(); now != last {
				last, since = now, time.Now()
			}
			over = time.Since(since) > patience
		}
	}
	r.stop()
	<-ended
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent, errors.Join(r.wrong...)
}

// acknowledged returns how many pieces the listener has of all files.
func (r *Recording) acknowledged() (n uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.senders {
		n += s.Stats().Acknowledged
	}
	return n
}

// followed is a file that is followed.
type followed struct {
	*Recording
	file    *os.File
	process Process
}

// startLen is the number of bytes by which a format is recognized.
const startLen = 64

// send sends the file. A file without contents is left out.
func (f *followed) send() error {
	start := make([]byte, startLen)
	if _, err := io.ReadFull(f.tail(), start); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		return err
	}
	var s *sender.Sender
	var err error
	switch {
	case binfeed.Format().Sniff(start):
		s, err = f.sendChunks()
	case gotrace.Format().Sniff(start):
		s, err = f.sendEvents()
	default:
		return errors.New("traces of this format are not sent")
	}
	if s == nil {
		return err
	}
	if e := s.Close(f.ctx); err == nil || errors.Is(err, context.Canceled) {
		err = e // which says what is missing
	}
	if err == nil {
		f.mu.Lock()
		f.sent++
		f.mu.Unlock()
	}
	return err
}

func (f *followed) tail() *tail {
	return &tail{ctx: f.ctx, file: f.file, complete: f.complete}
}

// connect begins to send a trace with a header, whose time 0 is at a time of the machine's
// monotonic clock, 0 if that is not known.
func (f *followed) connect(h binfeed.Header, start int64) (*sender.Sender, error) {
	hello := sender.At(start, h.Wall)
	hello.Feed, hello.Process = h.ID, f.process.ID
	hello.Program, hello.Language = f.process.Program, f.process.Language
	s, err := sender.New(f.ctx, f.address, hello, sender.Options{})
	if err == nil {
		f.mu.Lock()
		f.senders = append(f.senders, s)
		f.mu.Unlock()
	}
	return s, err
}

// sendChunks sends a trace.bin.
func (f *followed) sendChunks() (*sender.Sender, error) {
	h, err := binfeed.ReadHeader(f.file)
	if err != nil {
		return nil, err
	}
	feed, err := binfeed.Format().Open(tracefeed.Input{Reader: f.tail(), Stream: true})
	if err != nil {
		return nil, err
	}
	if _, err := feed.Batch(nil); errors.Is(err, io.EOF) || errors.Is(err, tracefeed.ErrCutOff) {
		return nil, nil // nothing happened
	}
	s, err := f.connect(h, feed.(tracefeed.Placed).Place().Monotonic)
	if err != nil {
		return nil, err
	}
	sent, err := f.passChunks(s, 0, false)
	if err == nil {
		select {
		case <-f.complete:
		case <-f.ctx.Done():
			return s, f.ctx.Err()
		}
		_, err = f.passChunks(s, sent, true) // what was held back has changed
	}
	return s, err
}

// errClosing ends the chunks before the index.
var errClosing = errors.New("the index")

// passChunks sends the pieces of a trace.bin from a number on, and returns the number of all. It
// ends before the index, unless that is wanted, too.
func (f *followed) passChunks(s *sender.Sender, from int, index bool) (n int, err error) {
	var pieces binfeed.Pieces
	in, buf := f.tail(), make([]byte, 1<<16)
	for {
		got, err := in.Read(buf)
		if err == io.EOF {
			return n, nil
		}
		if err == nil {
			err = pieces.Write(buf[:got], func(p binfeed.Piece, data []byte) error {
				if p.Closing && !index {
					return errClosing
				}
				if n++; n <= from {
					return nil
				}
				if err := s.Room(f.ctx, len(data)); err != nil {
					return err
				}
				s.Piece(data, p.Names, p.Events)
				return nil
			})
		}
		if err == errClosing {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// sendEvents sends the events of a trace of another format.
func (f *followed) sendEvents() (*sender.Sender, error) {
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: f.tail(), Stream: true})
	if err != nil {
		return nil, err
	}
	defer feed.Close()
	first, err := feed.Batch(nil)
	if errors.Is(err, io.EOF) || errors.Is(err, tracefeed.ErrCutOff) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	start, wall := f.goStart()
	h := binfeed.Header{Wall: wall, PID: uint32(f.process.ID)}
	rand.Read(h.ID[:]) // never fails
	s, err := f.connect(h, start)
	if err != nil {
		return nil, err
	}
	var about []binfeed.Property
	if start != 0 {
		about = append(about, binfeed.Property{Key: binfeed.StartKey, Value: strconv.FormatInt(start, 10)})
	}
	result, err := Play(f.ctx, Begun(feed, first), h, s, Options{Properties: about})
	if err == nil {
		err = result.Damage
	}
	return s, err
}

// goStart returns what the machine's clock showed at time 0 of a Go trace of which a part is in
// the file, 0 if its clock is another one, and the wall clock.
func (f *followed) goStart() (start, wall int64) {
	wall = time.Now().UnixNano()
	st, err := f.file.Stat()
	if err != nil {
		return 0, wall
	}
	part := io.NewSectionReader(f.file, 0, st.Size())
	feed, err := gotrace.OpenClocked(tracefeed.Input{Reader: part, At: f.file, Size: st.Size()}, false)
	if err != nil {
		return 0, wall
	}
	defer feed.Close()
	if _, err := feed.Batch(nil); err != nil {
		return 0, wall
	}
	start = feed.Place().Monotonic
	return start, sender.WallAt(start)
}
