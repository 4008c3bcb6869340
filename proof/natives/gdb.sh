prepare() {
	echo 'int main(void) { return 3; }' >main.c && gcc -g -o main main.c
}
work() { run gdb -q -batch -ex 'break main' -ex run -ex continue ./main 2>&1 | grep -c 'exited with code 03'; }
