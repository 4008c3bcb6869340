prepare() { repository; }
work() { run git -C repository grep --threads=3 -c 'line 1[0-9]*7' | md5sum; }
