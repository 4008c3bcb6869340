// Patterns, shared by the bars and by the legend's samples.
uniform float thick; // width of a thin line, in pixels

// Patterns are anchored to the surface, so that they do not swim when the camera
// moves. Their period is 6 to 12 widths of a thin line at every distance: the
// frequency is the power of two in that range.

// powerOfTwoBelow returns the largest power of two that is at most x.
float powerOfTwoBelow(float x) {
	return intBitsToFloat(floatBitsToInt(x) & 0x7f800000);
}

// strokes returns the coverage of the pixel at p by rising, falling, horizontal
// and vertical lines, and by dots. p is in units of the surface; grain is the width
// and height of a pixel in these units. stretched is 1 for a surface with different
// but constant scales: its slanted lines follow both. On other surfaces they keep
// their angle. Lines of a period are also lines of half the period, so every
// second line continues where the period changes.
vec4 strokes(vec2 p, vec2 grain, float stretched, out float dots) {
	grain *= thick;
	vec3 fit = vec3(1.0 / grain, 1.3 * inversesqrt(dot(grain, grain))) * (1.0 / 6.0);
	vec2 straight = vec2(powerOfTwoBelow(fit.x), powerOfTwoBelow(fit.y));
	vec2 slanted = mix(vec2(powerOfTwoBelow(fit.z)), straight, stretched);
	vec2 q = p * straight, r = p * slanted;
	vec2 advance = grain * slanted; // periods in the width of a thin line
	float slope = inversesqrt(dot(advance, advance));
	vec4 phase = vec4(r.y - r.x, r.y + r.x, q.y, q.x) + 0.5;
	vec4 away = abs(fract(phase) - 0.5) * vec4(slope, slope, 6.0 * fit.yx / straight.yx);
	dots = clamp((1.4 - length(away.zw)) * thick + 0.5, 0.0, 1.0);
	return clamp((0.55 - away) * thick + 0.5, 0.0, 1.0);
}
