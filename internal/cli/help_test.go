package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/internal/cli/usage"
	"tiv/scene/paint"
)

// everyFlag calls f for each flag of each command, also for hidden ones.
func everyFlag(f func(cmd *cobra.Command, flag *pflag.Flag)) {
	root := new(environment).root()
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { f(cmd, flag) })
	}
}

// Each command has a short and a long help, in every way to get them.
func TestHelp(t *testing.T) {
	t.Parallel()
	root := new(environment).root()
	for _, cmd := range append(root.Commands(), root) {
		short, long := usage.ShortHelp(cmd), usage.LongHelp(cmd)
		ways := map[string]string{cmd.Name() + " -h": short, cmd.Name() + " --help": long, cmd.Name() + " -help": long,
			"help " + cmd.Name(): long}
		if cmd == root {
			ways = map[string]string{"-h": short, "--help": long, "-help": long, "help": long}
		}
		for line, want := range ways {
			if r := tiv(t, strings.Fields(line)...); r.exit != exitOK || r.out != want || r.errors != "" {
				t.Errorf("tiv %s: exit code %d, %q, %q, want %q", line, r.exit, r.out, r.errors, want)
			}
		}
	}
}

// The commands of the window are listed for people, and as JSON for programs.
func TestHelpOfCommands(t *testing.T) {
	t.Parallel()
	if r := tiv(t, "help", "commands"); r.exit != exitOK || r.errors != "" ||
		!strings.Contains(r.out, "\nset-step TIME\n    Sets the length of a step") {
		t.Errorf("%d, %.200q, %q", r.exit, r.out, r.errors)
	}
	r := tiv(t, "help", "commands", "--json")
	var list []struct {
		Name    string
		Entries []struct{ Keys string }
	}
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || len(list) < 100 || list[0].Name != "undo" ||
		list[0].Entries[0].Keys != "Ctrl+Z" {
		t.Errorf("%d commands, %v", len(list), err)
	}
	if r := tiv(t, "help", "dump", "--json"); r.exit != exitTrouble || !strings.Contains(r.errors, "--json is for tiv help commands") {
		t.Errorf("%+v", r)
	}
}

// Short help fits on a screen of 24 lines of 80 columns.
func TestShortHelpIsShort(t *testing.T) {
	root := new(environment).root()
	for _, cmd := range append(root.Commands(), root) {
		help := usage.ShortHelp(cmd)
		if n := strings.Count(help, "\n"); n > 23 {
			t.Errorf("tiv %s -h has %d lines", cmd.Name(), n)
		}
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("tiv %s -h has a line of %d columns: %s", cmd.Name(), n, line)
			}
		}
	}
}

// The help of TIV lists all commands; that of a command has its texts.
func TestHelpIsComplete(t *testing.T) {
	root := new(environment).root()
	for _, cmd := range root.Commands() {
		for name, help := range map[string]string{"-h": usage.ShortHelp(root), "--help": usage.LongHelp(root)} {
			if _, seldom := cmd.Annotations[usage.Seldom]; seldom && name == "-h" {
				if !regexp.MustCompile(`(?m)^  more .*\b` + cmd.Name() + `\b`).MatchString(help) {
					t.Errorf("tiv -h lacks %s", cmd.Name())
				}
				continue
			}
			if !strings.Contains(help, "  "+cmd.Name()+" ") || !strings.Contains(help, cmd.Short) {
				t.Errorf("tiv %s lacks %s", name, cmd.Name())
			}
		}
		help := usage.LongHelp(cmd)
		if cmd.Short == "" || cmd.Long == "" || !strings.Contains(help, cmd.Long) {
			t.Errorf("tiv %s --help: %q", cmd.Name(), help)
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.Contains(help, "  "+line) {
				t.Errorf("tiv %s --help lacks the example %q", cmd.Name(), line)
			}
		}
	}
}

// Examples in the help are commands that exist, with flags that exist.
func TestExamples(t *testing.T) {
	root := new(environment).root()
	_, examples, _ := strings.Cut(usage.LongHelp(root), "\nexamples:\n")
	for _, cmd := range root.Commands() {
		examples += cmd.Example
	}
	for line := range strings.Lines(examples) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		words := strings.Fields(strings.TrimPrefix(line, "source <("))
		if words[0] != "tiv" {
			t.Errorf("%q is no command of TIV", line)
			continue
		}
		if len(words) == 1 {
			continue // the start page
		}
		cmd, rest, err := root.Find(words[1:])
		if err != nil || cmd == root && !strings.Contains(words[1], "://") {
			t.Errorf("%q: %v", line, err)
		}
		for _, word := range rest {
			if word == "--" || word == "|" {
				break
			}
			name, isFlag := strings.CutPrefix(word, "--")
			name, _, _ = strings.Cut(name, "=")
			if isFlag && cmd.Flag(name) == nil {
				t.Errorf("%q: unknown flag %s", line, word)
			}
		}
	}
}

// entry returns the names of a flag, and its placeholder, in help.
func entry(f *pflag.Flag) string {
	name := "--" + f.Name
	switch value, _ := pflag.UnquoteUsage(f); {
	case f.DefValue == "true":
		name += "=false"
	case value != "" && f.NoOptDefVal != "":
		name += "[=" + value + "]"
	case value != "":
		name += " " + value
	}
	if f.Shorthand != "" {
		return "-" + f.Shorthand + ", " + name
	}
	return name
}

// escaped escapes an entry for the manual page.
var escaped = strings.NewReplacer("-", `\-`, "…", `\[u2026]`)

// Every flag has a description; the help of its command and the manual page have it.
func TestFlagsAreDescribed(t *testing.T) {
	t.Parallel()
	root := usage.LongHelp(new(environment).root())
	man := tiv(t, "help", "--man").out
	everyFlag(func(cmd *cobra.Command, f *pflag.Flag) {
		if f.Usage == "" || f.Usage[:1] != strings.ToUpper(f.Usage[:1]) || strings.HasSuffix(f.Usage, ".") {
			t.Errorf("%s --%s: %q is no description", cmd.Name(), f.Name, f.Usage)
		}
		if f.Name == "help" {
			return
		}
		if strings.Contains(usage.LongHelp(cmd), "default []") {
			t.Errorf("%s --%s: an empty list is a default", cmd.Name(), f.Name)
		}
		if cmd.HasParent() && strings.Contains(usage.LongHelp(cmd), "  "+entry(f)) == f.Hidden {
			t.Errorf("tiv %s --help and %s, hidden: %v", cmd.Name(), entry(f), f.Hidden)
		}
		if f.Hidden && (strings.Contains(root, "--"+f.Name) || strings.Contains(man, escaped.Replace("--"+f.Name))) {
			t.Errorf("--%s is not hidden", f.Name)
		}
		if got := strings.Contains(man, escaped.Replace(entry(f))); got == f.Hidden {
			t.Errorf("the manual page has %s of %s: %v, hidden: %v", entry(f), cmd.Name(), got, f.Hidden)
		}
	})
	if names := strings.Join(paint.PaletteNames(), "|"); !strings.Contains(tiv(t, "snapshot", "--help").out, "--palette "+names) {
		t.Errorf("the help does not list the palettes %s", names)
	}
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
		{"-V", "-V"},
		{"record -no-open -- go test -list x", "record --no-open -- go test -list x"},
		{"record -locks all go test -o x", "record --locks all go test -o x"},
		{"x -shot y", "x --shot y"},
		{"info -", "info -"},
		{"__complete info -json", "__complete info -json"},
	} {
		if got := strings.Join(usage.Args(new(environment).root(), strings.Fields(x.line)), " "); got != x.want {
			t.Errorf("%s: %s, want %s", x.line, got, x.want)
		}
	}
}

// All after -- belongs to the recorded program.
func TestRecordPassesArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"record", "--no-open", "--", "go", "vet", "--help"},
		{"record", "--no-open", "go", "vet", "--memory"}} {
		if r := tiv(t, args...); r.exit != exitTrouble || !strings.Contains(r.errors, "can record go run, go build and go test") {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// Shells complete commands, flags, and words of flags.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ line, want string }{
		{"sn", "snapshot"}, {"info --js", "--json"}, {"snapshot x --view ", "interaction"}, {"dump x ", "edges"}, {"demo ", "deadlock"},
		{"info demo:", "demo:deadlock"}, {"dump demo:", "demo:two-locks"}, {"demo:", "demo:server-40"},
		{"check x --fail-on ", "stuck"}, {"diff x y --fail-on ", "worse"}, {"diff x demo:", "demo:deadlock"},
		{"diff --per ", "task"}, {"snapshot x --at ", "end"},
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
	t.Parallel()
	page := tiv(t, "help", "--man")
	if page.exit != exitOK || !strings.HasPrefix(page.out, ".TH TIV 1 ") || page.errors != "" {
		t.Fatalf("exit code %d, %.40q, %q", page.exit, page.out, page.errors)
	}
	for line := range strings.Lines(page.out) {
		if !regexp.MustCompile(`^(\.(TH|SH|SS|TP|PP|B|br|nf|fi)\b|[^.'])|^\n`).MatchString(line) {
			t.Errorf("not a line of text, nor a request: %q", line)
		}
	}
}

// bash completes words with the script alone; the package bash-completion is not needed.
func TestBashCompletion(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := write(t, "completion", []byte(tiv(t, "completion", "bash").out))
	for _, x := range []struct{ words, want string }{
		{"tiv sn", "snapshot"}, {"tiv snapshot x --view in", "interaction"}, {"tiv snapshot x --view = in", "interaction"},
		{"tiv info demo : dea", "deadlock"}, {"tiv dump x ed", "edges"}, {"tiv x.tr", ""},
	} {
		cmd := exec.Command(bash, "--norc", "-c", `tiv() { "$TIV" "$@"; }
compopt() { :; }
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_TYPE=9
__start_tiv
echo ${COMPREPLY[*]}`, "bash", script)
		cmd.Args = append(cmd.Args, strings.Fields(x.words)...)
		cmd.Env = append(os.Environ(), asTiv+"=1", "TIV="+exe)
		out, err := cmd.CombinedOutput()
		if got, _, _ := strings.Cut(strings.TrimSpace(string(out)), " "); err != nil || got != x.want {
			t.Errorf("%s: %q, %v, want %q", x.words, out, err, x.want)
		}
	}
}
