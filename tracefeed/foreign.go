package tracefeed

import "bytes"

// foreign are kinds of files that users take for traces, by their first bytes, with
// advice.
var foreign = []struct{ start, advice string }{
	{"\x1f\x8b", "it is compressed with gzip; try gunzip -c FILE | tiv -"},
	{"\x28\xb5\x2f\xfd", "it is compressed with zstd; try zstd -dc FILE | tiv -"},
	{"\x89PNG", "it is a picture; tiv PICTURE.png opens the view in it"},
	{"\x7fELF", "it is a program"},
	{"<!DOCTYPE html", "it is a web page"},
}

// adviceOn returns advice on a file that is no trace, by its first bytes; "" if its kind
// is not known.
func adviceOn(start []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.start)) {
			return f.advice
		}
	}
	return ""
}
