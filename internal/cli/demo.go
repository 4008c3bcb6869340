package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tiv/demo"
	"tiv/internal/cli/usage"
	"tiv/tracefeed"
)

// demoCommand opens a demo in a window, or draws a picture of it without a display.
type demoCommand struct{ list bool }

func (d *demoCommand) describe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo [NAME]",
		Short: "Open a trace bundled with TIV",
		Long: `Open a trace bundled with TIV, by default that of a deadlock. Without a display, a
picture of it is written to tiv-NAME.png. Other commands take demo:NAME as a trace.
`,
		Example: `tiv demo                                    a deadlock
tiv demo --list                             all bundled traces, with their stories
tiv demo server-40
tiv check demo:server-40
`,
		ValidArgs: demoNames(),
	}
	cmd.Flags().BoolVar(&d.list, "list", false, "List the bundled traces")
	return cmd
}

// demoNames lists the names of all demos.
func demoNames() (names []string) {
	for _, d := range demo.List() {
		names = append(names, d.Name)
	}
	return names
}

func (d *demoCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if d.list {
		return listDemos(e.out)
	}
	name := append(words, demo.Default)[0]
	if !slices.Contains(demoNames(), name) {
		return fmt.Errorf("demo: %w", usage.Unknown("demo", name, demoNames()))
	}
	if haveDisplay() {
		return e.openWindow(tracefeed.DemoPrefix + name)
	}
	s := &snapshotCommand{}
	s.describe() // for the defaults of its flags
	s.out.path = "tiv-" + name + ".png"
	if err := s.draw(e, tracefeed.DemoPrefix+name); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "tiv: demo: no display (DISPLAY is not set): writing a picture instead of opening a window\n")
	fmt.Fprintln(e.out, s.out.path)
	return nil
}

func listDemos(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range demo.List() {
		fmt.Fprintf(w, "%s\t%s\n\t%s\n", d.Name, d.Title, d.Story)
	}
	return w.Flush()
}
