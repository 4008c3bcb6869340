package record

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// ErrUnsupported is the error for a command that cannot be recorded.
var ErrUnsupported = errors.New("can record go run, go build and go test")

// A goCommand is a parsed go command line.
type goCommand struct {
	program  string   // go, or a path to it
	verb     string   // run, build or test
	chdir    string   // the value of -C
	flags    []string // all flags before the packages, less -C, -o and -overlay
	build    []string // the flags that affect the build
	output   string   // the value of -o
	overlay  string   // the value of -overlay
	exec     string   // the value of -exec of go run
	coverPkg string   // the value of -coverpkg
	targets  []string // packages, or Go files
	rest     []string // the program's arguments; flags after go test's packages
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

// parseCommand parses a go command line, which IsGo.
func parseCommand(command []string) (*goCommand, error) {
	if len(command) < 2 || !slices.Contains([]string{"run", "build", "test"}, command[1]) {
		return nil, fmt.Errorf("%s: %w", strings.Join(command[:min(2, len(command))], " "), ErrUnsupported)
	}
	c := &goCommand{program: command[0], verb: command[1], given: map[string]bool{}}
	args, err := c.takeFlags(command[2:], &c.flags)
	if err != nil {
		return nil, err
	}
	if err := c.takeTargets(args); err != nil {
		return nil, err
	}
	if c.given["n"] {
		return nil, fmt.Errorf("go %s -n: nothing is run: %w", c.verb, ErrUnsupported)
	}
	return c, nil
}

// takeTargets splits packages from the arguments after them.
func (c *goCommand) takeTargets(args []string) error {
	switch c.verb {
	case "build":
		c.targets = args
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
		c.targets, c.rest = args[:n], args[n:]
	case "test":
		n := 0
		for n < len(args) && !strings.HasPrefix(args[n], "-") {
			n++
		}
		c.targets = args[:n]
		for rest := args[n:]; len(rest) > 0; {
			if flagName(rest[0]) == "args" || !strings.HasPrefix(rest[0], "-") {
				c.rest = append(c.rest, rest...)
				break
			}
			var err error
			if rest, err = c.takeFlags(rest, &c.rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeFlags moves the flags at the start of args to their fields in c,
// unchanged ones to kept, and returns the rest of args.
func (c *goCommand) takeFlags(args []string, kept *[]string) ([]string, error) {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		name := flagName(args[0])
		if name == "args" {
			break
		}
		n := 1
		_, value, inline := strings.Cut(args[0], "=")
		if !inline && valued(c.verb, name) {
			if len(args) < 2 {
				return nil, fmt.Errorf("go %s %s: needs a value", c.verb, args[0])
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
			c.output = value
		case name == "exec" && c.verb == "run":
			c.exec = value
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
func (c *goCommand) files() bool {
	return len(c.targets) > 0 && strings.HasSuffix(c.targets[0], ".go")
}

// onlyBuilds reports whether the command builds a program without running it.
func (c *goCommand) onlyBuilds() bool {
	return c.verb == "build" || c.verb == "test" && c.given["c"]
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
