// Boxes in pixels, at any angle: rectangles and lines. Their edges are antialiased
// by the part of each pixel that they cover.

#ifdef VERTEX

layout(location = 0) in vec4 place;  // centre, direction of the long side
layout(location = 1) in vec2 extent; // half length, half width
layout(location = 2) in vec4 paint;
layout(location = 3) in vec4 inkPaint;
layout(location = 4) in vec4 inkOf;
layout(location = 5) in float dotInkOf;

uniform vec2 picture; // width and height in pixels

out vec2 at;
flat out vec2 half_;
flat out vec4 tint;
flat out vec4 inkColor;
flat out vec4 ink;
flat out float dotInk;

void main() {
	vec2 side = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
	at = side * (extent + 1.0);
	half_ = extent;
	tint = paint;
	inkColor = inkPaint;
	ink = inkOf;
	dotInk = dotInkOf;
	vec2 pixel = place.xy + at.x * place.zw + at.y * vec2(-place.w, place.z);
	gl_Position = vec4(pixel / picture * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 at;
flat in vec2 half_;
flat in vec4 tint;
flat in vec4 inkColor;
flat in vec4 ink;
flat in float dotInk;

out vec4 color;

void main() {
	// The part of the pixel that the box covers, for each dimension: also
	// correct for boxes thinner than a pixel.
	vec2 covered = clamp(min(half_ - at, 0.5) + min(half_ + at, 0.5), 0.0, 1.0);
	float dots;
	vec4 line = strokes(vec2(at.x, -at.y), vec2(1.0), 1.0, dots);
	vec4 c = mix(tint, inkColor, min(dot(ink, line) + dotInk * dots, 1.0));
	color = vec4(c.rgb, c.a * covered.x * covered.y);
}

#endif
