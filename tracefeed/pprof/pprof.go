// Package pprof reads profiles of pprof, of Go and other languages.
//
// Bytes go in, tracefeed events come out. A profile is a sum of samples over its
// duration: its samples have neither times nor threads, so they come at its end, without a
// thread. A profile of goroutines is a thread dump without names and states
// (package threaddump).
//
// docs/formats.md explains the result to users.
package pprof

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/protobuf"
	"tiv/tracefeed"
)

// Format returns the format of profiles, for tracefeed.Open.
func Format() tracefeed.Format {
	return tracefeed.Format{
		Name:  formatName,
		Sniff: isProfile,
		Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
			return &feed{in: in.Reader, tables: tracefeed.NewTables()}, nil
		},
	}
}

const formatName = "pprof"

// The numbers of fields of a profile (profile.proto of github.com/google/pprof).
const (
	sampleTypes   = 1
	names         = 6
	periodType    = 11
	defaultSample = 14
)

// errNoProfile is that a message is no profile, errProfile that it is one.
var errNoProfile, errProfile = errors.New("no profile"), errors.New("a profile")

// isProfile reports whether a message begins with the type of values, perhaps after
// numbers of the whole profile. A type is two indices of texts.
func isProfile(start []byte) bool {
	err := protobuf.Each(start, 0, func(x protobuf.Field) error {
		switch {
		case x.Number == sampleTypes || x.Number == periodType:
			return protobuf.Each(x.Bytes, 0, func(x protobuf.Field) error {
				if x.Type != protowire.VarintType || x.Number > 2 {
					return errNoProfile
				}
				if x.Number == 2 {
					return errProfile
				}
				return nil
			})
		case x.Type == protowire.VarintType && x.Number > names && x.Number <= defaultSample:
			return nil
		}
		return errNoProfile
	})
	return err == errProfile
}

// feed is the feed of a profile. It reads the profile with its first batch.
type feed struct {
	in     io.Reader
	note   string
	tables *tracefeed.Tables
	read   bool
	err    error // the error that ends the feed, after its events
}

// Header returns the header; its note is complete after the first batch.
func (f *feed) Header() tracefeed.Header {
	return tracefeed.Header{Format: formatName, Note: f.note}
}

// Tables returns the names of the profile.
func (f *feed) Tables() *tracefeed.Tables { return f.tables }

// Batch returns all events at once.
func (f *feed) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	if f.read {
		return nil, f.err
	}
	f.read = true
	message, err := load(f.in)
	p, damage := parse(message)
	if damage != nil {
		err = damage
	}
	if f.err = err; err == nil {
		f.err = io.EOF
	}
	if len(p.SampleType) == 0 {
		return nil, f.err
	}
	var events []tracefeed.Event
	f.tables, events, f.note = p.events()
	return events, nil
}

// maxSize is the maximum size of a profile: a limit for hostile files, which are small if they
// are compressed.
const maxSize = 1 << 29

// load reads the message of a profile. The bytes before an error are valid.
func load(in io.Reader) ([]byte, error) {
	message, err := io.ReadAll(io.LimitReader(in, maxSize))
	if err == nil && len(message) == maxSize {
		err = fmt.Errorf("the profile has more than %d bytes", maxSize)
	}
	if err != nil {
		err = &tracefeed.Damage{Offset: int64(len(message)), Err: err}
	}
	return message, err
}

// Close does nothing: the feed owns no resources.
func (f *feed) Close() error { return nil }
