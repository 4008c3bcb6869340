package record

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		command string
		want    goCommand
	}{
		{"go run .", goCommand{verb: "run", targets: words(".")}},
		{"go run -race -tags a,b ./x -v 1", goCommand{verb: "run", flags: words("-race -tags a,b"),
			build: words("-race -tags a,b"), targets: words("./x"), rest: words("-v 1")}},
		{"go run a.go b.go c", goCommand{verb: "run", targets: words("a.go b.go"), rest: words("c")}},
		{"/x/go1.26.1 run -C ../y -exec nice .", goCommand{verb: "run", chdir: "../y", exec: "nice", targets: words(".")}},
		{"go build -o x --ldflags=-s -overlay=o.json ./...", goCommand{verb: "build", output: "x", overlay: "o.json",
			flags: words("--ldflags=-s"), build: words("--ldflags=-s"), targets: words("./...")}},
		{"go build", goCommand{verb: "build"}},
		{"go test -v -run X ./a ./b -count 3 -o y -args -o z", goCommand{verb: "test", output: "y",
			flags: words("-v -run X"), targets: words("./a ./b"), rest: words("-count 3 -args -o z")}},
		{"go test -own=1 -timeout 3s", goCommand{verb: "test", flags: words("-own=1 -timeout 3s")}},
		{"go test . -own words", goCommand{verb: "test", targets: words("."), rest: words("-own words")}},
	} {
		got, err := parseCommand(strings.Fields(c.command))
		if err != nil {
			t.Errorf("%s: %v", c.command, err)
			continue
		}
		c.want.program, c.want.given = strings.Fields(c.command)[0], got.given
		if len(got.targets) == 0 {
			got.targets = nil
		}
		if len(got.rest) == 0 {
			got.rest = nil
		}
		if !reflect.DeepEqual(*got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.command, *got, c.want)
		}
	}
}

func words(s string) []string { return strings.Fields(s) }

func TestIsGo(t *testing.T) {
	for command, want := range map[string]bool{"": false, "./server": false, "java Main": false, "gofmt -l": false, "golang run x": false,
		"go": true, "/usr/local/go/bin/go run .": true, "go1.26.8 test": true, "go1.27rc1 build": true, "go.exe run .": true} {
		if got := IsGo(strings.Fields(command)); got != want {
			t.Errorf("%q: %v, want %v", command, got, want)
		}
	}
}

func TestOtherCommandsAreRefused(t *testing.T) {
	for _, command := range []string{"go", "go vet .", "go run -n ."} {
		if _, err := parseCommand(strings.Fields(command)); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%q: %v, want %v", command, err, ErrUnsupported)
		}
	}
	for _, command := range []string{"go run", "go run -tags"} {
		if _, err := parseCommand(strings.Fields(command)); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}
