package slice_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// galleryCalls are functions of several languages, with the slices of the gallery that cover
// their calls.
var galleryCalls = map[string]string{
	"main.main":                                     "",
	"runtime.gcBgMarkWorker":                        "garbage collection, runtime",
	"runtime.main":                                  "runtime",
	"runtime.mallocgc":                              "runtime, memory allocation",
	"sync.(*Mutex).Lock":                            "lock overhead",
	"sync.(*RWMutex).RLock":                         "lock overhead",
	"pthread_mutex_lock":                            "lock overhead",
	"std::mutex::lock":                              "lock overhead",
	"database/sql.(*DB).Query":                      "database/sql",
	"database/sqlx.Get":                             "",
	"net/http.(*Server).Serve":                      "net/http",
	"encoding/json.Marshal":                         "encoding/json",
	"log/slog.(*Logger).Info":                       "logging",
	"logic.decide":                                  "",
	"java.sql.Connection.commit":                    "JDBC",
	"org.postgresql.Driver.query":                   "JDBC",
	"com.google.gson.Gson.toJson":                   "JSON outside of Go's library",
	"json.loads":                                    "JSON outside of Go's library",
	"regexp.(*Regexp).Match":                        "regular expressions",
	"java.util.concurrent.locks.ReentrantLock.lock": "lock overhead",
	"java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await": "",
	"runtime.chanrecv1":             "",
	"jdk.internal.misc.Unsafe.park": "",
	"pthread_cond_wait":             "",
	"logging.info":                  "logging",
	"crypto/tls.Dial":               "encryption",
	"SSL_read":                      "encryption",
	"malloc":                        "memory allocation",
	"sqlite3_step":                  "databases in C and Python",
	"syscall.Syscall":               "system calls",
	"inflate":                       "compression",
	"requests.get":                  "HTTP outside of Go",
	"jdk.internal.misc":             "runtime",
}

func TestGallery(t *testing.T) {
	t.Parallel()
	list := slice.Gallery()
	page, err := os.ReadFile("../../docs/slices.md")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			t.Errorf("%s: %v", list[i].Name, err)
		}
		if !strings.Contains(string(page), "*"+list[i].Name+"*") {
			t.Errorf("docs/slices.md lacks %s", list[i].Name)
		}
	}
	var calls []string
	for name := range galleryCalls {
		calls = append(calls, name)
	}
	slices.Sort(calls)
	var text strings.Builder
	text.WriteString("tiv-text 1\n0s A start\n")
	for i, name := range calls {
		fmt.Fprintf(&text, "%dms A call-enter %s\n%dms A call-exit %s\n", 2*i+1, name, 2*i+2, name)
	}
	got, err := slice.Compute(t.Context(), slice.Input{Timeline: reduced.Story(t, text.String())}, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range calls {
		var in []string
		for k, s := range got.Sets {
			if list[k].Of == slice.Calls && s.Contains(1, tracefeed.Time(2*i+1)*tracefeed.Millisecond) {
				in = append(in, list[k].Name)
			}
		}
		if s := strings.Join(in, ", "); s != galleryCalls[name] {
			t.Errorf("%s is in %q, want %q", name, s, galleryCalls[name])
		}
	}
}
