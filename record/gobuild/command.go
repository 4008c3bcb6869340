package gobuild

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// ErrUnsupported is the error for a command that cannot be recorded.
var ErrUnsupported = errors.New("can record go run, go build and go test")

// A Command is a parsed go command line.
type Command struct {
	program  string   // go, or a path to it
	Verb     string   // run, build or test
	chdir    string   // the value of -C
	flags    []string // all flags before the packages, less -C, -o and -overlay
	build    []string // the flags that affect the build
	Output   string   // the value of -o
	overlay  string   // the value of -overlay
	Exec     string   // the value of -exec of go run
	coverPkg string   // the value of -coverpkg
	Targets  []string // packages, or Go files
	Rest     []string // the program's arguments; flags after go test's packages
	given    map[string]bool
}

// IsGo reports whether a command is one of the go command, of any version.
func IsGo(command []string) bool {
	if len(command) == 0 {
		return false
	}
	name, ok := strings.CutPrefix(strings.TrimSuffix(filepath.Base(command[0]), ".exe"), "go")
	return ok && strings.Trim(name, "0123456789.rcbetaip") == ""
}

// Parse parses a go command line, which IsGo.
func Parse(command []string) (*Command, error) {
	if len(command) < 2 || !slices.Contains([]string{"run", "build", "test"}, command[1]) {
		return nil, fmt.Errorf("%s: %w", strings.Join(command[:min(2, len(command))], " "), ErrUnsupported)
	}
	c := &Command{program: command[0], Verb: command[1], given: map[string]bool{}}
	args, err := c.takeFlags(command[2:], &c.flags)
	if err != nil {
		return nil, err
	}
	if err := c.takeTargets(args); err != nil {
		return nil, err
	}
	if c.given["n"] {
		return nil, fmt.Errorf("go %s -n: nothing is run: %w", c.Verb, ErrUnsupported)
	}
	return c, nil
}

// Folder returns the absolute path of the folder in which the command works, if it is given
// in dir.
func (c *Command) Folder(dir string) string {
	if filepath.IsAbs(c.chdir) {
		return c.chdir
	}
	return filepath.Join(dir, c.chdir)
}

// takeTargets splits packages from the arguments after them.
func (c *Command) takeTargets(args []string) error {
	switch c.Verb {
	case "build":
		c.Targets = args
	case "run":
		n := 0
		for n < len(args) && strings.HasSuffix(args[n], ".go") {
			n++
		}
		if n == 0 && len(args) > 0 {
			n = 1
		}
		if n == 0 {
			return errors.New("go run: no package and no Go files")
		}
		c.Targets, c.Rest = args[:n], args[n:]
	case "test":
		n := 0
		for n < len(args) && !strings.HasPrefix(args[n], "-") {
			n++
		}
		c.Targets = args[:n]
		for rest := args[n:]; len(rest) > 0; {
			if flagName(rest[0]) == "args" || !strings.HasPrefix(rest[0], "-") {
				c.Rest = append(c.Rest, rest...)
				break
			}
			var err error
			if rest, err = c.takeFlags(rest, &c.Rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeFlags moves the flags at the start of args to their fields in c,
// unchanged ones to kept, and returns the rest of args.
func (c *Command) takeFlags(args []string, kept *[]string) ([]string, error) {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		name := flagName(args[0])
		if name == "args" {
			break
		}
		n := 1
		_, value, inline := strings.Cut(args[0], "=")
		if !inline && valued(c.Verb, name) {
			if len(args) < 2 {
				return nil, fmt.Errorf("go %s %s: needs a value", c.Verb, args[0])
			}
			n, value = 2, args[1]
		}
		c.given[name] = true
		switch {
		case name == "C":
			c.chdir = value
		case name == "overlay":
			c.overlay = value
		case name == "o":
			c.Output = value
		case name == "exec" && c.Verb == "run":
			c.Exec = value
		default:
			if name == "coverpkg" {
				c.coverPkg = value
			}
			*kept = append(*kept, args[:n]...)
			if buildFlags[name] {
				c.build = append(c.build, args[:n]...)
			}
		}
		args = args[n:]
	}
	return args, nil
}

// flagName returns the name in -name, --name and -name=value.
func flagName(arg string) string {
	name, _, _ := strings.Cut(arg, "=")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "-"), "-")
	return strings.TrimPrefix(name, "test.")
}

// files reports whether the targets are Go files, not packages.
func (c *Command) files() bool {
	return len(c.Targets) > 0 && strings.HasSuffix(c.Targets[0], ".go")
}

// Given reports whether the command has a flag.
func (c *Command) Given(name string) bool { return c.given[name] }

// OnlyBuilds reports whether the command builds a program without running it.
func (c *Command) OnlyBuilds() bool {
	return c.Verb == "build" || c.Verb == "test" && c.given["c"]
}

// buildFlags are the flags that go list needs too, to see the same program.
var buildFlags = set("race msan asan cover modcacherw linkshared trimpath " +
	"asmflags buildmode buildvcs compiler gccgoflags gcflags installsuffix " +
	"ldflags mod modfile pgo pkgdir tags toolexec covermode coverpkg")

// valuedBuildFlags take a value, which may be the next word.
var valuedBuildFlags = set("C p o overlay asmflags buildmode compiler gccgoflags gcflags " +
	"installsuffix ldflags mod modfile pgo pkgdir tags toolexec covermode coverpkg exec " +
	"debug-actiongraph debug-runtime-trace debug-trace")

// valuedTestFlags are go test's own.
var valuedTestFlags = set("bench benchtime blockprofile blockprofilerate count coverprofile " +
	"cpu cpuprofile fuzz fuzzcachedir fuzzminimizetime fuzztime list memprofile " +
	"memprofilerate mutexprofile mutexprofilefraction outputdir parallel run shuffle " +
	"skip timeout trace vet")

// valued reports whether a flag of a verb takes a value.
func valued(verb, name string) bool {
	return valuedBuildFlags[name] || verb == "test" && valuedTestFlags[name]
}

// set returns the set of the words in a text.
func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}
