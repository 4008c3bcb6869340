package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tiv/convert"
	"tiv/internal/replace"
	"tiv/tracefeed"
	"tiv/workspace"
)

const convertUsage = "convert TRACE -o FILE [--force] [--format bin|text] [--verify] [--quiet]"

// writing is the wishes of a command line that writes a trace.
type writing struct {
	command, usage string
	out            target
	format         string
	verify, quiet  bool
	// events is how many there will be; 0 if nobody knows.
	events int64
}

func (w *writing) flags(fs *flag.FlagSet) {
	w.out.flags(fs)
	fs.StringVar(&w.format, "format", "", "")
	fs.BoolVar(&w.verify, "verify", false, "")
	fs.BoolVar(&w.quiet, "quiet", false, "")
}

// check completes the wishes, or says what is wrong with them.
func (w *writing) check(sources ...replace.Source) error {
	if w.out.path == "" {
		return fmt.Errorf("%s: no -o given (usage: tiv %s)", w.command, w.usage)
	}
	switch {
	case w.format == "" && filepath.Ext(w.out.path) == ".tiv":
		w.format = "text"
	case w.format == "":
		w.format = "bin"
	case w.format != "bin" && w.format != "text":
		return fmt.Errorf("%s: unknown format %q: want bin or text", w.command, w.format)
	}
	kind := binKind
	if w.format == "text" {
		kind = textKind
	}
	if err := w.out.check(kind, sources...); err != nil {
		return fmt.Errorf("%s: %w", w.command, err)
	}
	return nil
}

func runConvert(args []string, _ io.Writer) (int, error) {
	w := writing{command: "convert", usage: convertUsage}
	fs := flag.NewFlagSet(w.command, flag.ContinueOnError)
	w.flags(fs)
	words, err := parse(fs, args, w.usage, 1, 1)
	if err == nil {
		err = w.check(traceAt(words[0]))
	}
	if err != nil {
		return exitTrouble, err
	}
	source, err := open(words[0])
	if err != nil {
		return exitTrouble, err
	}
	defer source.Close()
	r, err := w.write(source)
	if err != nil {
		return exitTrouble, err
	}
	warnOfLosses(w.command, source.Name, workspace.LostEvents(r.Lost))
	return exitOK, nil
}

// write writes a trace to where it is wanted.
func (w *writing) write(source *tracefeed.Source) (convert.Result, error) {
	p := newProgress(w)
	r, size, err := w.convert(source, convert.Options{
		Memory: memory.bounded(), Verify: w.verify, Tell: p.tell,
	})
	p.clear()
	if err != nil {
		return r, fmt.Errorf("%s: %s: %w", w.command, w.out.path, memory.short(err))
	}
	p.sum(r, size)
	if r.Damage != nil {
		fmt.Fprintf(os.Stderr, "tiv: read trace: %s: %v (converted up to %v)\n", source.Name, r.Damage, r.End)
	}
	return r, nil
}

// convert returns also how long the file has become.
func (w *writing) convert(source *tracefeed.Source, o convert.Options) (r convert.Result, size int64, err error) {
	if st, err := os.Stat(w.out.path); err == nil && !st.Mode().IsRegular() {
		r, err := w.stream(source, st, o)
		return r, 0, err
	}
	err = replace.File(w.out.path, func(f *os.File) error {
		var err error
		if w.format == "text" {
			r, err = writeText(f, source, o)
		} else {
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

// stream writes text to what is no file: a pipe, a terminal.
func (w *writing) stream(source *tracefeed.Source, st os.FileInfo, o convert.Options) (convert.Result, error) {
	switch {
	case st.IsDir():
		return convert.Result{}, errors.New("is a directory")
	case w.format != "text":
		return convert.Result{}, errors.New("trace.bin needs a file; --format text does not")
	case w.verify:
		return convert.Result{}, errors.New("only a file can be verified")
	}
	f, err := os.OpenFile(w.out.path, os.O_WRONLY, 0)
	if err != nil {
		return convert.Result{}, replace.Bare(err)
	}
	r, err := convert.Text(f, source, o)
	return r, replace.Bare(errors.Join(err, f.Close()))
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
