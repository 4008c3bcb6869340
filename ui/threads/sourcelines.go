package threads

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"tiv/internal/background"
	"tiv/report"
	"tiv/ui/launch"
)

// sourceLines reads the source around a line of a file in the background: paths are the
// trace's, and can be anything.
type sourceLines struct {
	wake  func() // wakes the window
	lines background.Latest[sourcePlace, []sourceLine]
}

type sourcePlace struct {
	path string
	line int
}

// sourceLine is one line of a source file.
type sourceLine struct {
	number int
	text   string
}

// around returns the lines around one of a file; none before they are read, and if that
// is not possible.
func (s *sourceLines) around(path string, line int) []sourceLine {
	place := sourcePlace{path, line}
	s.lines.Update(place, func(context.Context, func(float64)) ([]sourceLine, error) {
		lines, err := readLines(path, line)
		if err != nil {
			lines = nil // the place alone is shown
		}
		return lines, nil
	}, s.wake)
	if !s.lines.Present || s.lines.Key != place {
		return nil
	}
	return s.lines.Value
}

// Limits of reading source files.
const (
	linesAround    = 3
	maxSourceBytes = 4 << 20
	maxSourceLine  = 120
)

// readLines reads the lines around one of a file with an absolute path. It reads no
// more than maxSourceBytes, and only from a regular file.
func readLines(path string, line int) ([]sourceLine, error) {
	f, err := launch.OpenSource(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []sourceLine
	scan := bufio.NewScanner(io.LimitReader(f, maxSourceBytes))
	scan.Buffer(nil, 1<<20)
	for n := 1; n <= line+linesAround && scan.Scan(); n++ {
		if n < line-linesAround {
			continue
		}
		shown := strings.ReplaceAll(scan.Text(), "\t", "    ")
		if runes := []rune(shown); len(runes) > maxSourceLine {
			shown = string(runes[:maxSourceLine]) + "…"
		}
		lines = append(lines, sourceLine{n, report.Safe(shown)})
	}
	if len(lines) == 0 || lines[len(lines)-1].number < line {
		return nil, fmt.Errorf("read source: %s has no line %d", path, line)
	}
	return lines, scan.Err()
}
