package gotrace

import (
	"bufio"

	"tiv/tracefeed"
)

// Reference is Format, but always with the library.
func Reference() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: openLibrary}
}

// openLibrary is open, but for the library that reads all formats.
func openLibrary(in tracefeed.Input) (tracefeed.Feed, error) {
	f := &feed{stop: make(chan struct{}), m: newMapper()}
	f.in = bufio.NewReaderSize(stoppable{in.Reader, f.stop}, 1<<16)
	return f, nil
}

// CarriedReference is Reference with the carriers of goroutines.
func CarriedReference() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: func(in tracefeed.Input) (tracefeed.Feed, error) {
		f, err := openLibrary(in)
		f.(*feed).m.carried = true
		return f, err
	}}
}
