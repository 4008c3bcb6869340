package memory

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size int64

// String returns the size; nothing for none.
func (s *Size) String() string {
	if *s == 0 {
		return ""
	}
	return fmt.Sprint(int64(*s))
}

// Set reads a size as parseBytes does.
func (s *Size) Set(text string) error {
	bytes, err := parseBytes(text)
	*s = Size(bytes)
	return err
}

// Type returns the placeholder of the value in help.
func (s *Size) Type() string { return "SIZE" }

// parseBytes reads a number of bytes, with K, M, G or T for powers of 1024.
func parseBytes(s string) (int64, error) {
	digits := strings.TrimRight(strings.ToUpper(s), "KMGTIB")
	n, err := strconv.ParseFloat(digits, 64)
	unit := strings.ToUpper(s[len(digits):])
	shift := map[string]int{"": 0, "B": 0, "K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30,
		"GIB": 30, "T": 40, "TB": 40, "TIB": 40}
	by, known := shift[unit]
	if err != nil || !known || !(n >= 0 && n < 1<<20) {
		return 0, errors.New("want a size like 500M or 2G")
	}
	return int64(n * float64(int64(1)<<by)), nil
}
