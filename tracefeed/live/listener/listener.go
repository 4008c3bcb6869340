package listener

import (
	"bufio"
	"cmp"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// Options say what a listener does.
type Options struct {
	// Dir is the folder of the files. Feeds that it has from an earlier listener go on.
	Dir string
	// Token is the word that clients have to say; "" if none is wanted.
	Token string
	// HTTP serves connections that speak HTTP; nil: they are refused.
	HTTP http.Handler
	// Opened is called for each new feed, before its first piece. It may be nil.
	Opened func(*Feed)
	// Said is called with messages for people. It may be nil.
	Said func(string)
	// Forget: the files have only what the reader of a feed has not taken yet, and a listener that is
	// started again knows no feed.
	Forget bool
	// Triggered is called when a client asks to keep what led to a time of its trace, with a reason for
	// people. It may be nil.
	Triggered func(f *Feed, at tracefeed.Time, reason string)
}

// Limits of what strangers can take up.
const (
	maxFeeds   = 1000
	maxGuests  = 256 // connections that have not said their hello yet, or speak HTTP
	maxHTTP    = 128 // those that speak HTTP
	helloTime  = 10 * time.Second
	writeTime  = 10 * time.Second
	longestLie = 30 * time.Second // the greatest delay of a refusal
)

// Listener receives feeds.
type Listener struct {
	Options
	mu       sync.Mutex
	feeds    []*Feed // in the order in which they came
	byID     map[[16]byte]*Feed
	machines map[string]*machine // others, by the names of their clocks
	open     map[net.Conn]bool
	sockets  []net.Listener
	guests   guests
	closed   bool
	refusals refusals
	http     *httpServer
	running  sync.WaitGroup
	done     chan struct{} // closed by Close
}

// New returns a listener with the feeds that the folder has.
func New(o Options) (*Listener, error) {
	l := &Listener{Options: o, byID: map[[16]byte]*Feed{}, machines: map[string]*machine{},
		open: map[net.Conn]bool{}, done: make(chan struct{})}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	states, err := filepath.Glob(filepath.Join(globbed(o.Dir), "*"+stateExtension))
	if err != nil {
		return nil, err
	}
	for _, path := range states {
		if o.Forget {
			break
		}
		f, err := load(path)
		if err != nil {
			l.say(fmt.Sprintf("a feed of an earlier run is left out: %v", err))
			continue
		}
		l.add(f)
	}
	slices.SortStableFunc(l.feeds, func(a, b *Feed) int { return cmp.Compare(a.Hello.Wall, b.Hello.Wall) })
	if o.Opened != nil {
		for _, f := range l.feeds {
			o.Opened(f)
		}
	}
	if o.HTTP != nil {
		l.http = serveHTTP(l.guarded(o.HTTP))
	}
	return l, nil
}

// globbed returns a path as a pattern that matches it.
func globbed(path string) string {
	var out []rune
	for _, r := range path {
		if r == '*' || r == '?' || r == '[' || r == '\\' {
			out = append(out, '\\')
		}
		out = append(out, r)
	}
	return string(out)
}

func (l *Listener) add(f *Feed) {
	f.forgets, f.done, f.triggered = l.Forget, l.done, l.Triggered
	f.clocks = compare(&f.Hello, l.machines)
	l.feeds = append(l.feeds, f)
	l.byID[f.Hello.Feed] = f
}

// Feeds returns all feeds, in the order in which they came.
func (l *Listener) Feeds() []*Feed {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.feeds)
}

// Serve accepts connections until Close, and closes the socket.
func (l *Listener) Serve(socket net.Listener) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return socket.Close()
	}
	l.sockets = append(l.sockets, socket)
	l.mu.Unlock()
	pause := time.Millisecond
	for {
		conn, err := socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil { // such as too many open files
			time.Sleep(pause)
			pause = min(2*pause, time.Second)
			continue
		}
		pause = time.Millisecond
		if g := l.enter(conn); g != nil {
			go func() {
				defer l.leave(g)
				l.serve(g)
			}()
		}
	}
}

// enter takes a connection. It closes it, and returns nil, if there is no place for it.
func (l *Listener) enter(conn net.Conn) *guest {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		conn.Close()
		return nil
	}
	g := l.guests.enter(conn)
	if g != nil {
		l.running.Add(1)
		l.open[conn] = true
	}
	return g
}

func (l *Listener) leave(g *guest) {
	g.conn.Close()
	l.mu.Lock()
	l.guests.leave(g)
	delete(l.open, g.conn)
	l.mu.Unlock()
	l.running.Done()
}

// welcomed: the hello of a connection was read.
func (l *Listener) welcomed(g *guest) {
	l.mu.Lock()
	l.guests.leave(g)
	l.mu.Unlock()
}

// speaksHTTP notes that a connection speaks HTTP. It returns false if there are too many of these.
func (l *Listener) speaksHTTP(g *guest) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.guests.speaksHTTP(g)
}

// serve serves a connection.
func (l *Listener) serve(g *guest) {
	conn := g.conn
	conn.SetReadDeadline(time.Now().Add(helloTime))
	in := bufio.NewReaderSize(conn, 64<<10)
	start, err := in.Peek(len(wire.Magic))
	if err == nil && string(start) != wire.Magic && l.http != nil {
		if l.speaksHTTP(g) {
			l.http.serve(&peeked{conn, in})
		}
		return
	}
	h, err := wire.ReadHello(in)
	if err != nil {
		refuse(conn, err, lostOrWrong(err) != nil)
		return
	}
	f, err := l.admit(conn, h)
	if err == errGuesses {
		return
	}
	if err != nil {
		refuse(conn, err, err == errToken || err == errNumber)
		return
	}
	l.welcomed(g)
	conn.SetReadDeadline(time.Time{})
	s := &session{feed: f, conn: conn, in: in}
	if err := s.run(); err != nil {
		l.say(fmt.Sprintf("%s: %v", f.Name(), err))
	}
}

// refuse answers a hello with an error. It is final if the same hello is refused each time.
func refuse(conn net.Conn, why error, final bool) {
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	conn.Write(wire.Answer{Refused: why.Error(), Final: final}.Append(nil))
}

func (l *Listener) say(text string) {
	if l.Said != nil {
		l.Said(text)
	}
}

// knows reports whether a token is the one that is wanted.
func (l *Listener) knows(token string) bool {
	return l.Token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(l.Token)) == 1
}

// Why a feed is refused: errGuesses is an address that guesses a token many times at once.
var (
	errGuesses = errors.New("too many wrong tokens")
	errToken   = errors.New("token: it is wrong")
	errNumber  = errors.New("another feed has the same number")
)

// admit checks the token of a hello, and returns the feed.
func (l *Listener) admit(conn net.Conn, h wire.Hello) (*Feed, error) {
	if !l.knows(h.Token) {
		if !l.refusals.wait(hostOf(conn.RemoteAddr().String())) {
			return nil, errGuesses
		}
		return nil, errToken
	}
	h.Token = ""
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.byID[h.Feed]; f != nil {
		return f, f.refused(&h)
	}
	if len(l.feeds) >= maxFeeds {
		return nil, fmt.Errorf("there are %d feeds already", maxFeeds)
	}
	return l.create(h)
}

// create makes a new feed. The caller holds mu.
func (l *Listener) create(h wire.Hello) (*Feed, error) {
	if l.closed {
		return nil, errors.New("the listener has ended")
	}
	f, err := newFeed(l.Dir, h)
	if err != nil {
		return nil, err
	}
	l.add(f)
	if l.Opened != nil {
		l.Opened(f)
	}
	return f, nil
}

// Close ends all connections, and closes the files. Feeds without an end stay open: their
// programs may go on with another listener.
func (l *Listener) Close() error {
	l.mu.Lock()
	if !l.closed {
		close(l.done)
	}
	l.closed = true
	for _, s := range l.sockets {
		s.Close()
	}
	for conn := range l.open {
		conn.Close()
	}
	l.mu.Unlock()
	if l.http != nil {
		l.http.close()
	}
	l.running.Wait()
	var err error
	for _, f := range l.feeds {
		err = errors.Join(err, f.close())
	}
	return err
}
