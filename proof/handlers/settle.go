package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tiv/handler"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// settleOf returns what is found in the part of a trace up to each second, as while it is recorded.
func settleOf(ctx context.Context, trace string, o handler.Options) (moments []moment, err error) {
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		return nil, err
	}
	defer source.Close()
	r := timeline.NewReducer(source, timeline.Tuning{})
	next := tracefeed.Second
	for events := []tracefeed.Event(nil); ; {
		if events, err = source.Batch(events); err == io.EOF {
			return moments, nil
		}
		if err != nil {
			return nil, err
		}
		for rest := events; len(rest) > 0; {
			n := slices.IndexFunc(rest, func(ev tracefeed.Event) bool { return ev.Time >= next })
			if n < 0 {
				n = len(rest)
			}
			if err := r.Add(rest[:n]); err != nil {
				return nil, err
			}
			if rest = rest[n:]; len(rest) > 0 {
				moments = append(moments, moment{time.Duration(next), find(ctx, r.Snapshot(false, nil), o)})
				next += tracefeed.Second
			}
		}
	}
}

// settled returns when the last change of what is found was: from then on, the functions are the same.
func (r *result) settled() (at time.Duration) {
	for i, m := range r.moments {
		if i == 0 || !sameSet(m.found, r.moments[i-1].found) {
			at = m.at
		}
	}
	return at
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// settling returns a table of when the functions that are found settle, as Markdown.
func settling(results []result) string {
	var b strings.Builder
	b.WriteString("| program | recorded | found after 1 s | 3 s | 10 s | 30 s | at the end | the same from |\n" +
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		if len(r.moments) == 0 {
			continue
		}
		last := r.moments[len(r.moments)-1]
		fmt.Fprintf(&b, "| %s | %v |", r.name, last.at)
		for _, second := range []int{1, 3, 10, 30} {
			fmt.Fprintf(&b, " %d |", len(r.moments[min(second, len(r.moments))-1].found))
		}
		fmt.Fprintf(&b, " %d | %v |\n", len(last.found), r.settled())
	}
	return b.String()
}

// Measures of the picture, in pixels.
const (
	nameWidth = 330 // of the names of functions
	second    = 10
	rowHeight = 16
)

// drawSettling draws, for each program that settles, the times at which a function is found, as SVG.
func drawSettling(results []result) []byte {
	var rows strings.Builder
	y, seconds := 30, 0
	text := func(x int, style, s string) {
		fmt.Fprintf(&rows, "<text x=\"%d\" y=\"%d\"%s>%s</text>\n", x, y, style, escape.Replace(s))
	}
	for _, r := range results {
		if len(r.moments) == 0 {
			continue
		}
		seconds = max(seconds, len(r.moments))
		text(8, ` font-weight="bold"`, r.name)
		y += rowHeight
		for _, f := range r.everFound() {
			text(20, "", f[strings.LastIndex(f, "/")+1:])
			colour := "#c0504d"
			if slices.Contains(r.Handlers, f) || slices.Contains(r.Optional, f) {
				colour = "#3f7f4f"
			}
			for _, s := range r.stretches(f) {
				fmt.Fprintf(&rows, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"9\" fill=\"%s\"/>\n",
					nameWidth+second*s.from, y-9, second*(s.to-s.from), colour)
			}
			y += rowHeight
		}
		y += rowHeight / 2
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n"+
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", nameWidth+second*seconds+30, y)
	for s := 0; s <= seconds; s += 10 {
		x := nameWidth + second*s
		fmt.Fprintf(&b, "<line x1=\"%d\" y1=\"18\" x2=\"%d\" y2=\"%d\" stroke=\"#ccc\"/>"+
			"<text x=\"%d\" y=\"14\" text-anchor=\"middle\">%d s</text>\n", x, x, y-8, x, s)
	}
	return []byte(b.String() + rows.String() + "</svg>\n")
}

// stretch is the seconds from one on to another, exclusive.
type stretch struct{ from, to int }

// stretches returns the seconds up to which a function is found.
func (r *result) stretches(f string) (all []stretch) {
	for _, m := range r.moments {
		at := int(m.at / time.Second)
		switch {
		case !slices.Contains(m.found, f):
		case len(all) > 0 && all[len(all)-1].to == at:
			all[len(all)-1].to++
		default:
			all = append(all, stretch{at, at + 1})
		}
	}
	return all
}

// everFound returns the functions that are found at any moment, the handlers first.
func (r *result) everFound() (functions []string) {
	for _, m := range r.moments {
		for _, f := range m.found {
			if !slices.Contains(functions, f) {
				functions = append(functions, f)
			}
		}
	}
	slices.SortStableFunc(functions, func(a, b string) int { return r.rank(a) - r.rank(b) })
	return functions
}

// rank is 0 for handlers, 1 for optional ones, 2 for others.
func (r *result) rank(f string) int {
	switch {
	case slices.Contains(r.Handlers, f):
		return 0
	case slices.Contains(r.Optional, f):
		return 1
	}
	return 2
}

// escape replaces the characters that have a meaning in SVG.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
