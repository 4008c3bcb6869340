prepare() { repository; }
work() { run rg -j3 -c 'line 1[0-9]*7' repository | sort | md5sum; }
