package cli

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sliceTable runs a dump of the demo with its slices, and returns its rows by column.
func sliceTable(t *testing.T, name, base string) (rows []map[string]string) {
	t.Helper()
	return dumpOfDemo(t, name, "--slices", "demo:transactions", "--base", base)
}

// dumpOfDemo runs a dump of the demo, and returns its rows by column.
func dumpOfDemo(t *testing.T, args ...string) (rows []map[string]string) {
	t.Helper()
	r := tiv(t, append([]string{"dump", "demo:transactions"}, args...)...)
	if r.exit != 0 {
		t.Fatal(r.errors)
	}
	all, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func ns(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return float64(n)
}

// TestSlicesPage makes the tables of docs/slices.md again.
func TestSlicesPage(t *testing.T) {
	page := string(read(t, top+"/docs/slices.md"))
	expect := func(row string) {
		t.Helper()
		if !strings.Contains(page, "\n"+row+"\n") {
			t.Errorf("docs/slices.md lacks the row\n%s", row)
		}
	}
	ms := func(row map[string]string, column string) string {
		return fmt.Sprintf("%.1f ms", ns(t, row[column])/1e6)
	}
	share := func(row map[string]string, slice string, of float64) string {
		return fmt.Sprintf("%.1f %%", 100*ns(t, row["slice:"+slice+"_ns"])/of)
	}
	const queries, results = "Execute queries", "Process results"
	for _, r := range sliceTable(t, "slices", "") {
		expect(fmt.Sprintf("| %s | %s | %s | %s | %s |", r["slice"], r["threads"], ms(r, "covered_ns"), ms(r, "running"),
			ms(r, "blocking")))
	}
	for _, r := range sliceTable(t, "threads", "") {
		if life := ns(t, r["end_ns"]) - ns(t, r["start_ns"]); strings.HasPrefix(r["name"], "main.") {
			expect(fmt.Sprintf("| %s | %.1f ms | %s | %s |", r["name"], life/1e6, share(r, queries, life), share(r, results, life)))
		}
	}
	for _, r := range sliceTable(t, "threads", "Transactions") {
		in := ns(t, r["slice:Transactions_ns"])
		if row := fmt.Sprintf("| %s | %.1f ms |", r["name"], in/1e6); strings.HasPrefix(r["name"], "main.") && in > 0 {
			expect(fmt.Sprintf("%s %s | %s |", row, share(r, queries, in), share(r, results, in)))
		}
	}
	for _, r := range sliceTable(t, "functions", "Transactions") {
		if strings.HasSuffix(r["function"], ".Process") {
			expect(fmt.Sprintf("| %s | %s | %s | %s | %s |", r["function"], r["calls"], ms(r, "cumulative_ns"),
				share(r, queries, ns(t, r["cumulative_ns"])), share(r, results, ns(t, r["cumulative_ns"]))))
		}
	}
	for _, r := range sliceTable(t, "functions", results) {
		if f := r["function"]; f == "main.printInvoice" || strings.HasPrefix(f, "text/") || strings.HasPrefix(f, "database/") {
			expect(fmt.Sprintf("| %s | %s | %s | %s |", f, r["calls"], ms(r, "cumulative_ns"), ms(r, "self_ns")))
		}
	}
}

// TestSlowCallsPage makes the table of slow and fast calls again.
func TestSlowCallsPage(t *testing.T) {
	t.Parallel()
	page, file := string(read(t, top+"/docs/slices.md")), t.TempDir()+"/orders.json"
	r := tiv(t, "divide", "demo:transactions", "--where", `function == "main.NewOrder.Process"`, "--name", "NewOrder", "-o", file)
	if want := "NewOrder: duration < 2.833 ms            83.3 % of calls\n"; r.exit != 0 || !strings.Contains(r.errors, want) {
		t.Fatalf("exit %d, %s%s; want %s", r.exit, r.out, r.errors, want)
	}
	found := 0
	for _, row := range dumpOfDemo(t, "functions", "--slices", file) {
		text := "| " + row["function"]
		for _, name := range []string{"NewOrder: duration < 2.833 ms", "NewOrder: duration 2.833 ms to 6.556 ms",
			"NewOrder: duration ≥ 6.556 ms"} {
			text += fmt.Sprintf(" | %.1f ms", ns(t, row["slice:"+name+"_ns"])/1e6)
		}
		if strings.Contains(page, "\n"+text+" |\n") {
			found++
		}
	}
	if want := 4; found != want {
		t.Errorf("docs/slices.md has %d rows of %d", found, want)
	}
}

func TestDivide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		args []string
	}{
		{"missing -o FILE", nil},
		{"unknown word \"size\"", []string{"-o", "-", "--where", "size > 3"}},
		{"there are no such calls", []string{"-o", "-", "--where", `function == "main.none"`}},
		{"spans have no depth", []string{"-o", "-", "--of", "spans", "--by", "depth"}},
		{"--into 1: want 2 to 64", []string{"-o", "-", "--into", "1"}},
		{"--at: invalid time \"5\"", []string{"-o", "-", "--at", "5"}},
		{"unknown kind \"locks\"", []string{"-o", "-", "--of", "locks"}},
	} {
		r := tiv(t, append([]string{"divide", "demo:transactions"}, c.args...)...)
		if r.exit == 0 || !strings.Contains(r.errors, c.want) || r.out != "" {
			t.Errorf("%q: exit %d, %s%s; want %s", c.args, r.exit, r.out, r.errors, c.want)
		}
	}
	r := tiv(t, "divide", "demo:transactions", "--by", "depth", "--at", "1", "2", "-o", "-")
	for _, want := range []string{`"where": "depth < 1"`, `"where": "depth >= 1 && depth < 2"`, `"where": "depth >= 2"`} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%s%s; want %s", r.out, r.errors, want)
		}
	}
}

// Calls are divided by the time in which their threads waited for locks, to the nanosecond.
func TestDivideByState(t *testing.T) {
	t.Parallel()
	r := tiv(t, "divide", "demo:transactions", "--where", `function == "main.NewOrder.Process"`, "--name", "NewOrder", "--by",
		"blocking", "--at", "1us", "1ms", "-o", "-")
	for _, want := range []string{`blocking >= 1us && blocking < 1ms"`, "NewOrder: blocking ≥ 1 ms"} {
		if r.exit != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%s%s; want %s", r.out, r.errors, want)
		}
	}
}

// The gallery of dump has the slices of the project; a file that is broken is a warning.
func TestDumpProjectSlices(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, project := filepath.Join(dir, "x.tiv"), filepath.Join(dir, "tiv-slices.json")
	for path, text := range map[string]string{
		trace:   "tiv-text 1\n0ms A start\n10ms A end\n",
		project: `{"tiv_slices": 1, "slices": [{"name": "mine", "of": "threads"}]}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := tiv(t, "dump", trace, "slices"); r.exit != 0 || !strings.Contains(r.out, "\nmine,") {
		t.Errorf("%+v", r)
	}
	if err := os.WriteFile(project, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := tiv(t, "dump", trace, "slices"); r.exit != 0 || !strings.Contains(r.errors, project) {
		t.Errorf("%+v", r)
	}
}

// Objects, as functions, have the part of their time that is in each slice.
func TestObjectsInSlices(t *testing.T) {
	t.Parallel()
	r := tiv(t, "dump", "demo:transactions", "functions", "--by", "object", "--slices", "demo:transactions", "--base", "Transactions")
	rows := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.exit != 0 || len(rows) < 3 || !strings.HasPrefix(rows[0], "object,type,calls,cumulative_ns,") {
		t.Fatalf("exit %d, %d rows, %s %s", r.exit, len(rows), rows[0], r.errors)
	}
	heads := strings.Split(rows[0], ",")
	base := slices.Index(heads, "slice:Transactions_ns")
	for _, row := range rows[1:] { // only time in the base counts
		if cells := strings.Split(row, ","); base < 0 || cells[base] != cells[3] || cells[3] == "0" {
			t.Errorf("%s: %s", rows[0], row)
		}
	}
}

func TestSlicesErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--base needs --slices", []string{"threads", "--base", "x"}},
		{"demo:deadlock has no slices", []string{"threads", "--slices", "demo:deadlock"}},
		{`unknown slice "Overhed"; did you mean Overhead?`, []string{"threads", "--slices", "demo:transactions", "--base", "Overhed"}},
		{"no such file", []string{"threads", "--slices", "missing.json"}},
	} {
		r := tiv(t, append([]string{"dump", "demo:transactions"}, c.args...)...)
		if r.exit == 0 || !strings.Contains(r.errors, c.want) {
			t.Errorf("%q: exit %d, %s; want %s", c.args, r.exit, r.errors, c.want)
		}
	}
}
