package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	registry "tiv/command"
	"tiv/internal/cli/receive"
	"tiv/internal/cli/usage"
	"tiv/ui"
	"tiv/workspace"
)

const listenLong = `Listen for programs that send their trace while they run, and watch them as one.

Programs send with TIV_TRACE=tcp://HOST:PORT or unix:PATH, tiv record --to, tiv send, or as
docs/live-protocol.md says. They come and go; the window follows its end.
With -o FILE all that arrives is saved: into the folder FILE.feeds while it arrives, and
as FILE at the end, in order of time. After a crash the same command goes on with FILE.feeds.

ADDR is HOST:PORT or unix:PATH. Anything but this machine needs --token.
docs/live.md has more.
`

// listenCommand receives the traces of programs while they run.
type listenCommand struct {
	writing
	token, cert, key string
	headless, once   bool
	limit            usage.Time
}

func (l *listenCommand) describe() *cobra.Command {
	l.command, l.limit = "listen", -1
	cmd := &cobra.Command{
		Use:   "listen [ADDR...]",
		Short: "Listen for programs that send their trace while they run",
		Long:  listenLong,
		Example: `tiv listen                                    a window, at 127.0.0.1:7077
tiv listen --headless -o all.bin              without one; Ctrl+C ends it
tiv listen 0.0.0.0:7077 --token secret        for other machines
tiv listen unix:/tmp/tiv.sock -o all.bin --once
`,
		Annotations: map[string]string{ownSignals: "yes"},
		Args:        cobra.ArbitraryArgs,
	}
	fs := cmd.Flags()
	l.flags(fs)
	fs.BoolVar(&l.headless, "headless", false, "Open no window; print figures on standard error")
	fs.Var(&l.limit, "for", "End after this time")
	fs.BoolVar(&l.once, "once", false, "End when all programs that came have ended")
	fs.StringVar(&l.token, "token", "", "The `WORD` that programs have to know; default: TIV_TOKEN. Other users see command lines")
	fs.StringVar(&l.cert, "tls-cert", "", "Speak TLS over TCP, with this certificate, a `FILE` in PEM")
	fs.StringVar(&l.key, "tls-key", "", "Its key, a `FILE` in PEM")
	return cmd
}

func (l *listenCommand) run(e *environment, _ *cobra.Command, words []string) (err error) {
	if l.out.path != "" {
		if err := l.check(); err != nil {
			return err
		}
		if l.out.streams() {
			return fmt.Errorf("listen: %s: the trace is written at the end, into a file", l.out.name())
		}
	}
	if !l.headless && !haveDisplay() {
		return fmt.Errorf("listen: no display for a window; --headless needs none")
	}
	dir, remove, err := l.folder()
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if l.token == "" {
		l.token = os.Getenv("TIV_TOKEN")
	}
	if len(words) == 0 {
		words = []string{receive.DefaultAddress}
	}
	r, err := receive.Start(receive.Options{Addresses: words, Token: l.token, Cert: l.cert, Key: l.key, Dir: dir,
		Said: func(text string) { l.tell(text) }})
	if err != nil {
		os.Remove(dir) // if it is empty
		return fmt.Errorf("listen: %w", err)
	}
	for _, address := range r.Addresses {
		l.tell("at " + address)
	}
	err = l.listen(e, r)
	if err = errors.Join(err, r.Close()); err == nil && l.out.path != "" {
		remove, err = l.save(e, r, dir)
	}
	if remove {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// tell prints what the command does.
func (l *listenCommand) tell(text string) {
	if !l.quiet {
		fmt.Fprintln(os.Stderr, "tiv: listen: "+text)
	}
}

// folder returns the folder of the feeds, and whether it is removed in the end.
func (l *listenCommand) folder() (dir string, remove bool, err error) {
	if l.out.path != "" {
		return l.out.path + ".feeds", false, nil
	}
	dir, err = os.MkdirTemp("", "tiv-listen-*")
	return dir, true, err
}

// listen listens until Ctrl+C, the end of the window, or of the time.
func (l *listenCommand) listen(e *environment, r *receive.Receiver) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if l.limit >= 0 {
		limited, cancel := context.WithTimeout(ctx, time.Duration(l.limit))
		defer cancel()
		ctx = limited
	}
	if !l.headless {
		e.arriving = r.Feed
		o := ui.Options{Quit: ctx.Done(), First: []workspace.Command{workspace.OpenPanel{Name: registry.ProgramsPanel, Open: true}}}
		o.Senders, o.Sent = r, r.Addresses[0]
		return e.show(r.Addresses[0], o, nil)
	}
	l.watch(ctx, r)
	return nil
}

// watch prints figures until ctx is done.
func (l *listenCommand) watch(ctx context.Context, r *receive.Receiver) {
	const look = 100 * time.Millisecond
	shown := newCounter("listen", r.Addresses[0])
	defer shown.clear()
	var figures receive.Figures
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
		case <-tick.C:
			if !l.quiet {
				shown.say(func() string { return figures.Text(r.Feeds(), time.Now()) })
			}
			if !l.once || !r.Ended() {
				continue
			}
		}
		if !l.quiet {
			shown.clear()
			l.tell(figures.Text(r.Feeds(), time.Now()))
		}
		return
	}
}

// save writes all that has arrived as one trace. It returns whether the folder of the feeds is not
// needed any more.
func (l *listenCommand) save(e *environment, r *receive.Receiver, dir string) (remove bool, err error) {
	removeOnSignal(func() { l.tell("interrupted; what has arrived is in " + dir) })
	source, err := r.Saved(l.out.path)
	if err != nil {
		return false, fmt.Errorf("listen: %w; what has arrived is in %s", err, dir)
	}
	if source == nil {
		l.tell("nothing has arrived")
		return true, nil
	}
	defer source.Close()
	if _, err := l.write(source, e.memory); err != nil {
		return false, fmt.Errorf("%w; what has arrived is in %s", err, dir)
	}
	l.tell("wrote " + l.out.path)
	return true, nil
}
