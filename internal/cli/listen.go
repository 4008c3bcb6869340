package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	registry "tiv/command"
	"tiv/internal/cli/incident"
	"tiv/internal/cli/receive"
	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

const listenLong = `Listen for programs that send their trace while they run, and watch them as one.

Programs send with TIV_TRACE=tcp://HOST:PORT or unix:PATH, tiv record --to, tiv send, or as
docs/live-protocol.md says. They come and go; the window follows its end.
With -o FILE all that arrives is saved: into the folder FILE.feeds while it arrives, and
as FILE at the end, in order of time. After a crash the same command goes on with FILE.feeds.

With --ring nothing but the last minutes, or bytes, is kept. A trigger saves what led to it and
what follows, in a file of the folder -o DIR (default: incidents) named by time and reason:
deadlock, share(STATE) > N% for TIME, task(NAME) > TIME, counter(NAME) > N; the signal
USR1; and a program's own call (docs/live.md).

ADDR is HOST:PORT or unix:PATH. Anything but this machine needs --token.
docs/live.md has more.
`

// listenCommand receives the traces of programs while they run.
type listenCommand struct {
	writing
	token, cert, key string
	headless, once   bool
	limit            usage.Time
	ring             incident.Amount
	before, after    usage.Time
	triggers         []string
	most             int
	exec             string
}

func (l *listenCommand) describe() *cobra.Command {
	l.command, l.limit, l.before, l.after, l.most = "listen", -1, usage.Time(30*tracefeed.Second), usage.Time(5*tracefeed.Second), 20
	cmd := &cobra.Command{
		Use:   "listen [ADDR...]",
		Short: "Listen for programs that send their trace while they run",
		Long:  listenLong,
		Example: `tiv listen                                    a window, at 127.0.0.1:7077
tiv listen --headless -o all.bin              without one; Ctrl+C ends it
tiv listen 0.0.0.0:7077 --token secret        for other machines
tiv listen unix:/tmp/tiv.sock -o all.bin --once
tiv listen --headless --ring 10m --trigger deadlock --trigger 'task(checkout) > 2s'
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
	fs.Var(&l.ring, "ring", "Keep only the last `TIME|SIZE`, such as 10m or 2G; save what triggers say")
	fs.StringArrayVar(&l.triggers, "trigger", nil, "Save what leads to `TRIGGER`: see above; may be repeated")
	fs.Var(&l.before, "before", "Save so much before a trigger")
	fs.Var(&l.after, "after", "Save so much after a trigger")
	usage.AddCount(fs, &l.most, "most", 1_000_000, "Save at most `N` files a day")
	fs.StringVar(&l.exec, "exec", "", "Run the program `CMD`, without a shell, with each saved file as its argument")
	for _, name := range []string{"force", "format", "verify", "tls-cert", "tls-key", "most", "exec"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
	return cmd
}

func (l *listenCommand) run(e *environment, _ *cobra.Command, words []string) (err error) {
	kept, err := l.incidents()
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if l.out.path != "" && kept == nil {
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
	dir, remove, err := l.folder(kept)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if l.token == "" {
		l.token = os.Getenv("TIV_TOKEN")
	}
	if len(words) == 0 {
		words = []string{receive.DefaultAddress}
	}
	var recorder atomic.Pointer[incident.Recorder]
	r, err := receive.Start(receive.Options{Addresses: words, Token: l.token, Cert: l.cert, Key: l.key, Dir: dir, Said: l.tell,
		Forget: kept != nil, Triggered: func(program, reason string) {
			if to := recorder.Load(); to != nil {
				to.Trigger(reason, program+" asks: "+reason)
			}
		}})
	if err != nil {
		os.Remove(dir) // if it is empty
		return fmt.Errorf("listen: %w", err)
	}
	for _, address := range r.Addresses {
		l.tell("at " + address)
	}
	if kept != nil {
		return errors.Join(l.keep(e, r, kept, &recorder), os.RemoveAll(dir))
	}
	err = l.listen(e, r, r.Feed)
	if err = errors.Join(err, r.Close()); err == nil && l.out.path != "" {
		remove, err = l.save(e, r, dir)
	}
	if remove {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// incidents returns what is kept and saved with --ring; nil without it.
func (l *listenCommand) incidents() (*incident.Options, error) {
	if l.ring == (incident.Amount{}) {
		if len(l.triggers) > 0 || l.exec != "" {
			return nil, errors.New("--trigger and --exec need --ring")
		}
		return nil, nil
	}
	o := &incident.Options{Dir: cmp.Or(l.out.path, "incidents"), Before: tracefeed.Time(l.before), After: tracefeed.Time(l.after),
		Most: l.most, Said: l.tell}
	o.Ring.Keep, o.Ring.Bytes = l.ring.Time, int64(l.ring.Bytes)
	if o.Ring.Keep > 0 && o.Ring.Keep < o.Before+o.After {
		return nil, fmt.Errorf("--ring %v: it has to have room for --before %v and --after %v", o.Ring.Keep, o.Before, o.After)
	}
	var err error
	if o.Triggers, err = incident.ParseTriggers(l.triggers); err != nil {
		return nil, err
	}
	if l.exec != "" {
		if o.Exec, err = exec.LookPath(l.exec); err != nil {
			return nil, fmt.Errorf("--exec: %w", err)
		}
	}
	return o, os.MkdirAll(o.Dir, 0o755)
}

// keep listens with a ring, and saves what triggers say.
func (l *listenCommand) keep(e *environment, r *receive.Receiver, o *incident.Options, to *atomic.Pointer[incident.Recorder]) error {
	dir, err := os.MkdirTemp("", "tiv-ring-*")
	if err != nil {
		return errors.Join(err, r.Close())
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Ring.Dir, o.Wall = dir, r.Wall
	recorder := incident.New(r.Feed(ctx), *o)
	r.OnLook(recorder.Look)
	to.Store(recorder)
	defer incident.OnSignal(func() { recorder.Trigger("signal", "the signal USR1") })()
	read := make(chan struct{})
	if l.headless {
		go func() {
			recorder.Drain()
			close(read)
		}()
	} else {
		close(read)
	}
	err = l.listen(e, r, func(ctx context.Context) tracefeed.Feed {
		context.AfterFunc(ctx, cancel)
		return recorder
	})
	err = errors.Join(err, r.Close())
	select {
	case <-read:
	case <-time.After(time.Second): // a program that has not said its end may come back, but not here
		cancel()
		<-read
	}
	return errors.Join(err, recorder.Finish())
}

// tell prints what the command does.
func (l *listenCommand) tell(text string) {
	if !l.quiet {
		fmt.Fprintln(os.Stderr, "tiv: listen: "+text)
	}
}

// folder returns the folder of the feeds, and whether it is removed in the end.
func (l *listenCommand) folder(kept *incident.Options) (dir string, remove bool, err error) {
	if l.out.path != "" && kept == nil {
		return l.out.path + ".feeds", false, nil
	}
	dir, err = os.MkdirTemp("", "tiv-listen-*")
	return dir, true, err
}

// listen listens until Ctrl+C, the end of the window, or of the time.
func (l *listenCommand) listen(e *environment, r *receive.Receiver, feed func(context.Context) tracefeed.Feed) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if l.limit >= 0 {
		limited, cancel := context.WithTimeout(ctx, time.Duration(l.limit))
		defer cancel()
		ctx = limited
	}
	if !l.headless {
		e.arriving = feed
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
