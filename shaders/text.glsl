// Glyphs from an atlas, pixel for pixel. On a slanted baseline their columns move up or
// down.

#ifdef VERTEX

layout(location = 0) in ivec4 place; // left, top in the picture; left, top in the atlas
layout(location = 1) in ivec2 extent;
layout(location = 2) in vec4 paint;
layout(location = 3) in vec2 slant; // fall of the baseline to the right, distance from its begin

uniform vec2 picture; // width and height in pixels

out vec2 at;
flat out vec4 tint;

void main() {
	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * vec2(extent);
	at = vec2(place.zw) + corner;
	tint = paint;
	vec2 pixel = vec2(place.xy) + corner;
	pixel.y += slant.x * (slant.y + corner.x);
	gl_Position = vec4(pixel / picture * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 at;
flat in vec4 tint;

uniform sampler2D atlas;

out vec4 color;

void main() {
	color = vec4(tint.rgb, tint.a * texelFetch(atlas, ivec2(floor(at)), 0).r);
}

#endif
