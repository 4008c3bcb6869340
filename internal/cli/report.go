package cli

import (
	"context"
	"fmt"
	"os"

	"al.essio.dev/pkg/shellescape"
	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
	"tiv/render/offscreen"
	"tiv/report/contents"
	"tiv/report/formats"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/timeline/caveats"
	"tiv/workspace"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

const reportLong = `Write a report about a trace for readers without TIV, as HTML, PDF or Markdown:

  what to fix first   the findings by the time lost, with their causes and places
  findings            those of tiv check, each with what to look at next, a picture of its
                      worst moment and the states of its threads
  notes               notes pinned in the window, each with a picture and its flag
  overview            pictures of the whole trace, and the saved view
  tasks               what requests and other tasks cost, and why some are slow; docs/tasks.md
  tables              threads, locks, the longest waits, top blockers, pairs, slices; the numbers
                      are those of tiv info and tiv dump

HTML and PDF are one file, with all pictures. The HTML loads nothing from elsewhere, has
no scripts, and follows the light or dark setting of the browser. Markdown is for issue
trackers; its pictures are in the folder FILE-pictures, without the extension of FILE.
A report names everything that it leaves out.

The report contains names from the trace: threads, functions, paths of source files and
of the trace. Check them before you share it, or replace them with --anonymize. FILE is written completely or not at all.
The exit code is 0 if it was written, whatever the findings, and 2 otherwise.
`

// reportCommand writes a report about a trace.
type reportCommand struct {
	of      subject
	out     target
	palette string
	bare    bool // without pictures
	name    string
	slicing slicing
	format  formats.Format
	// anonymous replaces the names of the trace.
	anonymous bool
}

func (r *reportCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report TRACE|PICTURE.png -o FILE",
		Short: "Write findings, pictures and tables as HTML, PDF or Markdown",
		Long:  reportLong,
		Example: `tiv report trace.out -o hang.html           for a bug report
tiv report trace.out -o hang.pdf            to print
tiv report trace.out -o - --format markdown for an issue, without pictures
tiv report hang.png -o hang.html            with the view of a picture
tiv report trace.out -o - --no-pictures | gzip > hang.html.gz
`,
	}
	fs := cmd.Flags()
	r.out.flags(fs)
	r.of.flags(fs)
	usage.AddWords(fs, &r.palette, "palette", "palette", paint.PaletteNames(), "Colours of the pictures "+
		"(docs/accessibility.md); default: the usual ones, light in a PDF")
	usage.AddWords(fs, &r.name, "format", "format", formats.Names(), "Format of FILE; default: by its extension, .html, .pdf or .md")
	r.slicing.add(fs)
	fs.BoolVar(&r.bare, "no-pictures", false, "Leave out pictures. Without OpenGL they are left out anyway, and the report says why")
	fs.BoolVar(&r.anonymous, "anonymize", false, anonymizeHelp)
	return cmd
}

func (r *reportCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if err := r.of.find(words[0]); err != nil {
		return err
	}
	r.format = formats.Of(r.name, r.out.path)
	if err := r.out.check(r.format.Kind, r.of.sources(words[0])...); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	all, done, err := e.load(loading{command: "report", out: &r.out, path: r.of.path, findings: true})
	if err != nil {
		return err
	}
	defer done()
	warnOfLosses("report", r.of.path, caveats.Losses(all.Timeline))
	if err := r.write(all, shellescape.QuoteCommand(append([]string{"tiv"}, e.args...))); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	r.out.written(e.out)
	return nil
}

// write writes the report. made is the command line.
func (r *reportCommand) write(all *loader.Loaded, made string) error {
	doc := contents.Report{Made: made, Version: version}
	if err := r.open(all, &doc); err != nil {
		return err
	}
	if r.anonymous {
		if err := doc.Anonymize(context.Background()); err != nil {
			return err
		}
	}
	if r.bare {
		doc.Without = "the report was made with --no-pictures."
	} else if r.format.Beside && r.out.streams() {
		doc.Without = "this format has its pictures in files of their own, and the report was written to a stream."
	} else if gl, err := offscreen.New(contents.Canvas().Width, contents.Canvas().Height); err != nil {
		doc.Without = "OpenGL was not available on the machine that made the report."
		if !r.anonymous {
			doc.Without = fmt.Sprintf("OpenGL was not available on the machine that made the report: %v", err)
		}
		fmt.Fprintf(os.Stderr, "tiv: report: %s: no pictures: %v\n", r.out.name(), err)
	} else {
		defer gl.Release()
		if err := workspace.SlicingOf(doc.Workspace).SyncPicture(context.Background()); err != nil {
			return err
		}
		c := camera{canvas: contents.Canvas(), gl: gl}
		trace := shot.TraceAt(r.of.path, r.out.path)
		doc.Draw = func(ws *workspace.Workspace) ([]byte, error) { return c.small(ws, trace, !r.anonymous) }
	}
	counter := newCounter("report", r.out.name())
	defer counter.clear()
	doc.Progress = counter.share
	d, err := doc.Make(context.Background())
	if err != nil {
		return err
	}
	if r.out.streams() {
		return r.out.write(func(f *os.File) error { return r.format.Write(f, d) })
	}
	if err := r.out.checkParts(); err != nil {
		return err
	}
	if err := r.format.Save(r.out.path, d); err != nil {
		return fmt.Errorf("%s: %w", r.out.name(), err)
	}
	return nil
}

// open opens the workspace of the report: by default, the one saved beside the trace.
func (r *reportCommand) open(all *loader.Loaded, doc *contents.Report) (err error) {
	if doc.Workspace, err = r.of.open(all); err != nil {
		return err
	}
	doc.Kept = r.of.picture != nil || r.of.saved != ""
	if !doc.Kept {
		if doc.Kept, err = workspace.NewStore(r.of.path, prefs.Dir()).Peek(doc.Workspace); err != nil {
			doc.Remarks = append(doc.Remarks, err.Error())
			fmt.Fprintf(os.Stderr, "tiv: report: %v\n", err)
		}
	}
	if found := workspace.FindingsOf(doc.Workspace); !found.Current() {
		found.Set(found.Search()(context.Background(), nil))
	}
	if err := r.slicing.show(r.of.path, doc.Workspace, func(text string) { warnOfLosses("report", r.of.path, text) }); err != nil {
		return err
	}
	if p := r.of.picture; p != nil && p.Warning() != "" {
		doc.Remarks = append(doc.Remarks, p.Warning())
	}
	palette, ok := paint.PaletteNamed(r.palette)
	if !ok && r.format.Name == "pdf" {
		palette, ok = paint.Light(), true
	}
	if ok {
		doc.Workspace.Do(workspace.SetPalette{Palette: palette})
	}
	return nil
}

// small returns a picture of a workspace as a PNG of few bytes, perhaps with its view. It
// uses a new builder each time: the state of a builder can be large, and is of no use for
// other views.
func (c *camera) small(ws *workspace.Workspace, trace shot.Trace, view bool) ([]byte, error) {
	c.ws, c.builder = ws, scene.Builder{}
	img, err := c.shoot()
	switch {
	case err != nil:
		return nil, err
	case !view:
		return shot.Small(img, nil)
	}
	return shot.Small(img, shot.Of(ws, trace, c.canvas.Scale, version))
}
