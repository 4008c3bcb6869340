package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"tiv/proof/document"
)

// table is a part of a document that the program writes, between two marks.
type table struct{ mark, what, runs string }

// tableOf returns the table of suites, or that of programs.
func tableOf(native bool) table {
	if native {
		return table{"native", "program", "runs"}
	}
	return table{"proof", "suite", "tests"}
}

const tableHead = `| %s | %s | differ | bare s (CPU) | recorded s (CPU) | CPU ratio | MB | MB/min | events | lost | ignored | left out | first opening s (CPU) | its MB | second s | its MB | check s | findings | notes | tiv |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|---|
`

// write writes results as a table of Markdown.
func (t table) write(w io.Writer, results []Result) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, tableHead, t.what, t.runs)
	for i := range results {
		b.WriteString(row(&results[i]))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func row(r *Result) string {
	perMinute := 0.0
	if r.Recorded.Wall > 0 {
		perMinute = float64(r.Bytes) / 1e6 / (r.Recorded.Wall / 60)
	}
	cells := []string{r.Name, fmt.Sprint(r.Tests), fmt.Sprint(len(r.Differ)), seconds(r.Bare), seconds(r.Recorded), ratio(r),
		fmt.Sprintf("%.1f", float64(r.Bytes)/1e6), fmt.Sprintf("%.0f", perMinute), fmt.Sprint(r.Events), lost(r),
		fmt.Sprint(r.Ignored), fmt.Sprint(r.Omitted),
		seconds(r.First), megabytes(r.First), fmt.Sprintf("%.1f", r.Second.Wall), megabytes(r.Second),
		fmt.Sprintf("%.1f", r.Check.Wall), summary(r), fmt.Sprint(r.Notes), r.Commit}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// lost returns how many events are lost, and in how many gaps.
func lost(r *Result) string {
	if r.Gaps == 0 {
		return fmt.Sprint(r.Lost)
	}
	return fmt.Sprintf("%d in %d gaps", r.Lost, r.Gaps)
}

// ratio compares the processor time recorded with that bare; of less than 0.05 s it says
// nothing.
func ratio(r *Result) string {
	if bare := r.Bare.processor(); bare >= 0.05 {
		return fmt.Sprintf("%.2f", r.Recorded.processor()/bare)
	}
	return "–"
}

// seconds returns wall time and, in brackets, CPU time.
func seconds(c Cost) string { return fmt.Sprintf("%.1f (%.1f)", c.Wall, c.processor()) }

func megabytes(c Cost) string { return fmt.Sprintf("%.0f", float64(c.Peak)/1e6) }

// summary counts a result's findings by verdict, or says why there are none.
func summary(r *Result) string {
	if r.Failed != "" {
		return "failed: " + strings.ReplaceAll(strings.ReplaceAll(r.Failed, "\n", "; "), "|", "/")
	}
	count := map[string]int{}
	for i := range r.Findings {
		count[r.Findings[i].word()] += r.Findings[i].Count
	}
	var parts []string
	for _, word := range []string{"true", "false", "NEW"} {
		if count[word] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[word], word))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// writeFindings lists the findings with their verdicts, and the tests that
// differ, as Markdown.
func writeFindings(w io.Writer, results []Result) {
	for i := range results {
		r := &results[i]
		for _, d := range r.Differ {
			fmt.Fprintf(w, "- **%s**, another result recorded: %s\n", r.Name, d)
		}
		for _, d := range r.Unsteady {
			fmt.Fprintf(w, "- **%s**, another result once, not when run again: %s\n", r.Name, d)
		}
		for j := range r.Findings {
			f := &r.Findings[j]
			why := "no verdict yet: " + f.Text
			if f.Verdict != nil {
				why = f.Verdict.Why
			}
			fmt.Fprintf(w, "- **%s**, %s × %d, `%s`: %s\n", r.Name, f.word(), f.Count, f.Identity, why)
		}
	}
}

// updateDocument replaces the text between the marks of a file by a table of the
// work folder's results and their verdicts.
func updateDocument(path, work string, t table, list []subject, verdicts Verdicts) error {
	results, err := loadResults(work, list)
	if err != nil {
		return err
	}
	for i := range results {
		verdicts.judge(&results[i])
	}
	var b bytes.Buffer
	if err := t.write(&b, results); err != nil {
		return err
	}
	b.WriteString("\n")
	writeFindings(&b, results)
	return document.Replace(path, t.mark, b.String())
}
