package shot

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

// maxText is the largest decompressed size of a text chunk, in bytes.
const maxText = 32 << 20

// writeText writes an international text chunk, compressed: keyword, 0,
// compressed, by zlib, language and translated keyword, each ended by 0, text.
func writeText(b *bytes.Buffer, keyword string, text []byte) {
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err == nil {
		_, err = z.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = writeChunk(b, "iTXt", []byte(keyword+"\x00\x01\x00\x00\x00"), packed.Bytes())
	}
	if err != nil {
		panic(err) // a buffer takes anything
	}
}

// writeDescription writes a text that picture viewers show: a plain text chunk,
// which is limited to Latin-1, or an international one for other texts.
func writeDescription(b *bytes.Buffer, keyword, text string) {
	kind, head, body := "tEXt", keyword+"\x00", make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			kind, head, body = "iTXt", keyword+"\x00\x00\x00\x00\x00", []byte(text)
			break
		}
		body = append(body, byte(r))
	}
	if err := writeChunk(b, kind, []byte(head), body); err != nil {
		panic(err) // a buffer takes anything
	}
}

// isText reports whether the data of a text chunk have a keyword.
func isText(data []byte, keyword string) bool {
	return bytes.HasPrefix(data, []byte(keyword+"\x00"))
}

// textOf returns the text of an international text chunk.
func textOf(data []byte) ([]byte, error) {
	_, data, _ = bytes.Cut(data, []byte{0})
	if len(data) < 2 {
		return nil, errors.New("its text is cut short")
	}
	packed, method := data[0], data[1]
	_, data, found := bytes.Cut(data[2:], []byte{0})
	if found {
		_, data, found = bytes.Cut(data, []byte{0})
	}
	switch {
	case !found:
		return nil, errors.New("its text is cut short")
	case packed == 0:
		return data, nil
	case packed != 1 || method != 0:
		return nil, fmt.Errorf("its text is compressed in an unknown way (%d, %d)", packed, method)
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("its text has more than %d bytes", maxText)
	}
	return text, err
}
