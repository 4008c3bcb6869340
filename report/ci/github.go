package ci

import (
	"fmt"
	"io"
	"strings"

	"tiv/report"
)

// WriteGitHub writes workflow commands, which GitHub Actions show as annotations: of
// findings that count as errors, of accusations that do not as warnings, of others as
// notices; of ignored ones nothing. (GitHub, Workflow commands for GitHub Actions.)
func WriteGitHub(w io.Writer, doc *report.Findings, kinds []string) error {
	for i := range doc.Findings {
		f := &doc.Findings[i]
		level := "notice"
		switch {
		case f.Ignored != "":
			continue
		case Counts(f, kinds):
			level = "error"
		case accuses(f):
			level = "warning"
		}
		where := ""
		if s := place(f); s != nil {
			where = fmt.Sprintf("file=%s,line=%d,", property.Replace(local(s.File)), max(s.Line, 1))
		}
		if _, err := fmt.Fprintf(w, "::%s %stitle=%s::%s\n", level, where, property.Replace("tiv: "+f.Kind),
			message.Replace(f.Text)); err != nil {
			return err
		}
	}
	for _, x := range doc.Budget {
		if _, err := fmt.Fprintf(w, "::error title=tiv: budget::%s\n", message.Replace(x.String())); err != nil {
			return err
		}
	}
	return nil
}

// message and property escape texts of workflow commands.
var (
	message  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
