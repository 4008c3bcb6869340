package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"tiv/internal/replace"
	"tiv/render/offscreen"
	"tiv/report/html"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

var reportUsage = "report TRACE|PICTURE -o x.html [--force] [--workspace FILE] [--trace PATH] [--palette " + strings.Join(scene.PaletteNames(), "|") + "] [--no-pictures]"

// reporting is the wishes of a report's command line.
type reporting struct {
	of      subject
	out     target
	palette string
	bare    bool // without pictures
}

func runReport(args []string, out io.Writer) (int, error) {
	var r reporting
	fs := flag.NewFlagSet("report", flag.ContinueOnError)
	r.of.flags(fs)
	r.out.flags(fs)
	fs.StringVar(&r.palette, "palette", "", "")
	fs.BoolVar(&r.bare, "no-pictures", false, "")
	words, err := parse(fs, args, reportUsage, 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	if r.out.path == "" {
		return exitTrouble, fmt.Errorf("report: no -o given (usage: tiv %s)", reportUsage)
	}
	if err := r.of.find(words[0], os.Stderr); err != nil {
		return exitTrouble, err
	}
	if err := r.out.check(html.Kind, r.of.sources(words[0])...); err != nil {
		return exitTrouble, fmt.Errorf("report: %w", err)
	}
	all, done, err := loading{"report", r.of.path, true}.load(os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	warnOfLosses("report", r.of.path, workspace.Losses(all.Timeline))
	if err := r.write(all, commandLine("report", args)); err != nil {
		return exitTrouble, fmt.Errorf("report: %w", err)
	}
	fmt.Fprintln(out, r.out.path)
	return exitOK, nil
}

// write makes the report and writes it.
func (r *reporting) write(all *workspace.Loaded, made string) error {
	doc := html.Report{Made: made, Version: version}
	if err := r.open(all, &doc); err != nil {
		return err
	}
	if r.bare {
		doc.Without = "they were not asked for (--no-pictures)."
	} else if gl, err := offscreen.New(html.Canvas().Width, html.Canvas().Height); err != nil {
		doc.Without = fmt.Sprintf("there is nothing to draw them with on the machine that made the report. %v", err)
		fmt.Fprintf(os.Stderr, "tiv: report: %s: there will be no pictures: %v\n", r.out.path, err)
	} else {
		defer gl.Release()
		c := camera{canvas: html.Canvas(), gl: gl}
		trace := shot.TraceAt(r.of.path, r.out.path)
		doc.Draw = func(ws *workspace.Workspace) ([]byte, error) { return c.small(ws, trace) }
	}
	counter := newCounter("report", r.out.path)
	defer counter.clear()
	doc.Tell = counter.share
	err := replace.File(r.out.path, func(f *os.File) error { return doc.Write(context.Background(), f) })
	if err != nil {
		return fmt.Errorf("%s: %w", r.out.path, err)
	}
	return nil
}

// open makes the workspace that the report is about: what is kept of it beside the
// trace if nothing else is asked for.
func (r *reporting) open(all *workspace.Loaded, doc *html.Report) (err error) {
	if doc.Workspace, err = r.of.open(all); err != nil {
		return err
	}
	doc.Kept = r.of.picture != nil || r.of.saved != ""
	if !doc.Kept {
		if doc.Kept, err = workspace.NewKeeper(r.of.path, prefs.Dir()).Peek(doc.Workspace); err != nil {
			doc.Remarks = append(doc.Remarks, err.Error())
			fmt.Fprintf(os.Stderr, "tiv: report: %v\n", err)
		}
	}
	if p := r.of.picture; p != nil && p.Warning() != "" {
		doc.Remarks = append(doc.Remarks, p.Warning())
	}
	if r.palette == "" {
		return nil
	}
	palette, err := parsePalette(r.palette)
	if err == nil {
		doc.Workspace.Do(palette)
	}
	return err
}

// small takes a picture of a workspace that takes few bytes. What the builder keeps
// of one picture can be large, and is of no use for another that shows other things.
func (c *camera) small(ws *workspace.Workspace, trace shot.Trace) ([]byte, error) {
	c.ws, c.builder = ws, scene.Builder{}
	img, err := c.shoot()
	if err != nil {
		return nil, err
	}
	return shot.Small(img, shot.Of(ws, trace, c.canvas.Scale, version))
}

// commandLine writes a command as one would type it.
func commandLine(name string, args []string) string {
	words := []string{"tiv", name}
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\n\"'\\$`*?[]{}()<>|&;!#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}
