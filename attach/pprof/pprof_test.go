package pprof

import "testing"

func TestURL(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"http://h":                                  "http://h/debug/pprof/trace?seconds=5",
		"http://h:1/":                               "http://h:1/debug/pprof/trace?seconds=5",
		"https://h/debug/pprof":                     "https://h/debug/pprof/trace?seconds=5",
		"https://h/my/debug/pprof/?seconds=9":       "https://h/my/debug/pprof/trace?seconds=9",
		"http://h/debug/pprof/trace":                "http://h/debug/pprof/trace",
		"http://h/debug/pprof/goroutine?debug=2":    "http://h/debug/pprof/goroutine?debug=2",
		"http://h/files/trace.bin?token=1#fragment": "http://h/files/trace.bin?token=1#fragment",
	} {
		if u, err := URL(word, "5"); err != nil || u.String() != want {
			t.Errorf("%s: %v, %v, want %s", word, u, err, want)
		}
	}
}
