package gobuild

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		command string
		want    Command
	}{
		{"go run .", Command{Verb: "run", Targets: strings.Fields(".")}},
		{"go run -race -tags a,b ./x -v 1", Command{Verb: "run", flags: strings.Fields("-race -tags a,b"),
			build: strings.Fields("-race -tags a,b"), Targets: strings.Fields("./x"), Rest: strings.Fields("-v 1")}},
		{"go run a.go b.go c", Command{Verb: "run", Targets: strings.Fields("a.go b.go"), Rest: strings.Fields("c")}},
		{"/x/go1.26.1 run -C ../y -exec nice .", Command{Verb: "run", chdir: "../y", Exec: "nice", Targets: strings.Fields(".")}},
		{"go build -o x --ldflags=-s -overlay=o.json ./...", Command{Verb: "build", Output: "x", overlay: "o.json",
			flags: strings.Fields("--ldflags=-s"), build: strings.Fields("--ldflags=-s"), Targets: strings.Fields("./...")}},
		{"go build", Command{Verb: "build"}},
		{"go test -v -run X ./a ./b -count 3 -o y -args -o z", Command{Verb: "test", Output: "y",
			flags: strings.Fields("-v -run X"), Targets: strings.Fields("./a ./b"), Rest: strings.Fields("-count 3 -args -o z")}},
		{"go test -own=1 -timeout 3s", Command{Verb: "test", flags: strings.Fields("-own=1 -timeout 3s")}},
		{"go test . -own words", Command{Verb: "test", Targets: strings.Fields("."), Rest: strings.Fields("-own words")}},
	} {
		got, err := Parse(strings.Fields(c.command))
		if err != nil {
			t.Errorf("%s: %v", c.command, err)
			continue
		}
		c.want.program, c.want.given = strings.Fields(c.command)[0], got.given
		if len(got.Targets) == 0 {
			got.Targets = nil
		}
		if len(got.Rest) == 0 {
			got.Rest = nil
		}
		if !reflect.DeepEqual(*got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.command, *got, c.want)
		}
	}
}

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
		if _, err := Parse(strings.Fields(command)); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%q: %v, want %v", command, err, ErrUnsupported)
		}
	}
	for _, command := range []string{"go run", "go run -tags"} {
		if _, err := Parse(strings.Fields(command)); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}
