// Boxes along z. Two programs come from this file: DATA draws the front and the
// sides, which show shares, the other draws top, bottom and back.

#ifdef VERTEX

layout(location = 0) in vec4 place;  // middle of the near end, length of a step
layout(location = 1) in vec4 extent; // half width, half height, first step, last step
layout(location = 2) in float emphasis;
layout(location = 3) in ivec2 mark;  // row, flags

uniform mat4 camera;
uniform float ahead; // the part of step 0 that is not there yet
uniform vec3 light; // of the side, the top, and the bottom and back

out vec2 uv;
flat out vec2 size;    // of the face, in world units
flat out vec2 walk;    // step at u = 0, steps along u
flat out vec4 look;    // light, emphasis, outlined, bare
flat out int row;

const vec2 corners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));

void main() {
	int face = gl_VertexID / 6;
	uv = corners[gl_VertexID % 6];
	float first = extent.z, last = extent.w;
	float across = 2.0 * extent.x, high = 2.0 * extent.y, deep = place.w * (last - first);
	bool outlined = (mark.y & 1) != 0, flatBar = (mark.y & 2) != 0, ended = first >= 1.0;

	vec3 at; // -1..1, -1..1, 0 near .. 1 far
	float shade = 1.0, bare = 0.0;
	walk = vec2(first, 0.0);
	switch (face) {
	case 0: // front
		at = vec3(2.0 * uv - 1.0, 0.0);
		size = vec2(across, high);
		// A thread that has ended has no share at the moment: what is seen is
		// the neutral end of what it was before, and straight on nothing.
		bare = ended ? 1.0 : 0.0;
		if (ended && flatBar) at = vec3(0.0);
		break;
	case 1: // right
		at = vec3(1.0, 2.0 * uv.y - 1.0, uv.x);
		size = vec2(deep, high);
		walk = vec2(first, last - first);
		shade = light.x;
		break;
	case 2: // left
		at = vec3(-1.0, 2.0 * uv.y - 1.0, 1.0 - uv.x);
		size = vec2(deep, high);
		walk = vec2(last, first - last);
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
	look = vec4(flatBar ? 1.0 : shade, emphasis, outlined ? 1.0 : 0.0, bare);
	row = mark.x;
	vec3 world = place.xyz + vec3(at.xy * extent.xy, -place.w * (mix(first, last, at.z) - ahead));
	gl_Position = camera * vec4(world, 1.0);
}

#endif
#ifdef FRAGMENT

in vec2 uv;
flat in vec2 size;
flat in vec2 walk;
flat in vec4 look;
flat in int row;

uniform vec3 ground;
uniform vec3 neutral;
uniform vec3 outline;

out vec4 color;

#ifdef DATA

uniform usamplerBuffer shares;
uniform int steps;
uniform int levels;
uniform int offsets[24];   // where a level begins
uniform vec3 tint[6];      // colour of a layer
uniform vec3 inkColor[6];  // colour of its pattern
uniform vec4 ink[6];       // how much of each stroke its pattern has
uniform float dotInk[6];
uniform vec3 hollow;       // where the thread was not alive

// cell returns the cumulative shares of a cell: even layers, odd layers.
void cell(int level, int i, out vec3 even, out vec3 odd) {
	int last = ((steps - 1) >> level);
	uvec3 v = texelFetch(shares, offsets[level] + row * (last + 1) + clamp(i, 0, last)).xyz;
	even = vec3(v & 0xffffu) * (1.0 / 65535.0);
	odd = vec3(v >> 16) * (1.0 / 65535.0);
}

// stack returns the colour of the data at uv.
//
// 1. The level whose cells are one to two pixels wide.
// 2. The mean of what the pixel covers: a window over at most two cells, mixed
//    before they become colours. A mean of cumulative shares is again one.
// 3. What the pixel covers of each layer in height.
vec3 stack(vec2 grain, vec2 p) {
	float s = walk.x + walk.y * uv.x;
	float reach = abs(walk.y) * grain.x;
	int level = clamp((floatBitsToInt(reach) >> 23) - 126, 0, levels - 1);
	float scale = intBitsToFloat((127 - level) << 23);
	float begin = max(s - 0.5 * reach, 0.0) * scale, end = (s + 0.5 * reach) * scale;
	float far = floor(end);
	vec3 even, odd, even2, odd2;
	cell(level, int(floor(begin)), even, odd);
	cell(level, int(far), even2, odd2);
	float part = clamp((end - far) / max(end - begin, 1e-9), 0.0, 1.0);
	even = mix(even, even2, part);
	odd = mix(odd, odd2, part);

	float high = min(grain.y, 1.0);
	float low = clamp(uv.y - 0.5 * high, 0.0, 1.0 - high);
	even = clamp((even - low) / high, 0.0, 1.0);
	odd = clamp((odd - low) / high, 0.0, 1.0);
	float share[6] = float[](even.x, odd.x - even.x, even.y - odd.x, odd.y - even.y, even.z - odd.y, odd.z - even.z);

	float dots;
	vec4 line = strokes(p, grain * size, dots);
	float fade = clamp(0.125 / high - 0.75, 0.0, 1.0); // no room for a pattern
	line *= fade;
	dots *= fade;
	vec3 sum = hollow * (1.0 - odd.z);
	for (int k = 0; k < 6; k++) {
		float t = min(dot(ink[k], line) + dotInk[k] * dots, 1.0);
		sum += share[k] * mix(tint[k], inkColor[k], t);
	}

	// Steps that are wide enough are set apart by a faint line.
	float gap = abs(fract(s + 0.5) - 0.5) / max(reach, 1e-9);
	float wide = clamp(0.125 / max(reach, 1e-9) - 0.75, 0.0, 1.0) * step(1e-9, reach);
	return sum * (1.0 - 0.22 * wide * clamp(1.0 - gap, 0.0, 1.0));
}

#endif

void main() {
	vec2 grain = vec2(length(vec2(dFdx(uv.x), dFdy(uv.x))), length(vec2(dFdx(uv.y), dFdy(uv.y))));
	vec3 c = neutral;
#ifdef DATA
	c = mix(stack(max(grain, 1e-9), uv * size), neutral, look.w);
#endif
	c *= look.x;
	c = look.y > 1.0 ? min(c * (1.0 + 0.35 * (look.y - 1.0)), 1.0) : mix(ground, c, max(look.y, 0.15));
	vec2 away = min(uv, 1.0 - uv) / grain;
	vec2 thick = clamp(0.2 / grain, 1.0, 2.0);
	vec2 edge = clamp(thick + 0.5 - away, 0.0, 1.0);
	color = vec4(mix(c, outline, look.z * max(edge.x, edge.y)), 1.0);
}

#endif
