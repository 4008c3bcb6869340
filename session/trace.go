package session

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"tiv/internal/background"
	"tiv/workspace"
)

// Trace is a document with its files and its background work.
type Trace struct {
	*Document
	// recording records the running program that the trace is about; nil if there is
	// none, or it has ended.
	recording *Recording

	file  fileWatch
	store *workspace.Store // nil if the workspace is not kept
	saver background.Saver // of the workspace
}

// Opened returns the path of the opened file.
func (t *Trace) Opened() string { return cmp.Or(t.picturePath, t.Path) }

// save queues the workspace for saving, once all of its trace has been read, or
// while that grows.
func (t *Trace) save() {
	if !t.Workspace.Timeline.Complete && !t.Workspace.Growing() {
		return
	}
	t.Changed = time.Time{}
	if t.store != nil {
		now := *t.Workspace // a shallow copy; the data it points to never changes. Clone would lose the record of changes
		t.saver.Save(func() error { return t.store.Save(&now) }, t.Wake)
	}
}

// poll returns the errors of a recording that has ended, and of saving, once each.
func (t *Trace) poll() (recording, saving error) {
	if t.recording != nil && t.recording.ended() {
		if err := t.recording.Err(); err != nil {
			recording = fmt.Errorf("record %s: %w", t.Workspace.Name, err)
		}
		t.recording = nil
	}
	return recording, t.saver.Poll(t.Wake)
}

// stop ends all work for the picture.
func (t *Trace) stop() {
	endJob(t.Document)
	t.stopFilter()
	t.taskRun.stop()
	t.sliceRun.stop()
	t.idleRun.stop()
	t.findingsRun.stop()
	t.Names.Close()
	t.Tables.Close()
	t.Ranking.Sliced.Close()
	t.Patterns.Close()
	t.Builder.Stop()
}

// close ends all work on the trace, and waits until its workspace is saved.
func (t *Trace) close() error {
	t.stop() // it reads the trace
	t.file.task.Stop()
	t.recording.end()
	err := t.saver.Finish()
	if IsBlank(t.Document) {
		return err
	}
	return errors.Join(err, t.Loader.Close())
}
