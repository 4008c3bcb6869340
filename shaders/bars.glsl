// Boxes along z. Two kinds of program are compiled from this file: DATA draws the
// front and the sides, which show shares; the other draws top, bottom and back.
//
// Without a graphics card, most of a frame's time is spent here. So DATA programs
// are specialized: UNITS is the number of texels of a cell, the first USED of which
// have layers, and LAYERS adds up the colours of the layers by their shares even and
// odd, as an expression that may use line and dots.

#ifdef VERTEX

layout(location = 0) in vec4 place;  // centre of the near end, length of a step
layout(location = 1) in vec4 extent; // half width, half height, first step, last step
layout(location = 2) in float emphasis;
layout(location = 3) in ivec2 mark;  // row, flags

uniform mat4 camera;
uniform float moment; // position of the moment in steps
uniform vec2 pixels; // size of half the view
uniform vec3 light;  // brightness of the sides, the top, and the bottom and back

out vec2 uv;
flat out vec2 size;    // of the face, in world units
flat out vec3 walk;    // step at u = 0, steps along u, 1 for a flat bar
flat out vec4 look;    // gain, share of the ground, outlined, bare
flat out int row;
flat out int part;     // which of the three cells at the moment: before it, after it, or up to it (a front)

// grow returns the outward move of a face's edges, relative to its size, after
// which the face covers every pixel that it touches. Right and up are its sides
// in world units. It is 0 for a face seen edge-on.
vec2 grow(vec3 right, vec3 up) {
	vec2 seen = vec2(length((camera * vec4(right, 0.0)).xy * pixels), length((camera * vec4(up, 0.0)).xy * pixels));
	return min(seen.x, seen.y) < 0.01 ? vec2(0.0) : 0.5 / seen;
}

const vec2 corners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));

void main() {
	int face = gl_VertexID / 6;
	uv = corners[gl_VertexID % 6];
	float first = extent.z, last = extent.w;
	float across = 2.0 * extent.x, high = 2.0 * extent.y, deep = place.w * (last - first);
	bool outlined = (mark.y & 1) != 0, flatBar = (mark.y & 2) != 0, ended = first >= floor(moment) + 1.0;
	if (flatBar) {
		vec3 right = face == 0 ? vec3(across, 0.0, 0.0) : vec3(0.0, 0.0, deep);
		uv += (2.0 * uv - 1.0) * grow(right, vec3(0.0, high, 0.0));
	}

	vec3 at; // -1..1, -1..1, 0 near .. 1 far
	float shade = 1.0, bare = 0.0;
	float straight = flatBar ? 1.0 : 0.0;
	walk = vec3(first, 0.0, straight);
	switch (face) {
	case 0: // front
		at = vec3(2.0 * uv - 1.0, 0.0);
		size = vec2(across, high);
		// A thread that has ended has no share at the moment: the front is the
		// neutral end of its earlier part, and nothing on a flat bar.
		bare = ended ? 1.0 : 0.0;
		if (ended && flatBar) at = vec3(0.0);
		break;
	case 1: // right
		at = vec3(1.0, 2.0 * uv.y - 1.0, uv.x);
		size = vec2(deep, high);
		walk = vec3(first, last - first, straight);
		shade = light.x;
		break;
	case 2: // left
		at = vec3(-1.0, 2.0 * uv.y - 1.0, 1.0 - uv.x);
		size = vec2(deep, high);
		walk = vec3(last, first - last, straight);
		shade = light.x;
		break;
	case 3: // top
		at = vec3(2.0 * uv.x - 1.0, 1.0, uv.y);
		size = vec2(across, deep);
		shade = light.y;
		break;
	case 4: // bottom
		at = vec3(2.0 * uv.x - 1.0, -1.0, 1.0 - uv.y);
		size = vec2(across, deep);
		shade = light.z;
		break;
	default: // back
		at = vec3(1.0 - 2.0 * uv.x, 2.0 * uv.y - 1.0, 1.0);
		size = vec2(across, high);
		shade = light.z;
	}
	float gain = emphasis > 1.0 ? min(1.0 + 0.2 * (emphasis - 1.0), 1.15) : max(emphasis, 0.15);
	look = vec4(flatBar ? gain : gain * shade, max(1.0 - gain, 0.0), outlined ? 1.0 : 0.0, bare);
	row = mark.x;
	part = mark.y >> 2 & 1;
	if (face == 0 && part == 0) part = 2;
	vec3 world = place.xyz + vec3(at.xy * extent.xy, -place.w * (mix(first, last, at.z) - moment));
	gl_Position = camera * vec4(world, 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 uv;
flat in vec2 size;
flat in vec3 walk;
flat in vec4 look;
flat in int row;
flat in int part;

uniform vec3 ground;
uniform vec3 neutral;
uniform vec3 outline;

out vec4 color;

#ifdef DATA

const float inset = 0.382; // keeps pattern lines away from the edges

uniform usamplerBuffer shares;
uniform int steps;
uniform int finest, coarsest; // the available levels
uniform int offsets[24];      // start of each level
uniform int cut;              // the step that the moment cuts, -1 for none
uniform int cuts;             // start of its cells: of rows, levels and parts
uniform vec3 hollow;          // colour of time when the thread was not alive

// cell returns the cumulative shares of a cell, 0 to 65535: of the even layers
// and of the odd layers. In place of a cell with the moment in it is the part of
// it on the bar's side or, on the front, the step up to the moment.
void cell(int level, int i, out vec3 even[USED], out vec3 odd[USED]) {
	int last = (steps - 1) >> level;
	int at = offsets[level] + row * (last + 1) + clamp(i, 0, last);
	if (i == cut >> level) at = cuts + 3 * (row * (coarsest + 1) + level) + part;
	for (int k = 0; k < USED; k++) {
		uvec3 v = texelFetch(shares, at * UNITS + k).xyz;
		even[k] = vec3(ivec3(v & 0xffffu)); // signed: a conversion in one instruction
		odd[k] = vec3(ivec3(v >> 16));
	}
}

// stack returns the colour of the data at uv.
//
// 1. Select the level with cells one to two pixels wide, or the nearest one.
// 2. Average the cells under the pixel, at most two, before the conversion to
//    colours. A mean of cumulative shares is a cumulative share.
// 3. Compute the part of each layer under the pixel in height.
vec3 stack(vec2 grain, vec2 p) {
	float s = walk.x + walk.y * uv.x;
	float reach = max(abs(walk.y) * grain.x, 1e-9);
	int level = clamp((floatBitsToInt(reach) >> 23) - 126, finest, coarsest);
	float scale = intBitsToFloat((127 - level) << 23);
	float low = min(walk.x, walk.x + walk.y), high = max(walk.x, walk.x + walk.y);
	float begin = max(s - 0.5 * reach, low) * scale, end = min(s + 0.5 * reach, high) * scale;
	float next = floor(end);
	vec3 even[USED], odd[USED], even2[USED], odd2[USED];
	cell(level, int(begin), even, odd);
	cell(level, int(next), even2, odd2);
	float second = clamp((end - next) / max(end - begin, 1e-9), 0.0, 1.0);

	float band = min(grain.y, 1.0), tall = 1.0 / band;
	float foot = clamp(uv.y - 0.5 * band, 0.0, 1.0 - band) * tall;
	float unit = tall * (1.0 / 65535.0);
	for (int k = 0; k < USED; k++) {
		even[k] = clamp(mix(even[k], even2[k], second) * unit - foot, 0.0, 1.0);
		odd[k] = clamp(mix(odd[k], odd2[k], second) * unit - foot, 0.0, 1.0);
	}

	float dots;
	vec4 line = strokes(p, grain * size, walk.z, dots);
	// A bar only a few pixels high has no space for patterns.
	float fade = clamp(0.125 * tall / thick - 0.75, 0.0, 1.0);
	// Neither has a step of a flat bar narrower than 4 pixels.
	float pixels = 1.0 / reach;
	if (walk.y != 0.0) fade *= mix(1.0, clamp(pixels / thick - 3.0, 0.0, 1.0), walk.z);
	line *= fade;
	dots *= fade;
	vec3 sum = hollow * (1.0 - odd[USED - 1].z) LAYERS;

	// A faint line separates steps that are wide enough.
	float gap = abs(fract(s + 0.5) - 0.5) * pixels;
	float wide = walk.y == 0.0 ? 0.0 : clamp(0.125 * pixels / thick - 0.75, 0.0, 1.0);
	return sum * (1.0 - 0.22 * wide * clamp(0.5 * thick + 0.5 - gap, 0.0, 1.0));
}

#endif

void main() {
	vec2 right = dFdx(uv), up = dFdy(uv);
	vec2 grain = sqrt(max(right * right + up * up, 1e-18));
	vec3 c = neutral;
#ifdef DATA
	c = mix(stack(grain, (uv + inset) * size), neutral, look.w);
#endif
	c = c * look.x + ground * look.y;
	vec2 pixels = 1.0 / grain, away = min(uv, 1.0 - uv) * pixels;
	vec2 edge = clamp(clamp(0.2 * pixels, 0.4, 2.0 * thick) + 0.5 - away, 0.0, 1.0);
	c = mix(c, outline, look.z * max(edge.x, edge.y));
	float cover = 1.0;
#ifdef DATA
	// The part of the pixel that a flat bar covers, also if the bar is thinner
	// than a pixel.
	vec2 part = clamp(min(uv * pixels, 0.5) + min((1.0 - uv) * pixels, 0.5), 0.0, 1.0);
	cover = mix(1.0, part.x * part.y, walk.z);
#endif
	color = vec4(c, cover);
}

#endif
