package offscreen

/*
#cgo LDFLAGS: -lEGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>
#include <string.h>

static EGLDisplay platform(EGLenum kind, void *native) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC get =
		(PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	if (get == NULL)
		return EGL_NO_DISPLAY;
	EGLDisplay d = get(kind, native, NULL);
	if (d != EGL_NO_DISPLAY && !eglInitialize(d, NULL, NULL))
		return EGL_NO_DISPLAY;
	return d;
}

// displays fills out with the displays that could be opened: Mesa's without a
// surface first, then one for each device.
static int displays(EGLDisplay *out, int most) {
	int n = 0;
	EGLDisplay d = platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
	if (d != EGL_NO_DISPLAY && n < most)
		out[n++] = d;
	PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	EGLDeviceEXT devices[16];
	EGLint count = 0;
	if (query == NULL || !query(16, devices, &count))
		return n;
	for (EGLint i = 0; i < count && n < most; i++) {
		d = platform(EGL_PLATFORM_DEVICE_EXT, devices[i]);
		if (d != EGL_NO_DISPLAY)
			out[n++] = d;
	}
	return n;
}

// context makes an OpenGL 4.1 core context that needs no surface.
static EGLContext context(EGLDisplay d) {
	static const EGLint want[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	static const EGLint version[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 1,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLConfig config = EGL_NO_CONFIG_KHR;
	EGLint n = 0;
	if (!eglBindAPI(EGL_OPENGL_API))
		return EGL_NO_CONTEXT;
	if (!eglChooseConfig(d, want, &config, 1, &n) || n == 0)
		config = EGL_NO_CONFIG_KHR;
	return eglCreateContext(d, config, EGL_NO_CONTEXT, version);
}

static EGLBoolean current(EGLDisplay d, EGLContext c) {
	return eglBindAPI(EGL_OPENGL_API) && eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c);
}

static void *address(const char *name) { return (void *)eglGetProcAddress(name); }
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// mostDisplays is the largest number of EGL displays to try.
const mostDisplays = 17

// eglContext is an OpenGL context without a window. Displays are never closed,
// because EGL shares them within the process.
type eglContext struct {
	display C.EGLDisplay
	context C.EGLContext
}

// newContext makes a context on the first display that can, and makes it
// current.
func newContext() (eglContext, error) {
	var all [mostDisplays]C.EGLDisplay
	n := int(C.displays(&all[0], mostDisplays))
	if n == 0 {
		return eglContext{}, errors.New("no EGL display: neither Mesa's surfaceless platform nor a device could be " +
			"opened (is libgl1-mesa-dri installed?)")
	}
	for _, d := range all[:n] {
		c := eglContext{d, C.context(d)}
		if c.context == nil {
			continue
		}
		if c.makeCurrent() == nil {
			return c, nil
		}
		c.release()
	}
	return eglContext{}, fmt.Errorf("no OpenGL 4.1 context on any of %d EGL displays (EGL error 0x%x)", n, int(C.eglGetError()))
}

func (c *eglContext) makeCurrent() error {
	if C.current(c.display, c.context) == 0 {
		return fmt.Errorf("EGL context can't be made current (EGL error 0x%x)", int(C.eglGetError()))
	}
	return nil
}

func (c *eglContext) release() {
	if c.context == nil {
		return
	}
	C.current(c.display, nil)
	C.eglDestroyContext(c.display, c.context)
	c.context = nil
}

// procAddress finds an OpenGL function.
func procAddress(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.address(s)
}
