package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyFlag calls f for each flag of each command, also for hidden ones.
func everyFlag(f func(cmd *cobra.Command, flag *pflag.Flag)) {
	root := new(call).root()
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { f(cmd, flag) })
	}
}

// The help of a command has its prose and its flags, in both ways to get it.
func TestHelpOfCommands(t *testing.T) {
	for _, cmd := range new(call).root().Commands() {
		want := helpText(cmd)
		for _, args := range [][]string{{"help", cmd.Name()}, {cmd.Name(), "--help"}} {
			if r := tiv(t, args...); r.exit != exitOK || r.out != want || r.errors != "" {
				t.Errorf("tiv %v: exit code %d, %q, %q, want %q", args, r.exit, r.out, r.errors, want)
			}
		}
	}
	for name, prose := range map[string]string{"convert": convertLong, "report": reportLong, "generate": generateLong} {
		if r := tiv(t, "help", name); !strings.Contains(r.out, prose) {
			t.Errorf("tiv help %s: %q", name, r.out)
		}
	}
	if r := tiv(t, "help", "nonsense"); r.exit != exitTrouble || r.out != "" || !strings.HasPrefix(r.errors, "tiv: help: nonsense: ") {
		t.Errorf("help of no command: %+v", r)
	}
}

// Every flag has a description; help and the manual page have it and the flag.
func TestFlagsAreDescribed(t *testing.T) {
	all := tiv(t, "--help").out
	man := tiv(t, "help", "--man").out
	everyFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		if f.Usage == "" {
			t.Errorf("%s --%s has no description", cmd.Name(), f.Name)
		}
		if f.Name == "help" {
			return
		}
		if got := strings.Contains(all, flagName(f)); got == f.Hidden {
			t.Errorf("tiv --help has %s of %s: %v, hidden: %v", flagName(f), cmd.Name(), got, f.Hidden)
		}
		if got := strings.Contains(man, roff(flagName(f))); got == f.Hidden {
			t.Errorf("the manual page has %s of %s: %v, hidden: %v", flagName(f), cmd.Name(), got, f.Hidden)
		}
	})
}

// One dash is enough for a flag, but values and the arguments of a recorded
// program stay.
func TestOneDash(t *testing.T) {
	for _, x := range []struct{ line, want string }{
		{"info x -json", "info x --json"},
		{"-memory 64M info x", "--memory 64M info x"},
		{"dump -format=json x spans --step 1s", "dump --format=json x spans --step 1s"},
		{"convert x --o y -force", "convert x -o y --force"},
		{"snapshot x -select -hide -o -fold", "snapshot x --select -hide -o -fold"},
		{"snapshot x -- -hide", "snapshot x -- -hide"},
		{"record -no-open -- go test -list x", "record --no-open -- go test -list x"},
		{"record -locks all go test -o x", "record --locks all go test -o x"},
		{"x -shot y", "x --shot y"},
		{"info -", "info -"},
		{"__complete info -json", "__complete info -json"},
	} {
		if got := strings.Join(twoDashes(new(call).root(), strings.Fields(x.line)), " "); got != x.want {
			t.Errorf("%s: %s, want %s", x.line, got, x.want)
		}
	}
}

// All after -- belongs to the recorded program.
func TestRecordPassesArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"record", "--no-open", "--", "go", "vet", "--help"}, {"record", "--no-open", "go", "vet", "--memory"}} {
		if r := tiv(t, args...); r.exit != exitTrouble || !strings.Contains(r.errors, "can record go run, go build and go test") {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// Shells complete commands, flags, and words of flags.
func TestCompletion(t *testing.T) {
	for _, x := range []struct{ line, want string }{
		{"sn", "snapshot"}, {"info --js", "--json"}, {"snapshot x --view ", "interaction"}, {"dump x ", "edges"}, {"demo ", "deadlock"},
	} {
		words := strings.Split("__complete "+x.line, " ")
		if r := tiv(t, words...); r.exit != exitOK || !regexp.MustCompile(`(?m)^`+x.want+`\b`).MatchString(r.out) {
			t.Errorf("%q: %+v", x.line, r)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := tiv(t, "completion", shell); r.exit != exitOK || !strings.Contains(r.out, "__complete") || r.errors != "" {
			t.Errorf("%s: exit code %d, %d bytes, %q", shell, r.exit, len(r.out), r.errors)
		}
	}
	if r := tiv(t, "completion", "dos"); r.exit != exitTrouble || r.out != "" || !strings.Contains(r.errors, `unknown shell "dos"`) {
		t.Errorf("dos: %+v", r)
	}
}

// Every line of the manual page is text or a known request.
func TestManualPage(t *testing.T) {
	page := tiv(t, "help", "--man")
	if page.exit != exitOK || !strings.HasPrefix(page.out, ".TH TIV 1 ") || page.errors != "" {
		t.Fatalf("exit code %d, %.40q, %q", page.exit, page.out, page.errors)
	}
	for line := range strings.Lines(page.out) {
		if !regexp.MustCompile(`^(\.(TH|SH|SS|TP|B|br|nf|fi)\b|[^.'])|^\n`).MatchString(line) {
			t.Errorf("not a line of text, nor a request: %q", line)
		}
	}
	if got, want := roff(`.a -b \c …`), `\&.a \-b \ec \[u2026]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
