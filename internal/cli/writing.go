package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"tiv/convert"
	"tiv/internal/cli/memory"
	"tiv/internal/cli/usage"
	"tiv/internal/replace"
	"tiv/tracefeed"
)

// traceFormats are the formats of traces that TIV writes.
var traceFormats = []string{"bin", "text", "chrome", "perfetto"}

// formatsByExtension are the formats of files with an extension of their own.
var formatsByExtension = map[string]string{".tiv": "text", ".json": "chrome", ".pftrace": "perfetto", ".perfetto-trace": "perfetto"}

// writing is the flags of a command that writes a trace.
type writing struct {
	command       string
	out           target
	format        string
	verify, quiet bool
	// events is the number of events; 0 if it is not known.
	events int64
}

// flags adds the flags of a command that writes a trace.
func (w *writing) flags(fs *pflag.FlagSet) {
	w.out.flags(fs)
	usage.AddWords(fs, &w.format, "format", "format", traceFormats, "Format of FILE; default: text for *.tiv, chrome for "+
		"*.json, perfetto for *.pftrace, bin otherwise")
	fs.BoolVar(&w.verify, "verify", false, "Read the result and compare it with the source; FILE is replaced only if "+
		"every thread and lock is the same")
	fs.BoolVar(&w.quiet, "quiet", false, "Print only errors and losses")
}

// check sets the default format. It returns an error for a target that must not be
// replaced.
func (w *writing) check(sources ...replace.Source) error {
	if w.format == "" {
		w.format = cmp.Or(formatsByExtension[filepath.Ext(w.out.path)], "bin")
	}
	if err := w.out.check(writtenKinds[w.format], sources...); err != nil {
		return fmt.Errorf("%s: %w", w.command, err)
	}
	if w.verify && w.forViewers() {
		return fmt.Errorf("%s: %s: only bin and text can be verified: trace viewers' formats keep less than a trace has",
			w.command, w.out.name())
	}
	if w.verify && w.format == "text" && w.out.streams() {
		return fmt.Errorf("%s: %s: text can be verified in a file only", w.command, w.out.name())
	}
	return nil
}

// forViewers reports whether the format is one of trace viewers.
func (w *writing) forViewers() bool { return w.format == "chrome" || w.format == "perfetto" }

// write writes a trace to the target, with progress.
func (w *writing) write(source *tracefeed.Source, limit memory.Limit) (convert.Result, error) {
	p := newProgress(w.command, w.out.name())
	p.quiet, p.events, p.verified = w.quiet, w.events, w.verify
	r, size, err := w.convert(source, convert.Options{
		Memory: limit.Bounded(), Verify: w.verify, OnProgress: p.tell,
	})
	p.clear()
	if err != nil {
		return r, fmt.Errorf("%s: %w", w.command, limit.Explain(err))
	}
	p.sum(r, size)
	if r.Damage != nil {
		fmt.Fprintf(os.Stderr, "tiv: read trace: %s: %s\n", source.Name, whyIncomplete(r.Damage, "converted", r.End))
	}
	return r, nil
}

// convert writes a trace to the target. size is the length of the trace in bytes; 0 if
// it was streamed in another format than bin.
func (w *writing) convert(source *tracefeed.Source, o convert.Options) (r convert.Result, size int64, err error) {
	streams := w.out.streams()
	err = w.out.write(func(f *os.File) (err error) {
		switch {
		case streams && w.format != "bin":
			r, err = w.stream(f, source, o)
			return err
		case streams:
			r, size, err = streamBin(f, source, o)
			return err
		case w.forViewers():
			r, err = w.stream(f, source, o)
		case w.format == "text":
			r, err = writeText(f, source, o)
		default:
			r, err = writeBin(f, source, o)
		}
		if err != nil {
			return err
		}
		st, err := f.Stat()
		if err == nil {
			size = st.Size()
		}
		return err
	})
	return r, size, err
}

// stream writes a trace in another format than bin, in the order of its bytes.
func (w *writing) stream(to io.Writer, source *tracefeed.Source, o convert.Options) (convert.Result, error) {
	switch w.format {
	case "chrome":
		return convert.Chrome(to, source, o)
	case "perfetto":
		return convert.Perfetto(to, source, o)
	}
	return convert.Text(to, source, o)
}

// streamBin writes a trace.bin, which has to be read back while it is written, to an
// output that cannot be read.
func streamBin(to io.Writer, source *tracefeed.Source, o convert.Options) (r convert.Result, size int64, err error) {
	f, err := unnamedFile()
	if err != nil {
		return r, 0, err
	}
	defer f.Close()
	if r, err = writeBin(f, source, o); err != nil {
		return r, 0, err
	}
	if _, err = f.Seek(0, io.SeekStart); err == nil {
		size, err = io.Copy(to, f)
	}
	return r, size, err
}

func writeBin(f *os.File, source *tracefeed.Source, o convert.Options) (convert.Result, error) {
	r, err := convert.Bin(f, source, o)
	if err != nil || !o.Verify {
		return r, err
	}
	st, err := f.Stat()
	if err != nil {
		return r, err
	}
	return r, r.VerifyBin(f, st.Size())
}

func writeText(f *os.File, source *tracefeed.Source, o convert.Options) (convert.Result, error) {
	r, err := convert.Text(f, source, o)
	if err != nil || !o.Verify {
		return r, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	return r, r.VerifyText(bufio.NewReaderSize(f, 1<<16))
}

// size writes a number of bytes.
func size(n int64) string { return short(float64(n)) + "B" }

// short writes a number with three digits and a prefix, to be followed by a
// unit.
func short(n float64) string {
	unit := 0
	for n >= 999.5 && unit < 4 {
		n /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", n, [...]string{"", "k", "M", "G", "T"}[unit])
}
