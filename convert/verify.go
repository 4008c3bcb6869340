package convert

import (
	"errors"
	"fmt"
	"io"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/textfeed"
)

// VerifyBin opens a trace.bin of size bytes, written by Bin, and compares its
// model, events and names with the source.
func (r *Result) VerifyBin(file io.ReaderAt, size int64) error {
	f, err := binfeed.Open(file, size)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	if err := errors.Join(f.Damage()...); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	tl, extra, err := timeline.Open(f, r.memory, timeline.Tuning{})
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	got := tl.Fingerprint()
	if err := tl.Err(); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	if _, err := detect.ParseReport(extra, tl, nil); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	return r.compare(got)
}

// VerifyText reads a text trace, written by Text, and compares it with the
// source.
func (r *Result) VerifyText(text io.Reader) error {
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: text})
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	prints := timeline.NewFingerprinter(feed)
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			return fmt.Errorf("verify: %w", err)
		}
		prints.Add(ev)
	}
	return r.compare(prints.Finish())
}

func (r *Result) compare(got *timeline.Fingerprint) error {
	err := r.prints.Differ(got)
	if err == nil {
		err = r.prints.DifferEvents(got)
	}
	if err != nil {
		return fmt.Errorf("verify: what was written is not what was read: %w", err)
	}
	return nil
}
