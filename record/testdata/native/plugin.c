/* plugin.c is a library with a function called NAME. */
static int base;

int NAME(int n) { return base += n; }
