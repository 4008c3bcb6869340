package record

import (
	"encoding/binary"
	"io"
	"os"
)

// The sizes of the parts of a recording of Java Flight Recorder, in bytes: its own, and the
// least that it takes as an option.
const (
	jfrPart      = 12_000_000
	jfrLeastPart = 1 << 20
)

// jfrPartOf returns the size of the parts for a maximum size. Only whole parts can be dropped,
// so that a quarter at most is lost by that.
func jfrPartOf(most int64) int64 { return min(max(most/4, jfrLeastPart), jfrPart) }

// dropFirstParts removes the first parts of a recording of Java Flight Recorder, so that the
// rest has a size at most, and returns the size. A recording whose last part is larger stays
// as it is. Each part begins with a header of its own: jdk.jfr.internal.consumer.ChunkHeader.
func dropFirstParts(path string, most int64) (size int64, err error) {
	const magic, headerLen, sizeAt = "FLR\x00", 16, 8
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size = st.Size()
	from := int64(0)
	for header := make([]byte, headerLen); ; {
		if _, err := f.ReadAt(header, from); err != nil || string(header[:len(magic)]) != magic {
			return size, nil
		}
		if size-from <= most {
			break
		}
		part := int64(binary.BigEndian.Uint64(header[sizeAt:]))
		if part < headerLen || part >= size-from {
			return size, nil
		}
		from += part
	}
	if from == 0 {
		return size, nil
	}
	n, err := io.Copy(io.NewOffsetWriter(f, 0), io.NewSectionReader(f, from, size-from))
	if err != nil {
		return size, err
	}
	return n, f.Truncate(n)
}
