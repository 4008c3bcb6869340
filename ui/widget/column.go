package widget

import "github.com/AllenDang/cimgui-go/imgui"

// SetUpColumn sets up the next column of a table, so many sizes of the text wide. One of 0 shares what is left.
func SetUpColumn(title string, wide float32) {
	kind := imgui.TableColumnFlagsWidthFixed
	if wide == 0 {
		kind = imgui.TableColumnFlagsWidthStretch
	}
	imgui.TableSetupColumnV(title, imgui.TableColumnFlags(kind), wide*imgui.FontSize(), 0)
}
