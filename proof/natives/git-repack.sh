prepare() { repository; }
work() {
	run git -C repository repack -q -a -d -f --threads=3
	git -C repository fsck
}
