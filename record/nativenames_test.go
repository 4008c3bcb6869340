package record_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// threadNames returns the names of the threads of a trace, sorted, without the first.
func threadNames(t *testing.T, path string) (main string, others []string) {
	t.Helper()
	tables, _ := events(t, path)
	for _, th := range tables.Threads[2:] {
		others = append(others, th.Name)
	}
	slices.Sort(others)
	return tables.Threads[1].Name, others
}

// TestNativeNames checks that threads have the names that another thread gives them, and
// only those.
func TestNativeNames(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "names.c")}})
	if len(r.Traces) != 1 {
		t.Fatalf("traces %v\n%s", r.Traces, r.notes)
	}
	main, got := threadNames(t, r.Traces[0])
	if want := []string{"alpha", "beta", "gamma"}; main != "names" || !slices.Equal(got, want) {
		t.Errorf("threads %q and %q, want %q", main, got, want)
	}
}

// TestNativeStarts checks that threads without names have those of their start functions,
// or of what these are made to call.
func TestNativeStarts(t *testing.T) {
	t.Parallel()
	classes := []string{"main::{lambda()#1}", "timer"}
	functions := append([]string{"app::handle", "load", "only_c", "pool::run", "serve #1", "serve #2", "serve #3", "store"}, classes...)
	for _, test := range []struct {
		name  string
		flags []string
		want  []string // others are addresses
	}{
		{"debug", nil, functions},
		{"unoptimized", []string{"-O0"}, append([]string{"pool::stop"}, functions...)},
		{"symbols", []string{"-g0"}, functions},
		{"stripped", []string{"-s"}, classes},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{compiled(t, "starts.cc", test.flags...)}})
			if len(r.Traces) != 1 {
				t.Fatalf("traces %v\n%s", r.Traces, r.notes)
			}
			_, got := threadNames(t, r.Traces[0])
			address := regexp.MustCompile(`^(starts\+0x[0-9a-f]+|std::thread)( #\d+)?$`)
			for _, name := range got {
				virtual := name == "pool" || name == "pool::stop" // if it is inlined, only its class is known
				if !slices.Contains(test.want, name) && !virtual && !(test.name == "stripped" && address.MatchString(name)) {
					t.Errorf("a thread is %q", name)
				}
			}
			for _, name := range test.want {
				if !slices.Contains(got, name) {
					t.Errorf("no thread is %q of %q", name, got)
				}
			}
			if len(got) != 11 {
				t.Errorf("threads %q", got)
			}
		})
	}
}

// TestNativeTitle checks that a process has its own name, and its title apart from it.
func TestNativeTitle(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "title.c"), strings.Repeat("a", 20)}})
	if len(r.Traces) != 2 {
		t.Fatalf("traces %v\n%s", r.Traces, r.notes)
	}
	var titles []string
	for _, path := range r.Traces {
		if main, others := threadNames(t, path); main != "title" || !slices.Equal(others, []string{"work"}) {
			t.Errorf("threads %q and %q", main, others)
		}
		raw, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		st, err := raw.Stat()
		if err != nil {
			t.Fatal(err)
		}
		file, err := binfeed.Open(raw, st.Size())
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, file.Property("process")+", "+file.Property("title"))
	}
	if slices.Sort(titles); !slices.Equal(titles, []string{"title, app: master", "title, app: worker"}) {
		t.Errorf("titles %q", titles)
	}
}

// TestNativeWrappers checks that locks have the names of the functions that take them, not
// of those that do it for others.
func TestNativeWrappers(t *testing.T) {
	t.Parallel()
	want := []string{"both", "guarded", "invoices", "nested", "orders", "prices", "reads", "spinning", "stock", "writes"}
	for _, flags := range [][]string{nil, {"-O0"}, {"-O1"}, {"-O0", "-g0"}} {
		t.Run(strings.Join(flags, ""), func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{compiled(t, "wrappers.cc", flags...)}})
			if len(r.Traces) != 1 {
				t.Fatalf("traces %v\n%s", r.Traces, r.notes)
			}
			tables, all := events(t, r.Traces[0])
			var got []string
			for _, ev := range all {
				if ev.Kind == tracefeed.MonitorWait {
					_, name, _ := strings.Cut(tables.Monitors[ev.Monitor].Name, " ")
					name, _, _ = strings.Cut(name, ":")
					got = append(got, name)
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("locks %q, want %q", got, want)
			}
		})
	}
}

// TestNativeReuse checks that a read-write lock is not the mutex that was in its memory.
func TestNativeReuse(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "reuse.c")}, Locks: record.LocksAll})
	if len(r.Traces) != 1 {
		t.Fatalf("traces %v\n%s", r.Traces, r.notes)
	}
	tables, all := events(t, r.Traces[0])
	kinds := map[tracefeed.MonitorID]string{}
	for _, ev := range all {
		if ev.Kind == tracefeed.MonitorEnter && tables.Threads[ev.Thread].Name == "work" {
			kinds[ev.Monitor] += map[bool]string{false: "exclusive", true: "shared"}[ev.Shared]
		}
	}
	if got := slices.Sorted(maps.Values(kinds)); !slices.Equal(got, []string{"exclusive", "shared"}) {
		t.Errorf("locks %q", got)
	}
}
