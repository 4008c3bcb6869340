// Coloured triangles in the world.

#ifdef VERTEX

layout(location = 0) in vec3 place;
layout(location = 1) in vec4 paint;

uniform mat4 camera;

out vec4 tint;

void main() {
	tint = paint;
	gl_Position = camera * vec4(place, 1.0);
}

#endif
#ifdef FRAGMENT

in vec4 tint;
out vec4 color;

void main() {
	color = tint;
}

#endif
