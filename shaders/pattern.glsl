// Patterns, shared by the bars and by the legend's samples.
// Everything here is anchored to the surface, so that it does not swim when the
// camera moves, and keeps a period of 6 to 12 pixels at every distance: the
// frequency is the power of two that fits.

// powerOfTwoBelow returns the largest power of two that is at most x.
float powerOfTwoBelow(float x) {
	return intBitsToFloat(floatBitsToInt(x) & 0x7f800000);
}

// strokes says how much of the pixel at p lies on rising, falling, level and
// upright lines. p is in units of the surface, grain is how many of them a
// pixel is wide and high.
vec4 strokes(vec2 p, vec2 grain, out float dots) {
	vec2 pixels = (1.0 / 6.0) / max(grain, 1e-20);
	vec2 frequency = vec2(powerOfTwoBelow(pixels.x), powerOfTwoBelow(pixels.y));
	vec2 q = p * frequency;
	vec2 advance = grain * frequency; // periods in a pixel
	float slope = inversesqrt(dot(advance, advance));
	vec4 phase = vec4(q.y - q.x, q.y + q.x, q.y, q.x);
	vec4 away = abs(fract(phase) - 0.5) * vec4(slope, slope, 1.0 / advance.yx);
	dots = clamp(1.9 - length(away.zw), 0.0, 1.0);
	return clamp(1.05 - away, 0.0, 1.0);
}
