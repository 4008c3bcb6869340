package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"tiv/interaction/detect"
)

// coloured reports whether an output shows colours: a terminal, unless the environment
// says otherwise (no-color.org).
func coloured(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// marking returns what marks the headlines of findings in an output.
func marking(out io.Writer) func(s detect.Severity, headline string) string {
	if coloured(out) {
		return colour
	}
	return func(_ detect.Severity, headline string) string { return headline }
}

// colour marks the headline of a finding by its severity, for a terminal.
func colour(s detect.Severity, headline string) string {
	const bold, red, yellow, off = "\x1b[1m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[0m"
	switch s {
	case detect.Error:
		return red + headline + off
	case detect.Warning:
		return yellow + headline + off
	default:
		return bold + headline + off
	}
}
