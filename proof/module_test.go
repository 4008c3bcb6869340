package main

import (
	"strings"
	"testing"
)

// named are modules that the list must have.
var named = []string{
	"github.com/miekg/dns", "github.com/prometheus/client_golang", "go.etcd.io/bbolt", "github.com/syndtr/goleveldb",
	"github.com/hashicorp/raft", "github.com/hashicorp/serf", "github.com/hashicorp/memberlist", "github.com/gorilla/websocket",
	"golang.org/x/net", "golang.org/x/sync", "github.com/dgraph-io/badger/v4", "github.com/caddyserver/caddy/v2",
	"github.com/nats-io/nats-server/v2", "google.golang.org/grpc", "github.com/panjf2000/ants/v2",
}

func TestList(t *testing.T) {
	modules, err := loadModules(modulesJSON)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{}
	for _, m := range modules {
		paths[m.Path] = true
	}
	for _, path := range named {
		if !paths[path] {
			t.Errorf("the list lacks %s", path)
		}
	}
	if len(modules) < 25 {
		t.Errorf("%d modules, want 25 at least", len(modules))
	}
}

func TestListIsChecked(t *testing.T) {
	const good = `"name": "a", "path": "example.com/a", "version": "v1.0.0", "packages": ["."], "timeout": "1m"`
	for text, want := range map[string]string{
		`[{` + good + `}]`:                                          "",
		`[{` + good + `}, {` + good + `}]`:                          "twice",
		`[{` + strings.Replace(good, `"a"`, `"a/b"`, 1) + `}]`:      "want a word",
		`[{` + strings.Replace(good, "v1.0.0", "latest", 1) + `}]`:  "no version",
		`[{` + strings.Replace(good, `["."]`, "[]", 1) + `}]`:       "no packages",
		`[{` + strings.Replace(good, "1m", "soon", 1) + `}]`:        "invalid duration",
		`[{` + good + `, "packges": []}]`:                           "unknown field",
		`[{` + good + `, "flaky": [{"test": "TestX", "why": ""}]}]`: "reason",
	} {
		_, err := loadModules([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
