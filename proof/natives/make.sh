prepare() {
	for i in $(seq 12); do echo "int f$i(int x) { return x + $i; }" >f$i.c; done
	printf 'objects = $(patsubst %%.c,%%.o,$(sort $(wildcard f*.c)))\nall: $(objects)\n\t@ld -r -o all.out $(objects) && echo built\n' >Makefile
}
work() { rm -f ./*.o all.out && run make -s -j4 all; }
