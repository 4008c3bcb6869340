package tracefeed

import "testing"

func TestStreamOf(t *testing.T) {
	for name, want := range map[string]Stream{
		"tcp 127.0.0.1:48770 > 127.0.0.1:80": {Requests, "tcp 127.0.0.1:48770 < 127.0.0.1:80"},
		"tcp 127.0.0.1:48770 < 127.0.0.1:80": {Answers, "tcp 127.0.0.1:48770 > 127.0.0.1:80"},
		"tcp [::1]:4 > [fe80::1]:5":          {Requests, "tcp [::1]:4 < [fe80::1]:5"},
		"unix 4711 > /run/a > b < c":         {Requests, "unix 4711 < /run/a > b < c"},
		"unix 4711 < /run/a > b < c":         {Answers, "unix 4711 > /run/a > b < c"},
		"unix 4711 > ":                       {Requests, "unix 4711 < "},
		"pair 4711 > 4712":                   {Pipe, "pair 4712 > 4711"},
		"pipe 4711":                          {},
		"tcp 1":                              {},
		"pair 1":                             {},
		"a > b":                              {},
		"":                                   {},
	} {
		if got := StreamOf(name); got != want {
			t.Errorf("%q: %+v, want %+v", name, got, want)
		}
		if want.Back == "" {
			continue
		}
		if back := StreamOf(want.Back); back.Back != name {
			t.Errorf("%q: back of %q is %q", name, want.Back, back.Back)
		}
	}
}
