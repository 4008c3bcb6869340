package main

import (
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"tiv/workspace/cache"
)

// runCache shows or clears what TIV keeps of traces that it has read.
func runCache(args []string, out io.Writer) (int, error) {
	fs := flag.NewFlagSet("cache", flag.ContinueOnError)
	words, err := parse(fs, args, "cache [clear]", 0, 1)
	if err != nil {
		return exitTrouble, err
	}
	c := cache.Default()
	switch {
	case c == nil:
		return exitTrouble, fmt.Errorf("cache: there is none (%s=off, or no home)", cache.Variable)
	case len(words) == 0:
		return exitOn(listCache(c, out))
	case words[0] != "clear":
		return exitTrouble, fmt.Errorf("cache: %q: want nothing, or clear", words[0])
	}
	freed, err := c.Clear()
	if err != nil {
		return exitTrouble, err
	}
	fmt.Fprintf(out, "%s: freed %s\n", c.Dir(), size(freed))
	return exitOK, nil
}

func listCache(c *cache.Cache, out io.Writer) error {
	list, err := c.Entries()
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	sum := int64(0)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, e := range list {
		sum += e.Bytes
		fmt.Fprintf(w, "%s\t%s\t%s\n", size(e.Bytes), e.Used.Format("2006-01-02 15:04"), e.Source())
	}
	fmt.Fprintf(w, "%s\tof %s\tin %s\n", size(sum), size(c.Limit()), c.Dir())
	return w.Flush()
}

// size returns a number of bytes for people.
func size(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	x, u := float64(n), 0
	for x >= 1000 && u < len(units)-1 {
		x, u = x/1000, u+1
	}
	return fmt.Sprintf("%.3g %s", x, units[u])
}
