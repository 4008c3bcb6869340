package gobuild

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestQueryTypes runs the recorder's code that finds the types of queries.
func TestQueryTypes(t *testing.T) {
	t.Parallel()
	queries := [][2]string{
		{"SELECT 'x FROM secret' FROM orders WHERE id = 17", "SELECT orders"},
		{"select a, extract(year from b) from shop.orders o", "SELECT shop.orders"},
		{"/* FROM a */ SELECT 1 -- FROM b\n FROM \"c\"", "SELECT c"},
		{"SELECT (SELECT x FROM a) FROM `b`", "SELECT b"},
		{"SELECT * FROM (SELECT * FROM a)", "SELECT"},
		{"SELECT * FROM 'secret'", "SELECT"},
		{"SELECT 1", "SELECT"},
		{"INSERT OR REPLACE INTO t(a) VALUES ('secret')", "INSERT t"},
		{"insert into t2 select 1", "INSERT t2"},
		{"UPDATE [t] SET a = 'secret'", "UPDATE t"},
		{"UPDATE OR IGNORE t SET a = 1", "UPDATE t"},
		{"UPDATE ONLY t SET a = 1", "UPDATE t"},
		{"DELETE FROM t WHERE a = 'secret'", "DELETE t"},
		{"DELETE FROM t\xc3\xa4 WHERE a", "DELETE t\xc3\xa4"},
		{" ;begin", "BEGIN"},
		{"WITH a AS (SELECT 1) SELECT * FROM a", "WITH"},
		{"CREATE TABLE secret (a int)", "CREATE"},
		{"secret", "SQL"}, {"", "SQL"}, {"'secret'", "SQL"}, {"SELECT", "SELECT"}, {"SELECT 'secret", "SELECT"},
		{"SELECT * FROM \"secret value\"", "SELECT"},
		{"SELECT * FROM " + strings.Repeat("x", 65), "SELECT"},
		{"SELECT " + strings.Repeat("x,", 3000) + " FROM far", "SELECT"},
		{strings.Repeat("(", 5000), "SQL"}, {"UPDATE", "UPDATE"}, {"UPDATE OR", "UPDATE"}, {"DELETE FROM ONLY", "DELETE"},
	}
	text, err := injected.ReadFile("inject/query.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var calls strings.Builder
	for _, q := range queries {
		fmt.Fprintf(&calls, "println(tivQuery(%q))\n", q[0])
	}
	for name, text := range map[string]string{"go.mod": "module x\n\ngo 1.24\n",
		"main.go":  "package main\n\nfunc main() {\n" + calls.String() + "}\n",
		"query.go": strings.Replace(string(text), "package trace", "package main", 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(got) != len(queries) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, q := range queries {
		if got[i] != q[1] {
			t.Errorf("%.60q is %q, want %q", q[0], got[i], q[1])
		}
	}
}
