package interpreter

import (
	"fmt"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/joined"
)

// BinFormat returns the format of trace.bin, whose chunks for interpreters are read by these. In a
// trace that is read in order only, such as a pipe, they are counted.
func BinFormat(find Finder) tracefeed.Format {
	format := binfeed.Format()
	format.Open = func(in tracefeed.Input) (tracefeed.Feed, error) { return openBin(find, in) }
	return format
}

// openBin opens a trace.bin, and starts the interpreters of its chunks.
func openBin(find Finder, in tracefeed.Input) (tracefeed.Feed, error) {
	var files []File
	looked := false
	reasons := map[string]string{}
	main, err := binfeed.OpenFeed(in, func(identifier string) string {
		if why, ok := reasons[identifier]; ok {
			return why
		}
		if !looked {
			files, looked = find(in.Name), true
		}
		reasons[identifier] = whyUnread(files, identifier)
		return reasons[identifier]
	})
	if err != nil || in.At == nil {
		return main, err
	}
	var layers []joined.Layer
	for _, bytes := range binfeed.Foreign(in.At, in.Size) {
		if !looked {
			files, looked = find(in.Name), true
		}
		choice, ok := ChooseChunk(files, bytes.Identifier)
		if !ok || !choice.File.Trusted {
			continue
		}
		feed, err := Open(choice, tracefeed.Input{Name: in.Name, Reader: bytes}, clockOf(main))
		if err != nil {
			reasons[bytes.Identifier] = fmt.Sprintf("are not read: %v", err)
			continue
		}
		reasons[bytes.Identifier] = ""
		layers = append(layers, joined.Layer{Feed: feed, Name: fmt.Sprintf("chunks of %q", bytes.Identifier)})
	}
	if len(layers) == 0 {
		return main, nil
	}
	return &chunked{Overlaid: joined.Overlay(main, layers), main: main, layers: layers}, nil
}

// whyUnread says why the chunks of an identifier are not read, in a trace that is read in order.
func whyUnread(files []File, identifier string) string {
	choice, ok := ChooseChunk(files, identifier)
	switch {
	case !ok:
		return "have no interpreter"
	case !choice.File.Trusted:
		return "are not read, because " + choice.File.Path + " is not trusted; if you trust it: " + TrustCommand(choice.File.Path)
	}
	return "are read from a complete file only"
}

// clockOf returns the variables of the environment with the clocks of a trace.bin at its time 0.
func clockOf(f tracefeed.Feed) []string {
	header, _, _ := binfeed.Origin(f)
	return []string{fmt.Sprintf("TIV_WALL=%d", header.Wall)}
}

// chunked is the feed of a trace.bin and of the interpreters of its chunks.
type chunked struct {
	*joined.Overlaid
	main   tracefeed.Feed
	layers []joined.Layer
}

// Origin returns the header and the properties of the trace.bin.
func (c *chunked) Origin() (binfeed.Header, []binfeed.Property) {
	header, properties, _ := binfeed.Origin(c.main)
	return header, properties
}

// Varies is true: a program can change.
func (c *chunked) Varies() bool { return true }

// Interrupt kills all interpreters, so that a Batch returns.
func (c *chunked) Interrupt() {
	for _, l := range c.layers {
		l.Feed.(*Feed).Interrupt()
	}
}
