// Walls of lanes on bars. Without a call they are transparent.

#ifdef VERTEX

layout(location = 0) in vec3 place;  // x, the lower and the upper end
layout(location = 1) in vec4 extent; // far, near, bend, height in pixels
layout(location = 2) in ivec3 cells; // first texel, columns, lanes

uniform mat4 camera;

out vec2 at;         // along and up, from 0 to 1
flat out vec2 shape; // bend, height in pixels
flat out ivec3 table;

void main() {
	at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	shape = extent.zw;
	table = cells;
	gl_Position = camera * vec4(place.x, mix(place.y, place.z, at.y), mix(extent.x, extent.y, at.x), 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 at;
flat in vec2 shape;
flat in ivec3 table;

uniform samplerBuffer texels;
uniform vec3 ground;
uniform float grain; // side of a pixel, in pixels of the picture

out vec4 color;

const float period = 8.0; // of stripes, in widths of a thin line

// lane returns the colour of a lane in a column, premultiplied, with a part of the colour
// of its stripes.
vec4 lane(int i, int column, float striped) {
	if (i < 0 || i >= table.z) return vec4(0.0);
	int cell = table.x + 2 * i * table.y + column;
	vec4 c = mix(texelFetch(texels, cell), texelFetch(texels, cell + table.y), striped);
	return vec4(c.rgb * c.a, c.a);
}

void main() {
	// Columns are as wide as each other on the screen.
	float along = at.x * shape.x / (1.0 + (shape.x - 1.0) * at.x) * float(table.y);
	int column = clamp(int(along), 0, table.y - 1);
	float up = at.y * float(table.z);
	float high = 1.0 / max(fwidth(up), 1e-6); // of a lane, in pixels
	int i = clamp(int(up), 0, table.z - 1);
	float above = up - float(i);

	float pixels = period * thick * grain;
	float stripe = abs(fract((along + at.y * shape.y) / pixels) - 0.5) * pixels / grain;
	float striped = clamp(stripe - 0.25 * period * thick + 0.5, 0.0, 1.0);

	// The part of the pixel in the next lane, and a line between lanes.
	float border = min(above, 1.0 - above) * high;
	float other = clamp(0.5 - border, 0.0, 0.5);
	int next = above < 0.5 ? max(i - 1, 0) : i + 1;
	vec4 c = lane(i, column, striped);
	if (other > 0.0) c = mix(c, lane(next, column, striped), other);
	float gap = clamp(0.5 * thick + 0.5 - border, 0.0, 1.0) * clamp(high / thick - 3.0, 0.0, 1.0);
	if (next != i) c.rgb = mix(c.rgb, ground * c.a, gap);
	if (c.a == 0.0) discard;
	color = vec4(c.rgb / c.a, c.a);
}

#endif
