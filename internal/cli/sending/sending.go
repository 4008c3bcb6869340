// Package sending sends the recording of a program to a listener, for commands that record.
//
// The files that grow go in; what a user is told comes out. The package starts no program.
package sending

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/live/relay"
)

// patience is the time for which a listener may acknowledge nothing after the end of the program.
const patience = 10 * time.Second

// Recording is a recording that is sent to a listener.
type Recording struct {
	sent    *relay.Recording
	address string
	// folder is that of the files if the user wants none; "" otherwise.
	folder string
}

// New returns a recording that is sent to an address.
func New(address string) *Recording {
	return &Recording{relay.NewRecording(context.Background(), address), address, ""}
}

// Folder makes a folder for files that the user has not asked for.
func (r *Recording) Folder() (path string, err error) {
	r.folder, err = os.MkdirTemp("", "tiv-sent-")
	return r.folder, err
}

// RemoveFolder removes the folder and its files.
func (r *Recording) RemoveFolder() {
	if r.folder != "" {
		os.RemoveAll(r.folder)
	}
}

// Follow begins to send a file.
func (r *Recording) Follow(g record.Growing) {
	r.sent.Follow(g.Path, relay.Process{ID: g.Process, Program: g.Program, Language: g.Language})
}

// End waits until the listener has all of the recording, and returns what was sent, for the user.
// Otherwise the folder stays, and the error names it.
func (r *Recording) End() (text string, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	n, err := r.sent.Close(ctx, patience)
	if err != nil {
		if r.folder != "" {
			err = fmt.Errorf("%w; the files are in %s", err, r.folder)
		}
		return "", fmt.Errorf("--to %s: %w", r.address, err)
	}
	r.RemoveFolder()
	if n == 0 {
		return "nothing was recorded that could be sent", nil
	}
	return fmt.Sprintf("sent %s to %s", tracefeed.Plural(n, "trace"), r.address), nil
}
