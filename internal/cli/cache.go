package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tiv/internal/cli/usage"
	"tiv/workspace/cache"
)

// cacheCommand lists or deletes the cached traces.
type cacheCommand struct{}

func (*cacheCommand) describe() *cobra.Command {
	return &cobra.Command{
		Annotations: map[string]string{usage.Seldom: ""},
		Use:         "cache [clear]",
		Short:       "List or clear the cache of opened traces",
		Long: `List the traces in the cache: large ones that were opened before, and open at once the
next time. clear deletes them; the traces themselves stay. TIV_CACHE names the folder of
the cache, or is "off".
`,
		Example: `tiv cache
tiv cache clear
`,
		ValidArgs: []string{"clear"},
	}
}

func (*cacheCommand) run(e *environment, _ *cobra.Command, words []string) error {
	kept := cache.Default()
	switch {
	case kept == nil:
		return fmt.Errorf("cache: no cache folder (%s=off, or no home folder)", cache.Variable)
	case len(words) == 0:
		return listCache(kept, e.out)
	case words[0] != "clear":
		return fmt.Errorf("cache: %w", usage.Unknown("action", words[0], []string{"clear"}))
	}
	freed, err := kept.Clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s: freed %s\n", kept.Dir(), size(freed))
	return nil
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
