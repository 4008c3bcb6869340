package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/relay"
	"tiv/tracefeed/live/sender"
	"tiv/tracefeed/live/wire"
)

const sendLong = `Send a trace to a listener as if it happened now: for tests and demonstrations.

ADDR is tcp://HOST:PORT, tls://HOST:PORT or unix:PATH, as tiv listen prints it. TRACE is
any trace that TIV reads. Its events are sent when they would happen, with all times
divided by --speed; with --speed max as fast as the listener takes them, with times as
they are. The exit code is 0 once the listener has all of them. Nothing is lost: a listener
that is gone for less than half a minute gets the rest when it comes back; at the start it has
to be there. Ctrl+C ends the sending.

TIV_TOKEN is the word that the listener wants, TIV_CA a file with the certificate of its
authority, TIV_BUFFER the size of what it has not acknowledged, 64M by default.
`

// sendCommand plays a trace to a listener.
type sendCommand struct {
	speed         playSpeed
	program, host string
	quiet         bool
}

// playSpeed is a factor, or 0 for max.
type playSpeed float64

const maxSpeed = "max"

func (s *playSpeed) String() string {
	if *s == 0 {
		return maxSpeed
	}
	return strconv.FormatFloat(float64(*s), 'g', -1, 64)
}

func (s *playSpeed) Set(text string) error {
	if text == maxSpeed {
		*s = 0
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != 0 && !(x >= 1e-6 && x <= 1e6) || math.Signbit(x) {
		return fmt.Errorf("want a number such as 2 or 0.5, or %s", maxSpeed)
	}
	*s = playSpeed(x)
	return nil
}

func (s *playSpeed) Type() string { return "N" }

func (s *sendCommand) describe() *cobra.Command {
	s.speed = 1
	cmd := &cobra.Command{
		Use:   "send TRACE ADDR",
		Short: "Send a trace to tiv listen as if it happened now",
		Long:  sendLong,
		Example: `tiv send trace.bin tcp://127.0.0.1:7077
tiv send --speed 2 demo:philosophers unix:/tmp/tiv.sock
tiv send --speed max trace.out tcp://127.0.0.1:7077
`,
		Annotations: map[string]string{ownSignals: "yes"},
	}
	fs := cmd.Flags()
	fs.Var(&s.speed, "speed", "Divide all times by this number; max: send at once, with times as they are")
	fs.StringVar(&s.program, "program", "", "The `NAME` of the program; default: that in the trace, or of the file")
	fs.StringVar(&s.host, "host", "", "The `NAME` of its machine; default: that in the trace, or of this one")
	fs.BoolVar(&s.quiet, "quiet", false, "Print only errors")
	return cmd
}

func (s *sendCommand) run(_ *environment, cmd *cobra.Command, words []string) error {
	if !sender.IsAddress(words[1]) {
		return usage.Misused(cmd, fmt.Errorf("%s is no address: want tcp://HOST:PORT, tls://HOST:PORT or unix:PATH", words[1]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	source, err := open(words[0])
	if err != nil {
		return err
	}
	defer source.Close()
	batch, err := source.Batch(nil) // the properties are known once a batch was read
	if len(batch) == 0 {
		return fmt.Errorf("send: %s: %w", source.Name, err)
	}
	source.Feed = relay.Begun(source.Feed, batch)
	if err := s.send(ctx, source, words[1]); err != nil {
		return fmt.Errorf("send: %s: %w", words[1], err)
	}
	return nil
}

// send plays a trace to the listener at an address.
func (s *sendCommand) send(ctx context.Context, source *tracefeed.Source, address string) error {
	hello := sender.Here(0)
	hello.Program, hello.Process, hello.Language = tracefeed.Title(source.Name), 0, ""
	rand.Read(hello.Feed[:]) // never fails: each sending is another feed
	properties := s.describeSource(source, &hello)
	h := binfeed.Header{ID: hello.Feed, Wall: hello.Wall, PID: uint32(hello.Process)}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	to, err := sender.New(ctx, address, hello, sender.Options{})
	if err != nil {
		return err
	}
	go giveUp(ctx, to, cancel)
	shown := newCounter("send", address)
	shown.quiet = s.quiet
	result, err := relay.Play(ctx, source, h, to, relay.Options{Speed: float64(s.speed), Properties: properties,
		OnProgress: func(events int64) {
			shown.say(func() string { return sendProgress(events, to.Stats()) })
		}})
	if err != nil {
		to.Close(ctx)
	} else {
		over := shown.watch(func() string { return sendProgress(result.Events, to.Stats()) })
		err = to.Close(ctx)
		over()
	}
	shown.clear()
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return fmt.Errorf("interrupted after %s", eventCount(result.Events))
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case to.Err() != nil:
		return to.Err() // it is the reason of err
	case err != nil:
		return err
	}
	if result.Damage != nil {
		fmt.Fprintf(os.Stderr, "tiv: read trace: %s: %s\n", source.Name, whyIncomplete(result.Damage, "sent", result.End))
	}
	if !s.quiet {
		fmt.Fprintf(os.Stderr, "tiv: send: %s: sent %s\n", address, eventCount(result.Events))
	}
	return nil
}

// The time for which a listener may not be connected: at first, and later.
const (
	firstPatience = 2 * time.Second
	laterPatience = 30 * time.Second
)

// giveUp ends the sending if the listener is not there for too long.
func giveUp(ctx context.Context, to *sender.Sender, end context.CancelCauseFunc) {
	patience, since := firstPatience, time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		st := to.Stats()
		if st.Connected {
			patience, since = laterPatience, time.Now()
		} else if st.Failure != nil && time.Since(since) >= patience {
			end(st.Failure)
			return
		}
	}
}

// describeSource adds to a hello what the trace says of its program, and returns the properties
// of the trace that is sent.
func (s *sendCommand) describeSource(source *tracefeed.Source, hello *wire.Hello) (list []binfeed.Property) {
	h, properties, _ := binfeed.Origin(source.Feed)
	hello.Process = int64(h.PID)
	said := map[string]string{}
	for _, p := range properties {
		said[p.Key] = p.Value
	}
	if said["process"] != "" {
		hello.Program = said["process"]
	}
	if said["host"] != "" {
		hello.Host = said["host"]
	}
	if s.program != "" {
		hello.Program, said["process"] = s.program, s.program
	}
	if s.host != "" {
		hello.Host, said["host"] = s.host, s.host
	}
	for _, key := range []string{"host", "process", "title", "recorder"} {
		if said[key] != "" {
			list = append(list, binfeed.Property{Key: key, Value: said[key]})
		}
	}
	if hello.Start != 0 && strings.HasPrefix(hello.Clock, "monotonic") {
		list = append(list, binfeed.Property{Key: binfeed.StartKey, Value: strconv.FormatInt(hello.Start, 10)})
	}
	return list
}

// sendProgress words how far the sending has come.
func sendProgress(events int64, st sender.Stats) string {
	text := eventCount(events)
	switch {
	case st.Connected && st.Waiting > 0:
		text += fmt.Sprintf(", %s not acknowledged", size(int64(st.Waiting)))
	case !st.Connected && st.Failure != nil:
		text += fmt.Sprintf(", not connected: %v", st.Failure)
	case !st.Connected:
		text += ", not connected"
	}
	return text
}
