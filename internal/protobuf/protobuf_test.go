package protobuf

import (
	"errors"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/tracefeed"
)

// message has a field of each type.
func message() []byte {
	b := protowire.AppendTag(nil, 1, protowire.VarintType)
	b = protowire.AppendVarint(b, 300)
	b = protowire.AppendTag(b, 2, protowire.Fixed64Type)
	b = protowire.AppendFixed64(b, 1<<60)
	b = protowire.AppendTag(b, 3, protowire.Fixed32Type)
	b = protowire.AppendFixed32(b, 7)
	b = protowire.AppendTag(b, 4, protowire.StartGroupType)
	b = protowire.AppendTag(b, 4, protowire.EndGroupType)
	b = protowire.AppendTag(b, 5, protowire.BytesType)
	return protowire.AppendBytes(b, []byte{1, 2, 0xac, 2})
}

func TestEach(t *testing.T) {
	t.Parallel()
	var values []uint64
	var numbers []uint64
	b := message()
	err := Each(b, 100, func(x Field) (err error) {
		values = append(values, x.Value)
		if x.Number != 5 {
			return nil
		}
		if x.At != int64(100+len(b)-4) || string(x.Bytes) != "\x01\x02\xac\x02" {
			t.Errorf("the last field is %x at %d", x.Bytes, x.At)
		}
		numbers, err = x.numbers(numbers, false)
		return err
	})
	if err != nil || !slices.Equal(values, []uint64{300, 1 << 60, 7, 0, 0}) || !slices.Equal(numbers, []uint64{1, 2, 300}) {
		t.Errorf("values %v, numbers %v, error %v", values, numbers, err)
	}
}

// TestCut reads messages that end early.
func TestCut(t *testing.T) {
	t.Parallel()
	b := message()
	whole := map[int]bool{}
	at := 0
	for rest := b; len(rest) > 0; {
		_, _, n := protowire.ConsumeField(rest)
		whole[at] = true
		at, rest = at+n, rest[n:]
	}
	for n := range b {
		var damage *tracefeed.Damage
		err := Each(b[:n], 100, func(Field) error { return nil })
		if whole[n] != (err == nil) || err != nil && (!errors.As(err, &damage) || damage.Offset < 100 || damage.Offset > int64(100+n)) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	packed := Field{Type: protowire.BytesType, Bytes: []byte{1, 0x80}, At: 9}
	var damage *tracefeed.Damage
	if _, err := packed.numbers(nil, false); !errors.As(err, &damage) || damage.Offset != 10 {
		t.Errorf("a cut number: %v", err)
	}
}
