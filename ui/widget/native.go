package widget

/*
#include <stdarg.h>
#include <stdio.h>

// Dear ImGui's prebuilt library needs this symbol of glibc 2.38. Older versions
// of glibc lack it; newer ones override a weak symbol.
__attribute__((weak)) int __isoc23_sscanf(const char *text, const char *format, ...) {
	va_list args;
	va_start(args, format);
	int n = vsscanf(text, format, args);
	va_end(args);
	return n;
}
*/
import "C"

import "github.com/AllenDang/cimgui-go/imgui"

// addFont adds a font to Dear ImGui, in a copy outside of Go's heap, which is
// never freed.
func addFont(ttf []byte, size float32) *imgui.Font {
	config := imgui.NewFontConfig()
	defer config.Destroy()
	config.SetFontDataOwnedByAtlas(false)
	data := C.CBytes(ttf)
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTFV(uintptr(data), int32(len(ttf)), size, config, nil)
}
