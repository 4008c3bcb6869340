// A picture, pixel by pixel. Transparent pixels are left out.

#ifdef VERTEX

layout(location = 0) in vec2 corner; // from 0 to 1

uniform vec4 place; // left, top, right, bottom, in coordinates of OpenGL
uniform vec2 size;  // in pixels of the picture

out vec2 at;

void main() {
	at = corner * size;
	gl_Position = vec4(mix(place.xy, place.zw, corner), 0.0, 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 at;

uniform sampler2D pixels;

out vec4 color;

void main() {
	color = texelFetch(pixels, ivec2(at), 0);
	if (color.a == 0.0) {
		discard;
	}
}

#endif
